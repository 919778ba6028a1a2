/* SPDX-License-Identifier: MIT */
/*
 * The order of triangles (tools/bake/vertex/triangles.h): the same ones, closer together, in linear
 * time, and in the blob of a character:
 *
 *   test_triangles examples/hero/hero.glb
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bake/vertex/triangles.h"
#include "cmd/load.h"
#include "play/play.h"

static unsigned passed, failed;

static void check(bool ok, const char *what)
{
    passed += ok;
    failed += !ok;
    if (!ok)
        printf("FAIL %s\n", what);
}

static int compare_triangles(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    for (int k = 0; k < 3; k++)
        if (a[k] != b[k])
            return a[k] < b[k] ? -1 : 1;
    return 0;
}

/* Whether they are the same triangles, corner by corner, in some order. Sorts both. */
static bool same_triangles(uint32_t *a, uint32_t *b, uint32_t count)
{
    qsort(a, count, 3 * sizeof *a, compare_triangles);
    qsort(b, count, 3 * sizeof *b, compare_triangles);
    return memcmp(a, b, count * 3 * sizeof *a) == 0;
}

/* Orders a copy; the misses of a cache of 16 before and after, which is never more. */
static double ordered_misses(const uint32_t *indices, uint32_t count, uint32_t vertices,
                             const char *what)
{
    const size_t bytes = (size_t)count * 3 * sizeof *indices;
    uint32_t *ordered = malloc(bytes + 1), *before = malloc(bytes + 1);
    memcpy(ordered, indices, bytes);
    memcpy(before, indices, bytes);
    triangles_order(ordered, count);
    const uint32_t misses = triangles_misses(ordered, count, vertices, 16);
    check(misses <= triangles_misses(indices, count, vertices, 16), what);
    check(same_triangles(ordered, before, count), what);
    free(ordered);
    free(before);
    return (double)misses / count;
}

#define SIDE 64u

/* A square of SIDE x SIDE vertices, its triangles shuffled. */
static void check_square(void)
{
    const uint32_t count = 2 * (SIDE - 1) * (SIDE - 1);
    uint32_t *indices = malloc(count * 3 * sizeof *indices), *at = indices, state = 1;
    for (uint32_t y = 0; y + 1 < SIDE; y++)
        for (uint32_t x = 0; x + 1 < SIDE; x++) {
            const uint32_t a = y * SIDE + x, b = a + 1, c = a + SIDE, d = c + 1;
            const uint32_t two[6] = {a, c, b, b, c, d};
            memcpy(at, two, sizeof two);
            at += 6;
        }
    for (uint32_t i = count - 1; i > 0; i--) {
        uint32_t other[3];
        state = state * 1664525 + 1013904223;
        const uint32_t k = (state >> 8) % (i + 1);
        memcpy(other, indices + 3 * k, sizeof other);
        memmove(indices + 3 * k, indices + 3 * i, sizeof other);
        memcpy(indices + 3 * i, other, sizeof other);
    }
    check(triangles_misses(indices, count, SIDE * SIDE, 16) > 2.5 * count, "a shuffled square");
    check(ordered_misses(indices, count, SIDE * SIDE, "a square") < 0.75, "a square's order");
    free(indices);
}

/* All around one vertex: in order already, and to be looked at in linear time. */
static void check_fan(void)
{
    const uint32_t count = 200000;
    uint32_t *indices = malloc(count * 3 * sizeof *indices);
    for (uint32_t i = 0; i < count; i++) {
        indices[3 * i] = 0;
        indices[3 * i + 1] = 1 + i;
        indices[3 * i + 2] = 2 + i;
    }
    const clock_t start = clock();
    check(ordered_misses(indices, count, count + 2, "a fan") < 1.1, "a fan's order");
    check((double)(clock() - start) < 10.0 * CLOCKS_PER_SEC, "a fan takes more than linear time");
    free(indices);
}

static void check_odd(void)
{
    static const uint32_t same[] = {7, 7, 7, 7, 7, 7, 2, 7, 2, 9, 2, 2, 5, 6, 7, 7, 6, 5};
    static const uint32_t strip[] = {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};
    uint32_t stays[12];
    ordered_misses(same, 6, 10, "corners that coincide");
    memcpy(stays, strip, sizeof strip);
    triangles_order(stays, 4);
    check(memcmp(stays, strip, sizeof strip) == 0, "a strip stays as it is");
    triangles_order(stays, 0);
    check(triangles_misses(strip, 4, 6, 3) == 6 && triangles_misses(same, 1, 10, 1) == 1 &&
              triangles_misses(strip, 4, 6, 1) == 10,
          "misses");
}

/* The order in the blob: fetches of a cache of 16 by triangle, 2.48 as the character's file is. */
static void check_blob(const char *path)
{
    loaded_blob blob;
    pelt_model model;
    diag d = {0};
    pelt_mesh_info mesh;
    pelt_part_info part;
    if (!load_blob(&blob, path, &(load_options)LOAD_OPTIONS, &d)) {
        diag_print(&d, path);
        check(false, path);
        return;
    }
    check(play_open_model(&model, blob.bytes, blob.size_bytes) == PELT_OK &&
              pelt_mesh_get(&mesh, &model, 0) == PELT_OK &&
              pelt_part_get(&part, &model, 0, 0) == PELT_OK && part.indices16 != NULL,
          "the blob's first part");
    uint32_t *indices = malloc(part.index_count * sizeof *indices);
    for (uint32_t i = 0; i < part.index_count; i++)
        indices[i] = part.indices16[i];
    const uint32_t count = part.index_count / 3;
    const double fetches = (double)triangles_misses(indices, count, mesh.vertex_count, 16) / count;
    check(fetches < 0.7, "the blob's order");
    printf("%.3f vertices a triangle through a cache of 16\n", fetches);
    free(indices);
    free(blob.bytes);
}

int main(int argc, char **argv)
{
    check_square();
    check_fan();
    check_odd();
    for (int i = 1; i < argc; i++)
        check_blob(argv[i]);
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
