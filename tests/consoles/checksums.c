/* SPDX-License-Identifier: MIT */
/* Prints checksums of the library's results for the demo's character in each encoding: at MOMENTS of
 * every clip, all vertices, each as six 32-bit little-endian words, position and normal. Integers must
 * give the same on every machine, and so must float if products and sums are rounded separately, as in
 * all these builds.
 *
 * The same program on the host gives the values for comparison; it contains none. */
#include "hero_f32.h"
#include "hero_q12.h"
#include "hero_q16.h"
#include "need.h"

#include "../../boards/common/crc32.h"

#define MOMENTS 8
#define SOME 64u /* vertices at a time */

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
static uint64_t
    memory[LARGER(LARGER(HERO_Q16_ARENA_BYTES, HERO_Q12_ARENA_BYTES), HERO_F32_ARENA_BYTES) / 8u];
static union {
    pelt_vertex_q16 fixed[SOME];
    pelt_vertex_f32 real[SOME];
    int32_t words[6u * SOME];
} vertices;

#define DEFINE_PRINT(arithmetic, skinned)                                                          \
    static void print_##arithmetic(const char *precision, const void *blob, size_t bytes,          \
                                   const pelt_family *family)                                      \
    {                                                                                              \
        pelt_character_##arithmetic hero;                                                          \
        pelt_clip_info info;                                                                       \
        uint32_t crc = 0;                                                                          \
        need(pelt_character_open_##arithmetic(&hero, blob, bytes, family, memory, sizeof memory),  \
             "open");                                                                              \
        for (uint32_t clip = 0; clip < hero.pose.model->clip_count; clip++) {                      \
            need(pelt_clip_get(&info, hero.pose.model, clip), "clip");                             \
            for (int32_t k = 0; k < MOMENTS; k++) {                                                \
                const pelt_time time = info.start + (info.end - info.start) / MOMENTS * k;         \
                need(pelt_pose_sample_##arithmetic(&hero.pose, clip, time), "sample");             \
                for (uint32_t first = 0, count; first < HERO_Q16_VERTICES; first += count) {       \
                    const uint32_t left = HERO_Q16_VERTICES - first;                               \
                    count = left < SOME ? left : SOME;                                             \
                    need(pelt_character_skin_##arithmetic(&hero, PELT_ALL_MESHES, skinned, first,  \
                                                          count),                                  \
                         "skin");                                                                  \
                    crc = crc32_add_words(crc, vertices.words, 6u * count);                        \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        board_print("checksum %s %08x\n", precision, crc);                                         \
    }
DEFINE_PRINT(q16, vertices.fixed)
DEFINE_PRINT(f32, vertices.real)

int main(void)
{
    print_q16("q16", hero_q16_blob, sizeof hero_q16_blob, &pelt_exact);
    print_q16("q12", hero_q12_blob, sizeof hero_q12_blob, &pelt_lean);
    print_f32("f32", hero_f32_blob, sizeof hero_f32_blob, &pelt_float);
    board_puts("PASS checksums\n");
    return 0;
}
