/* SPDX-License-Identifier: MIT */
/* What a corner costs, with its vertex's normal and with the triangle's own. */
#include "bench.h"
#include "pelt/gpu.h"

#define CORNERS 96u

static void need(bool holds)
{
    if (!holds)
        bench_fail("corners");
}

static BENCH_NOINLINE uint32_t count_corners(pelt_corner_q16 *corners, const pelt_model *model,
                                             uint32_t count, uint32_t flags)
{
    /* Any words are positions: RAM need not hold the vertices. */
    const pelt_vertex_q16 *vertices = (const pelt_vertex_q16 *)(const void *)model->blob;
    uint32_t result;
    pelt_status status = PELT_OK;
    BENCH_COUNT(result,
                status = pelt_corners_get_q16(corners, model, 0, 0, vertices, 0, count, flags));
    need(status == PELT_OK);
    return result;
}

void bench_corners(const void *blob)
{
    static const char *const names[2] = {"corners", "corners_flat"};
    pelt_corner_q16 *corners = bench_memory(CORNERS * sizeof *corners);
    pelt_model model;
    pelt_mesh_info mesh;
    need(pelt_model_open(&model, blob, ((const uint32_t *)blob)[2], &pelt_exact) == PELT_OK &&
         pelt_mesh_get(&mesh, &model, 0) == PELT_OK &&
         mesh.vertex_count <= model.blob_bytes / sizeof(pelt_vertex_q16));
    for (uint32_t flags = 0; flags < 2u; flags++) {
        const bench_subject s = {names[flags], "q16", 0, "pn"};
        const uint32_t half = count_corners(corners, &model, CORNERS / 2u, flags);
        bench_row_per(&s, "corner", count_corners(corners, &model, CORNERS, flags) - half,
                      CORNERS / 2u);
    }
}
