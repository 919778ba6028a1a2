/* SPDX-License-Identifier: MIT */
/* The demo image: plays the model that is linked into it, hands the frames to the host, and prints
 * their costs. */
#include "board.h"
#include "checksum.h"
#include "machine.h"
#include "performance.h"
#include "text.h"

static performance hero;

/// Statistics ///////////////////////////////////////////////////////////////////////////////////

static void put_ratio(const char *key, uint32_t value, uint32_t count)
{
    const uint32_t tenths = count == 0u ? 0u : value / count * 10u + value % count * 10u / count;
    board_print("%s %u.%u\n", key, tenths / 10u, tenths % 10u);
}

static void put_stages(const performance *p)
{
    uint32_t average[COST_COUNT];
    renderer_put_costs(average, p->all_costs, p->frame_count);
    put_ratio("insn_sample_per_joint", average[COST_SAMPLE], p->actors[0].model.joint_count);
    put_ratio("insn_joints_per_joint", average[COST_JOINTS], p->actors[0].model.joint_count);
    put_ratio("insn_palette_per_joint", average[COST_PALETTE], p->actors[0].model.joint_count);
    put_ratio("insn_skin_per_vertex", average[COST_SKIN], p->vertex_count);
    board_put_number("insn_open", p->open_instructions);
    put_ratio("insn_open_per_byte", p->open_instructions, p->actors[0].model.blob_bytes);
}

static void put_statistics(const performance *p)
{
    board_put_line("board", BOARD_NAME);
    board_put_number("width", PERFORMANCE_WIDTH);
    board_put_number("height", PERFORMANCE_HEIGHT);
    board_put_number("frames", p->frame_count);
    board_put_number("vertices", p->vertex_count);
    board_put_number("triangles", p->triangle_count);
    board_put_number("joints", p->actors[0].model.joint_count);
    board_put_number("meshes", p->actors[0].model.mesh_count);
    board_put_number("clips", p->actors[0].model.clip_count);
    board_put_number("blob_bytes", p->actors[0].model.blob_bytes);
    board_put_number("flash_bytes", board_flash_bytes());
    board_put_number("code_bytes", board_code_bytes());
    board_put_number("arena_bytes", p->character_bytes);
    board_put_number("ram_bytes", board_ram_used_bytes() + p->arena.used_bytes);
    board_put_number("ram_there", board_ram_bytes());
    board_put_number("stack_bytes", board_stack_used());
    board_put_number("stack_there", board_stack_bytes());
    put_stages(p);
}

static void put_golden(performance *p)
{
    actor *a = &p->actors[0];
    const uint32_t walk = pelt_clip_find(&a->model, "walk");
    uint32_t crc;
    if (walk == PELT_NONE)
        return;
    /* The checksum uses memory of screen vertices, which are not needed any more. */
    need(checksum_clip(&crc, &a->model, walk, &a->pose, &a->joints, a->palettes,
                       (int32_t *)(void *)p->bodies[0].vertices, 4),
         "golden");
    board_print("checksum q16 %08x\n", crc);
}

int main(void)
{
    performance *p = &hero;
    board_counter_init();
    performance_open(p);
    machine_start();
    performance_play(p);
    put_statistics(p);
    put_golden(p);
    board_puts("PASS hero\n");
    return 0;
}
