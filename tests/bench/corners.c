/* SPDX-License-Identifier: MIT */
/* Measures the cost of a corner, with its vertex's normal and with the triangle's. */
#include "bench.h"
#include "pelt/gpu.h"

#define CORNERS 96u

static void need(bool holds)
{
    if (!holds)
        bench_fail("corners");
}

typedef struct corner_job {
    pelt_model model;
    pelt_corner_q16 *corners;
    uint32_t flags;
} corner_job;

static void run_corners(void *context, uint32_t count)
{
    const corner_job *job = context;
    /* Any words serve as positions, so that RAM need not hold the vertices. */
    const pelt_vertex_q16 *vertices = (const pelt_vertex_q16 *)(const void *)job->model.blob;
    need(pelt_corners_get_q16(job->corners, &job->model, 0, 0, vertices, 0, count, job->flags) ==
         PELT_OK);
}

void bench_corners(const void *blob)
{
    static const char *const names[2] = {"corners", "corners_flat"};
    corner_job job = {.corners = bench_memory(CORNERS * sizeof(pelt_corner_q16))};
    pelt_mesh_info mesh;
    need(pelt_model_open(&job.model, blob, ((const uint32_t *)blob)[2], &pelt_exact) == PELT_OK &&
         pelt_mesh_get(&mesh, &job.model, 0) == PELT_OK &&
         mesh.vertex_count <= job.model.blob_bytes / sizeof(pelt_vertex_q16));
    for (unsigned flat = 0; flat < 2u; flat++) {
        job.flags = flat * PELT_FLAT_NORMALS;
        const bench_subject s = {names[flat], "q16", 0, "pn", NULL};
        bench_row_per(&s, "corner", bench_count_half(NULL, run_corners, &job, CORNERS),
                      CORNERS / 2u);
    }
}
