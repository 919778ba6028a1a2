/* SPDX-License-Identifier: MIT */
/* Reads the stored answers of an independent evaluator: index.json and data.bin of a folder. If an
 * index says "inline" it contains the numbers itself. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct answers {
    json_t *index;
    uint8_t *data;
    size_t data_bytes;
} answers;

bool answers_open(answers *a, const char *folder);
void answers_close(answers *a);

/* Copies bytes of data.bin from the offset that `offset` holds, or the numbers if it is a list
 * itself. Returns false if their number is not `bytes`. */
bool answers_fetch(void *out, const answers *a, const json_t *offset, size_t bytes);

/* The size of a frame to which errors are relative: max(bounding-box diagonal, largest
 * |coordinate| / 16); 1 if that is 0. */
double answers_model_size(const json_t *frame);

/* Calls `visit` for each asset of SHARED/assets and, if it exists, SHARED/random, with its file and
 * the folder of its answers, until it returns false. Returns false if SHARED does not exist. */
typedef bool answers_visit(void *context, const char *name, const char *file, const char *folder);
bool answers_walk(const char *shared, answers_visit *visit, void *context);
