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

static pelt_status check(pelt_status status)
{
    if (status != PELT_OK)
        printf("pelt: %s\n", pelt_status_describe(status));
    return status;
}

void app_main(void);
void app_main(void)
{
    pelt_character_q16 fox;
    int64_t start, spent = 0;
    if (check(pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                      sizeof memory)) != PELT_OK)
        return;
    check(pelt_pose_set_q16(&fox.pose, PELT_REST_POSE));
    check(pelt_character_skin_q16(&fox, PELT_ALL_MESHES, vertices, 0, FOX_VERTICES));
    printf("checksum %08lx\n", (unsigned long)checksum(vertices, sizeof vertices));
    for (uint32_t i = 0; i < PICTURES; i++) {
        start = esp_timer_get_time();
        check(pelt_character_play_q16(&fox, FOX_CLIP_WALK, 33u * i, PELT_LOOP));
        check(pelt_character_skin_q16(&fox, PELT_ALL_MESHES, vertices, 0, FOX_VERTICES));
        spent += esp_timer_get_time() - start;
    }
    printf("%lu vertices, pose and skin: %lu us\n", (unsigned long)FOX_VERTICES,
           (unsigned long)(spent / PICTURES));
}
