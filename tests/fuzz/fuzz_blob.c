/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer target: any bytes as a blob. It opens them with the checksum as it is, without it, and
 * with a corrected one, and plays every model that opens to its last vertex.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/blob/format.h"
#include "pelt/gpu.h"
#include "pelt/motion.h"

/* A small blob may refer to the same bytes thousands of times; the later ones show nothing new. */
#define MAX_SKINS 8u
#define MAX_MESHES 8u
#define MAX_CLIPS 8u
#define MAX_EVENTS 32u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "fuzz_blob: %s failed on a model that opened\n", what);
    abort();
}

static void *take(size_t bytes)
{
    void *memory = malloc(bytes == 0 ? 1 : bytes);
    if (memory == NULL)
        abort();
    return memory;
}

#define NAME(x) x##_q16
#define CALL(x) x##_q16
#define CHARACTER character_q16
#define PELT_POSE pelt_pose_q16
#define PELT_JOINTS pelt_joints_q16
#define PELT_PALETTE pelt_palette_q16
#define PELT_OUTPUT pelt_output_q16
#define PELT_BOX pelt_box_q16
#define PELT_ROOT pelt_root_q16
#define num int32_t
#include "exercise.inc"

#define NAME(x) x##_q12
#define CALL(x) x##_q16
#define CHARACTER character_q12
#define PELT_POSE pelt_pose_q16
#define PELT_JOINTS pelt_joints_q16
#define PELT_PALETTE pelt_palette_q16
#define PELT_OUTPUT pelt_output_q16
#define PELT_BOX pelt_box_q16
#define PELT_ROOT pelt_root_q16
#define num int32_t
#include "exercise.inc"

#define NAME(x) x##_f32
#define CALL(x) x##_f32
#define CHARACTER character_f32
#define PELT_POSE pelt_pose_f32
#define PELT_JOINTS pelt_joints_f32
#define PELT_PALETTE pelt_palette_f32
#define PELT_OUTPUT pelt_output_f32
#define PELT_BOX pelt_box_f32
#define PELT_ROOT pelt_root_f32
#define num float
#include "exercise.inc"

static volatile uint32_t kept; /* so that the reads are not optimised away */

static void read_name(const char *name)
{
    kept += (uint32_t)strlen(name);
}

/* Parts' joints, whose section opening does not look into; the last vertex for other hardware. */
static void read_for_hardware(const pelt_model *model, uint32_t mesh, const pelt_mesh_info *info)
{
    uint8_t vertex[32];
    const pelt_attributes to = {.vertices = vertex,
                                .stride_bytes = sizeof vertex,
                                .position = {PELT_FLOAT32, 0},
                                .joints = {PELT_UINT16, 12},
                                .weights = {PELT_UNORM16, 20},
                                .colour = {PELT_UNORM8, 28}};
    const uint16_t *entries;
    uint32_t count;
    for (uint32_t p = 0; p < info->part_count && p < MAX_MESHES; p++)
        if (pelt_part_joints_get(&entries, &count, model, mesh, p) == PELT_OK)
            for (uint32_t i = 0; i < count; i++)
                demand(entries[i] < pelt_palette_count_get(model, info->skin), "a part's joint");
    for (uint32_t v = 0; v < info->vertex_count; v += 1u + info->vertex_count / 8u)
        demand(pelt_vertex_part_get(model, mesh, v) == PELT_NONE ||
                   pelt_vertex_part_get(model, mesh, v) < info->part_count,
               "a vertex's part");
    if (info->vertex_count > 0u)
        demand(pelt_attributes_export(&to, model, mesh, info->vertex_count - 1u, 1) == PELT_OK,
               "attributes");
}

/* Events, likewise: all that a player passes. */
static void read_events(const pelt_model *model, uint32_t clip)
{
    pelt_clip_event event;
    pelt_player player;
    const char *name;
    for (uint32_t i = 0; i < MAX_EVENTS && pelt_clip_event_get(&event, model, clip, i) == PELT_OK;
         i++)
        read_name(event.name);
    for (uint32_t flags = 0; flags <= PELT_PING_PONG; flags++) {
        if (pelt_player_start(&player, model, clip, 1000, 0, flags) != PELT_OK)
            continue;
        (void)pelt_player_update(&player, 1700);
        (void)pelt_player_move(&player, -1234567);
        for (uint32_t i = 0; i < MAX_EVENTS; i++)
            if ((name = pelt_player_event_get(&player, i)) != NULL)
                read_name(name);
    }
}

