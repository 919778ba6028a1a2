/* SPDX-License-Identifier: MIT */
/* The stored answers of an independent evaluator: index.json and data.bin of a folder; an index that
 * says "inline" has the numbers itself. */
#ifndef PELT_TEST_ANSWERS_H
#define PELT_TEST_ANSWERS_H

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

/* Copies bytes of data.bin from the offset that `offset` holds, or the numbers that it is itself;
 * false where there are other than so many. */
bool answers_fetch(void *out, const answers *a, const json_t *offset, size_t bytes);

/* The size of a frame that errors are fractions of: max(bounding-box diagonal, largest
 * |coordinate| / 16); 1 where that is 0. */
double answers_model_size(const json_t *frame);

/*
 * Calls `visit` for each asset of SHARED/assets and, if there, SHARED/random with its file and the folder of
 * its answers, as long as it returns true. False where SHARED is not there.
 */
typedef bool answers_visit(void *context, const char *name, const char *file, const char *folder);
bool answers_walk(const char *shared, answers_visit *visit, void *context);

#endif
