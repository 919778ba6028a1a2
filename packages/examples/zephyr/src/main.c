/* SPDX-License-Identifier: MIT */
/* A fox walks under Zephyr: prints the milliseconds of a hundred pictures, without drawing them. */
#include <zephyr/kernel.h>

#include <pelt.h>

#include "fox.h" /* pelt bake fox.glb -o fox.pelt --c fox --strip */

#define PICTURES 100u

static uint64_t memory[(FOX_ARENA_BYTES + 7u) / 8u];
static pelt_vertex_q16 vertices[FOX_VERTICES];

int main(void)
{
    pelt_character_q16 fox;
    pelt_status status =
        pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory, sizeof memory);
    const int64_t start = k_uptime_get();

    for (uint32_t i = 0; i < PICTURES && status == PELT_OK; i++) {
        status = pelt_character_play_q16(&fox, FOX_CLIP_WALK, 33u * i, PELT_LOOP);
        if (status == PELT_OK)
            status = pelt_character_skin_q16(&fox, PELT_ALL_MESHES, vertices, 0, FOX_VERTICES);
    }
    printk("%s: %u pictures of %u vertices, pose and skin: %u ms\n", pelt_status_describe(status),
           PICTURES, FOX_VERTICES, (unsigned int)(k_uptime_get() - start));
    return status != PELT_OK;
}
