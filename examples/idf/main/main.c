/* SPDX-License-Identifier: MIT */
/* A fox walks on a chip of Espressif's: prints the checksum of its rest pose, which `pelt dump
 * --what checksum` prints, too, then the microseconds that a picture takes, without drawing it. */
#include <stdio.h>

#include "esp_timer.h"
#include "pelt.h"

#include "fox.h" /* pelt bake fox.glb -o fox.pelt --c fox --strip */

#define PICTURES 32u

static uint64_t memory[(FOX_ARENA_BYTES + 7u) / 8u];
static pelt_vertex_q16 vertices[FOX_VERTICES];

/* The CRC-32 as in zlib. */
static uint32_t checksum(const void *data, size_t count)
{
    const uint8_t *bytes = data;
    uint32_t crc = 0xffffffffu;
    for (; count > 0u; count--) {
        crc ^= *bytes++;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}

static void check(pelt_status status)
{
    if (status != PELT_OK)
        printf("pelt: %s\n", pelt_status_describe(status));
}

/* Computes the rest pose through the stages, which a character otherwise calls. */
static uint32_t rest_checksum(void)
{
    const pelt_output_q16 out = {vertices[0].position, vertices[0].normal, sizeof vertices[0], 0};
    pelt_model model;
    pelt_arena arena;
    pelt_pose_q16 pose;
    pelt_joints_q16 joints;
    pelt_palette_q16 palette;
    check(pelt_model_open(&model, fox_blob, sizeof fox_blob, FOX_FAMILY));
    check(pelt_arena_init(&arena, memory, sizeof memory));
    check(pelt_pose_alloc_q16(&pose, &model, &arena));
    check(pelt_joints_alloc_q16(&joints, &model, &arena));
    check(pelt_palette_alloc_q16(&palette, &model, 0, &arena));
    check(pelt_pose_set_q16(&pose, PELT_REST_POSE));
    check(pelt_joints_build_q16(&joints, &pose));
    check(pelt_palette_build_q16(&palette, &joints));
    check(pelt_mesh_skin_q16(&out, FOX_MESH_FOX, &palette, NULL, 0, FOX_VERTICES));
    return checksum(vertices, sizeof vertices);
}

void app_main(void);
void app_main(void)
{
    pelt_character_q16 fox;
    int64_t start, spent = 0;
    printf("checksum %08lx\n", (unsigned long)rest_checksum());
    check(pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                  sizeof memory));
    for (uint32_t i = 0; i < PICTURES; i++) {
        start = esp_timer_get_time();
        check(pelt_character_play_q16(&fox, FOX_CLIP_WALK, 33u * i, PELT_LOOP));
        check(pelt_character_skin_q16(&fox, PELT_ALL_MESHES, vertices, 0, FOX_VERTICES));
        spent += esp_timer_get_time() - start;
    }
    printf("%lu vertices, pose and skin: %lu us\n", (unsigned long)FOX_VERTICES,
           (unsigned long)(spent / PICTURES));
}