static void read_mesh(const pelt_model *model, uint32_t mesh)
{
    pelt_mesh_info info;
    demand(pelt_mesh_get(&info, model, mesh) == PELT_OK, "a mesh query");
    read_name(info.name);
    demand(info.skin < model->skin_count, "a mesh's skin");
    read_for_hardware(model, mesh, &info);
    for (uint32_t v = 0; v < info.vertex_count; v++) {
        if (info.colours != NULL)
            kept += pelt_mesh_colour_get(&info, v)[3];
        if (info.uvs_i16 != NULL)
            kept += info.uvs_i16[2u * v + 1u] > 0;
        if (info.uvs_f32 != NULL)
            kept += info.uvs_f32[2u * v + 1u] > 0.0f;
    }
    for (uint32_t p = 0; p < info.part_count && p < MAX_MESHES; p++) {
        pelt_part_info part;
        demand(pelt_part_get(&part, model, mesh, p) == PELT_OK, "a part query");
        read_name(part.material_name);
        read_name(part.image_name);
        for (uint32_t i = 0; i < part.index_count; i++)
            demand((part.indices16 != NULL ? part.indices16[i] : part.indices32[i]) <
                       info.vertex_count,
                   "an index");
    }
}

static void read_queries(const pelt_model *model)
{
    for (uint32_t i = 0; i < model->clip_count && i < MAX_CLIPS; i++) {
        pelt_clip_info info;
        demand(pelt_clip_get(&info, model, i) == PELT_OK, "a clip query");
        demand(info.start <= info.end, "a clip's times");
        demand(pelt_clip_find(model, info.name) <= i, "a clip's name");
        read_events(model, i);
    }
    for (uint32_t i = 0; i < model->joint_count; i++) {
        pelt_joint_info info;
        demand(pelt_joint_get(&info, model, i) == PELT_OK, "a joint query");
        demand(info.parent < i || info.parent == PELT_NO_JOINT, "a joint's parent");
        demand(pelt_joint_find(model, info.name) <= i, "a joint's name");
        read_name(info.name);
    }
    for (uint32_t m = 0; m < model->mesh_count && m < MAX_MESHES; m++)
        read_mesh(model, m);
}

static void seal(uint8_t *blob, size_t size)
{
    uint32_t blob_bytes, crc;
    const uint32_t *const words = (const uint32_t *)(const void *)blob;
    if (size < sizeof(format_header))
        return;
    memcpy(&blob_bytes, blob + 8, sizeof blob_bytes);
    if (blob_bytes > size || blob_bytes < sizeof(format_header))
        return;
    crc = pelt_crc32_update(0, words, FORMAT_CRC_OFFSET / 4u);
    crc = pelt_crc32_update(crc, words + FORMAT_CRC_OFFSET / 4u + 1u,
                            (blob_bytes - FORMAT_CRC_OFFSET) / 4u - 1u);
    memcpy(blob + FORMAT_CRC_OFFSET, &crc, sizeof crc);
}

/* The family of the encoding that the header names, or any if it names none. */
static const pelt_family *family_of(const uint8_t *blob, size_t size)
{
    uint16_t encoding = 0;
    if (size >= sizeof(format_header))
        memcpy(&encoding, blob + offsetof(format_header, encoding), sizeof encoding);
    return encoding == PELT_LEAN    ? &pelt_lean_morphs
           : encoding == PELT_FLOAT ? &pelt_float_morphs
                                    : &pelt_exact_morphs;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pelt_model model, unchecked;
    uint8_t *blob = take(size);
    if (size > 0)
        memcpy(blob, data, size);
    const pelt_family *family = family_of(blob, size);
    const pelt_status first = pelt_model_open(&model, blob, size, family);
    const pelt_status without = pelt_model_open_without_crc(&unchecked, blob, size, family);
    demand(first == without || first == PELT_E_CRC, "opening without the checksum");
    seal(blob, size);
    const pelt_status sealed = pelt_model_open(&model, blob, size, family);
    demand(sealed == without, "opening with the checksum made right");
    if (sealed == PELT_OK) {
        demand(model.blob == blob && model.blob_bytes <= size, "the model's bounds");
        read_queries(&model);
        if (model.encoding == PELT_EXACT)
            exercise_q16(&model);
        else if (model.encoding == PELT_LEAN)
            exercise_q12(&model);
        else
            exercise_f32(&model);
    }
    free(blob);
    return 0;
}
