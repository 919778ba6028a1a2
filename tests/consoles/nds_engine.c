/* SPDX-License-Identifier: MIT */
/* Compares the Nintendo DS's geometry engine, in an emulator, with the library: the fox's vertices of one
 * influence, in eight poses, transformed by the matrices of pelt/nds.h. */
#include "hero_q16.h"
#include "need.h"
#include "pelt/gpu.h"
#include "pelt/nds.h"

#define COMMAND(offset) (*(volatile uint32_t *)(0x04000400u + (offset)))
#define MTX_MODE COMMAND(0x40)
#define MTX_IDENTITY COMMAND(0x54)
#define MTX_LOAD_4X3 COMMAND(0x5c)
#define POS_TEST COMMAND(0x1c4)
#define GXSTAT (*(volatile uint32_t *)0x04000600u)
#define GXSTAT_BUSY 0x08000001u
#define POS_RESULT ((volatile int32_t *)0x04000620u)
#define POWCNT1 (*(volatile uint16_t *)0x04000304u)

#define POSES 8

static uint64_t memory[HERO_Q16_ARENA_BYTES / 8u];
static pelt_character_q16 hero;
static const pelt_palette_q16 *palette;

/* As pelt_attributes_export writes it. */
typedef struct rigid {
    int16_t position[4];
    uint16_t joints[4], weights[4];
} rigid;

/* How far the engine's position is from the library's, Q16.16. */
static int32_t compare(const rigid *vertex, const int32_t wanted[3])
{
    pelt_nds_matrix matrix;
    int32_t worst = 0;
    need(pelt_nds_matrices_get(&matrix, NULL, palette, vertex->joints[0], 0), "matrix");
    MTX_MODE = 1; /* positions */
    for (unsigned i = 0; i < 12u; i++)
        MTX_LOAD_4X3 = (uint32_t)matrix.m[i];
    POS_TEST = (uint16_t)vertex->position[0] | (uint32_t)(uint16_t)vertex->position[1] << 16;
    POS_TEST = (uint16_t)vertex->position[2];
    while ((GXSTAT & GXSTAT_BUSY) != 0u) {
    }
    for (unsigned c = 0; c < 3u; c++) {
        const int32_t off = POS_RESULT[c] * 16 - wanted[c];
        worst = off > worst ? off : -off > worst ? -off : worst;
    }
    return worst;
}

int main(void)
{
    uint32_t compared = 0;
    int32_t worst = 0;
    POWCNT1 = 0x820fu;
    need(pelt_character_open_q16(&hero, hero_q16_blob, sizeof hero_q16_blob, HERO_Q16_FAMILY,
                                 memory, sizeof memory),
         "open");
    MTX_MODE = 0; /* projection */
    MTX_IDENTITY = 0;
    for (int i = 0; i < POSES; i++) {
        need(pelt_pose_sample_q16(&hero.pose, HERO_Q16_CLIP_WALK, PELT_MS(125 * i)), "sample");
        need(pelt_character_palettes_get_q16(&palette, &hero), "palette");
        for (uint32_t v = 0; v < HERO_Q16_VERTICES; v++) {
            rigid vertex;
            const pelt_attributes to = {.vertices = &vertex,
                                        .stride_bytes = sizeof vertex,
                                        .position = {PELT_SNORM16, 0},
                                        .joints = {PELT_UINT16, 8},
                                        .weights = {PELT_UNORM16, 16}};
            pelt_vertex_q16 skinned;
            need(pelt_attributes_export(&to, hero.pose.model, HERO_Q16_MESH_FOX, v, 1), "vertex");
            if (vertex.weights[0] != 65535u)
                continue;
            need(pelt_character_skin_q16(&hero, HERO_Q16_MESH_FOX, &skinned, v, 1), "skin");
            const int32_t off = compare(&vertex, skinned.position);
            worst = off > worst ? off : worst;
            compared++;
        }
    }
    board_put_number("vertices", compared);
    board_put_number("distance_in_65536ths", (uint32_t)worst);
    if (compared < 100u || worst > PELT_NDS_ERROR * 16) {
        board_puts("FAIL engine: it disagrees\n");
        board_exit(1);
    }
    board_puts("PASS engine\n");
    return 0;
}
