/* SPDX-License-Identifier: MIT */
/* Walks by root motion: the clip's own travel moves the character's place in the world. The place
 * belongs to the program and not to a joint, so no walk is too long for a pose. At the end of the
 * world a step would leave the range of the place's format: it is refused, and a status says so. */
#include "draw.h"
#include "pelt/motion.h"
#include "walker.h" /* pelt bake walker.glb -o walker.pelt --c walker --root-motion hips */

static uint64_t memory[WALKER_ARENA_BYTES / 8];
static pelt_vertex_q16 vertices[WALKER_VERTICES];

/* Whether two lengths differ by less than 1/64 of a glTF unit, in the model's units. */
static bool is_near(int32_t a, int32_t b)
{
    const int32_t off = a - b, limit = 1024 << -WALKER_UNIT_SHIFT;
    return off < limit && off > -limit;
}

/* Moves the vertices, which were skinned in place, to their place in the world. */
static void to_world(const pelt_matrix_q16 *world)
{
    for (uint32_t i = 0; i < WALKER_VERTICES; i++) {
        const int32_t x = vertices[i].position[0], z = vertices[i].position[2];
        const int32_t *m = world->m;
        vertices[i].position[0] = (int32_t)(((int64_t)m[0] * x + (int64_t)m[2] * z) >> 16) + m[3];
        vertices[i].position[2] = (int32_t)(((int64_t)m[8] * x + (int64_t)m[10] * z) >> 16) + m[11];
    }
}

int main(void)
{
    pelt_character_q16 fox;
    pelt_player player;
    pelt_root_q16 step, place = {{0, 0, 0}, 0};
    pelt_matrix_q16 world;
    expect(pelt_character_open_q16(&fox, walker_blob, sizeof walker_blob, WALKER_FAMILY, memory,
                                   sizeof memory) == PELT_OK &&
               pelt_player_start(&player, fox.pose.model, WALKER_CLIP_WALK, 60, 0, PELT_LOOP) ==
                   PELT_OK,
           "open");
    for (uint32_t frame = 1; frame <= 480; frame++) {
        pelt_player_update(&player, frame);
        pelt_character_follow_q16(&fox, &player);
        pelt_player_root_get_q16(&step, &player);
        expect(pelt_root_move_q16(&place, &step) == PELT_OK, "the world is too small");
        if (frame % 60 == 0) {
            pelt_root_matrix_get_q16(&world, &place);
            pelt_character_skin_q16(&fox, PELT_ALL_MESHES, vertices, 0, WALKER_VERTICES);
            to_world(&world); /* draw(vertices) */
        }
        if (frame == 240) { /* half the circle: it is two radii to the left and faces back */
            expect(place.translation[0] > 65536 && is_near(place.translation[2], 0), "half way");
            expect(is_near((int32_t)((uint32_t)place.yaw + 0x80000000u), 0), "not turned round");
        }
    }
    expect(is_near(place.translation[0], 0) && is_near(place.translation[2], 0), "not back");

    /* Walks straight on: the edge of Q16.16's range is met and not stepped over. */
    const pelt_root_q16 stride = {{0, 0, 65536 * 1000}, 0};
    uint32_t strides = 0;
    place.yaw = 0;
    while (pelt_root_move_q16(&place, &stride) == PELT_OK)
        strides++;
    expect(strides == 32 && is_near(place.translation[2], 65536 * 32000), "the edge of the world");
    return pass("walk");
}
