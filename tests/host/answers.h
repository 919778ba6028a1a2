/* SPDX-License-Identifier: MIT */
/* Reads the stored answers of an independent evaluator: index.json and data.bin of a folder. If an
 * index says "inline" it contains the numbers itself. */
#pragma once

#include <glob.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/output.h"

#define PATH_BYTES 1024

typedef struct answers {
    json_t *index;
    uint8_t *data;
    size_t data_bytes;
} answers;

/* Visits an asset: its file and the folder of its answers. */
typedef void answers_visit(void *context, const char *name, const char *file, const char *folder);

static inline void answers_close(answers *a)
{
    json_decref(a->index);
    free(a->data);
    *a = (answers){0};
}

static inline bool answers_open(answers *a, const char *folder)
{
    char path[PATH_BYTES];
    diag d = {0};
    void *data = NULL;
    *a = (answers){0};
    snprintf(path, sizeof path, "%s/index.json", folder);
    a->index = json_load_file(path, JSON_ALLOW_NUL, NULL);
    if (json_is_true(json_object_get(a->index, "inline")))
        return true;
    snprintf(path, sizeof path, "%s/data.bin", folder);
    if (a->index != NULL && read_file(&data, &a->data_bytes, path, &d)) {
        a->data = data;
        return true;
    }
    answers_close(a);
    return false;
}

/* Copies bytes of data.bin from the offset that `offset` holds, or the numbers if it is a list
 * itself. Returns false if their number is not `bytes`. */
static inline bool answers_fetch(void *out, const answers *a, const json_t *offset, size_t bytes)
{
    if (json_is_array(offset)) {
        double *numbers = out;
        for (size_t i = 0; i < json_array_size(offset) && i < bytes / sizeof *numbers; i++)
            numbers[i] = json_number_value(json_array_get(offset, i));
        return json_array_size(offset) == bytes / sizeof *numbers;
    }
    const size_t at = (size_t)json_integer_value(offset);
    if (!json_is_integer(offset) || at > a->data_bytes || bytes > a->data_bytes - at)
        return false;
    if (bytes > 0)
        memcpy(out, a->data + at, bytes);
    return true;
}

/* The size of a frame to which errors are relative: max(bounding-box diagonal, largest
 * |coordinate| / 16); 1 if that is 0. */
static inline double answers_model_size(const json_t *frame)
{
    const json_t *bounds = json_object_get(frame, "bbox");
    double squares = 0, largest = 0;
    for (size_t c = 0; c < 3; c++) {
        const double low = json_number_value(json_array_get(json_array_get(bounds, 0), c));
        const double high = json_number_value(json_array_get(json_array_get(bounds, 1), c));
        squares += (high - low) * (high - low);
        largest = fmax(largest, fmax(fabs(low), fabs(high)));
    }
    const double size = fmax(sqrt(squares), largest / 16);
    return size > 0 ? size : 1.0;
}

/* Calls `visit` for each asset of SHARED/assets, by the lines of manifest.tsv: name, file, ...; and for
 * those of SHARED/random, if it exists. Returns false if SHARED does not exist. */
static inline bool answers_walk(const char *shared, answers_visit *visit, void *context)
{
    char path[PATH_BYTES], folder[PATH_BYTES], line[4096], name[128], file[512];
    glob_t found = {0};
    snprintf(path, sizeof path, "%s/assets/manifest.tsv", shared);
    FILE *manifest = fopen(path, "r");
    if (manifest == NULL)
        return false;
    for (bool header = true; fgets(line, sizeof line, manifest) != NULL; header = false) {
        if (header || sscanf(line, "%127[^\t]\t%511[^\t]", name, file) != 2)
            continue;
        snprintf(path, sizeof path, "%s/assets/%s", shared, file);
        snprintf(folder, sizeof folder, "%s/oracle/dumps/%s", shared, name);
        visit(context, name, path, folder);
    }
    fclose(manifest);
    snprintf(path, sizeof path, "%s/random/*.gl[bt]*", shared);
    (void)glob(path, 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *last = strrchr(found.gl_pathv[i], '/') + 1;
        snprintf(name, sizeof name, "%.*s", (int)(strrchr(last, '.') - last), last);
        snprintf(folder, sizeof folder, "%s/random/dumps/%s", shared, name);
        visit(context, name, found.gl_pathv[i], folder);
    }
    globfree(&found);
    return true;
}
