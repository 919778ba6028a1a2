/* SPDX-License-Identifier: MIT */
/* pelt info: prints the contents of a blob. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bake/job/traits.h"
#include "blob/table.h"
#include "cmd/commands.h"
#include "cmd/json_out.h"
#include "common/output.h"
#include "pelt/gpu.h"
#include "pelt/motion.h"
#include "play/play.h"
#include "scene/box.h"
#include "src/blob/stored.h"

/* Every tell_...() adds values to the JSON object that it receives; if that is NULL it prints
 * them: say() then prints, and a list that is NULL takes nothing. */
DIAG_PRINTF(2, 3) static void say(const json_t *out, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    if (out == NULL)
        vprintf(format, values);
    va_end(values);
}

/* A new array of the object, which is NULL if that is. */
static json_t *add_list(json_t *out, const char *name)
{
    json_t *list = out == NULL ? NULL : json_array();
    json_object_set_new(out, name, list);
    return list;
}

/* Returns NULL for an encoding of a later version. */
static const encoding_traits *encoding_of(const format_header *header)
{
    return header->encoding >= PELT_EXACT && header->encoding <= PELT_LEAN
               ? traits_of((pelt_encoding)header->encoding)
               : NULL;
}

static void tell_sections(json_t *out, const blob_table *table)
{
    json_t *list = add_list(out, "sections");
    for (uint32_t i = 0; i < table->section_count; i++) {
        const format_section *section = &table->sections[i];
        const bool required = (section->flags & FORMAT_SECTION_REQUIRED) != 0;
        char tag[5] = "";
        for (int c = 0; c < 4; c++)
            tag[c] = (char)(section->tag >> (8 * c) & 127);
        say(out, "section    %s  offset %u, %u bytes%s\n", diag_name(tag), section->offset,
            section->bytes, required ? "" : ", optional");
        json_out_add(list, "tag:t offset:u bytes:u required:b", tag, section->offset,
                     section->bytes, required);
    }
}

static void tell_joints(json_t *out, const pelt_model *model)
{
    json_t *list = add_list(out, "skeleton");
    FREED uint32_t *depth = diag_calloc(model->joint_count, sizeof *depth);
    pelt_joint_info joint;
    for (uint32_t i = 0; pelt_joint_get(&joint, model, i) == PELT_OK; i++) {
        const bool is_root = joint.parent == PELT_NO_JOINT;
        json_out_add(list, "name:t parent:j scale_shift:i", joint.name,
                     is_root ? json_null() : json_integer(joint.parent), (int)joint.scale_shift);
        depth[i] = is_root ? 0 : depth[joint.parent] + 1;
        const int indent = depth[i] < 40 ? (int)depth[i] * 2 : 80;
        say(out, "joint %-4u %*s%s", i, indent, "", diag_name(joint.name));
        if (joint.scale_shift != 0)
            say(out, " (2^%d)", joint.scale_shift);
        say(out, "\n");
    }
}

/* Prints how many vertices are skinned by which kind of run. */
static void print_runs(const pelt_model *model, uint32_t mesh)
{
    const format_mesh *stored = stored_mesh(model, mesh);
    for (uint32_t i = 0; i < stored->run_count; i++) {
        const format_run *run = stored_run(model, stored->first_run + i);
        const char *influences = run->influences == 1 ? "influence" : "influences";
        if ((run->flags & FORMAT_RUN_COPIES) != 0) {
            printf("  run %-4u %u vertices, copies of others\n", i, run->vertex_count);
            continue;
        }
        printf("  run %-4u %u vertices, %u %s%s%s%s%s\n", i, run->vertex_count, run->influences,
               influences, run->flags & FORMAT_RUN_SAME_JOINTS ? ", one joint set" : "",
               run->flags & FORMAT_RUN_UNIT_NORMALS ? ", unit normals" : "",
               run->flags & FORMAT_RUN_MORPHED ? ", morphed" : "",
               run->flags & FORMAT_RUN_PACKED ? ", packed" : "");
    }
}

static void print_material(const pelt_part_info *part)
{
    if (part->material != PELT_NONE)
        printf(", material %u \"%s\"", part->material, diag_name(part->material_name));
    if (part->image_name[0] != '\0')
        printf(", image \"%s\"", diag_name(part->image_name));
    if (part->texture != PELT_NONE)
        printf(", texture %u", part->texture);
    printf(", metallic %.2f, roughness %.2f%s%s\n", part->metallic / 255.0, part->roughness / 255.0,
           part->double_sided ? ", two-sided" : "", part->unlit ? ", unlit" : "");
}

/* Textures, with the CRC-32 of their texels as R, G, B, A. */
static void tell_textures(json_t *out, const pelt_model *model)
{
    json_t *list = add_list(out, "textures");
    pelt_texture_info t;
    for (uint32_t i = 0; pelt_texture_get(&t, model, i) == PELT_OK; i++) {
        uint32_t crc = 0;
        for (uint32_t k = 0; k < t.width * t.height; k++) {
            uint32_t word;
            play_texel((uint8_t *)&word, &t, k);
            crc = pelt_crc32_update(crc, &word, 1);
        }
        say(out, "texture %-2u %u x %u %s, %s across, %s down, image \"%s\", CRC %08X\n", i,
            t.width, t.height, play_texels[t.texels], play_wraps[t.wrap_across],
            play_wraps[t.wrap_down], diag_name(t.image_name), crc);
        json_out_add(list, "width:u height:u texels:t image:t", t.width, t.height,
                     play_texels[t.texels], t.image_name);
    }
}

/* Prints how many boxes pelt_mesh_box_get_* transforms: all, and those that morph targets
 * change. */
static void print_boxes(const pelt_model *model, uint32_t mesh)
{
    format_mesh_boxes boxes;
    uint32_t bytes;
    const uint8_t *section = pelt_section_find(&bytes, model, FORMAT_BOXES);
    if (section == NULL || mesh >= bytes / sizeof boxes)
        return;
    memcpy(&boxes, section + mesh * sizeof boxes, sizeof boxes);
    const uint32_t morphed = boxes.morphed_count[0] + (uint32_t)boxes.morphed_count[1];
    if (boxes.shift == 0)
        return;
    printf("  boxes    %u of joints", boxes.count[0] + (uint32_t)boxes.count[1] + morphed);
    if (morphed > 0)
        printf(", %u of them morphed", morphed);
    putchar('\n');
}

static void print_part(const pelt_model *model, const pelt_part_info *part, uint32_t mesh,
                       uint32_t index)
{
    static const char *const kinds[] = {"", "points", "lines", "triangles"};
    const uint16_t *entries;
    uint32_t joints;
    printf("  part %-3u %u %s", index, part->index_count / part->corners, kinds[part->corners]);
    if (pelt_part_joints_get(&entries, &joints, model, mesh, index) == PELT_OK)
        printf(", %u joints", joints);
    printf(", colour #%02x%02x%02x%02x", part->colour[0], part->colour[1], part->colour[2],
           part->colour[3]);
    print_material(part);
}

static void print_levels(const pelt_model *model, uint32_t mesh)
{
    pelt_lods lods = {NULL, NULL, 1};
    pelt_mesh_info info;
    pelt_part_info part;
    if (pelt_lods_open(&lods, model) != PELT_OK)
        printf("  levels   cannot be read\n");
    for (uint32_t level = 1; level < lods.count; level++) {
        uint32_t triangles = 0;
        pelt_mesh_lod(&info, &lods, mesh, level);
        for (uint32_t k = 0; pelt_part_lod(&part, &lods, mesh, k, level) == PELT_OK; k++)
            triangles += part.corners == 3 ? part.index_count / 3 : 0;
        printf("  level %u  %u triangles of the first %u vertices, off by %.2g of the size\n",
               level, triangles, info.vertex_count, lods.words[level - 1] / 65536.0);
    }
}

static void tell_meshes(json_t *out, const pelt_model *model)
{
    json_t *list = add_list(out, "meshes");
    pelt_mesh_info mesh;
    for (uint32_t i = 0; pelt_mesh_get(&mesh, model, i) == PELT_OK; i++) {
        const bool has_uv = mesh.uvs_i16 != NULL || mesh.uvs_f32 != NULL;
        pelt_part_info part;
        uint32_t triangles = 0;
        if (out == NULL) {
            printf("mesh %-5u \"%s\": %u vertices, skin %u%s%s%s%s", i, diag_name(mesh.name),
                   mesh.vertex_count, mesh.skin, mesh.has_normals ? ", normals" : "",
                   mesh.has_tangents ? ", tangents" : "", has_uv ? ", uv" : "",
                   mesh.colour_indices != NULL ? ", colours by a table"
                   : mesh.colours != NULL      ? ", colours"
                                               : "");
            if (mesh.target_count > 0)
                printf(", %u morph targets", mesh.target_count);
            putchar('\n');
            print_boxes(model, i);
            print_runs(model, i);
        }
        for (uint32_t k = 0; pelt_part_get(&part, model, i, k) == PELT_OK; k++) {
            triangles += part.corners == 3 ? part.index_count / 3 : 0;
            if (out == NULL)
                print_part(model, &part, i, k);
        }
        if (out == NULL)
            print_levels(model, i);
        json_out_add(list,
                     "name:t vertices:u triangles:u skin:u parts:u normals:b "
                     "tangents:b uv:b colours:b targets:u",
                     mesh.name, mesh.vertex_count, triangles, mesh.skin, mesh.part_count,
                     mesh.has_normals, mesh.has_tangents, has_uv, mesh.colours != NULL,
                     mesh.target_count);
    }
}

/* The motion of a whole clip, in glTF units and degrees; zeros if it stays in place. */
static void root_way(double way[3], const pelt_model *model, uint32_t clip)
{
    const bool real = model->encoding == PELT_FLOAT;
    pelt_clip_info info = {0};
    pelt_root_q16 fixed = {{0}, 0};
    pelt_root_f32 number = {{0}, 0};
    pelt_clip_get(&info, model, clip);
    if (real)
        pelt_clip_root_get_f32(&number, model, clip, info.start, info.end, 0);
    else
        pelt_clip_root_get_q16(&fixed, model, clip, info.start, info.end, 0);
    for (int i = 0; i < 2; i++)
        way[i] = real ? (double)number.translation[2 * i]
                      : ldexp(fixed.translation[2 * i], model->unit_shift - 16);
    way[2] = 360 * (real ? (double)number.yaw : ldexp(fixed.yaw, -32));
}

/* The box of all meshes in a clip, in glTF units; returns false if the blob does not have it. */
static bool clip_box(box3 *box, const pelt_model *model, uint32_t clip)
{
    *box = box3_empty();
    for (uint32_t m = 0; m < model->mesh_count; m++) {
        double low[3], high[3];
        pelt_box_q16 fixed = {{0}, {0}};
        pelt_box_f32 number = {{0}, {0}};
        const bool real = model->encoding == PELT_FLOAT;
        if ((real ? pelt_clip_box_get_f32(&number, model, clip, m)
                  : pelt_clip_box_get_q16(&fixed, model, clip, m)) != PELT_OK)
            return false;
        for (int i = 0; i < 3; i++) {
            low[i] = real ? (double)number.min[i] : ldexp(fixed.min[i], model->unit_shift - 16);
            high[i] = real ? (double)number.max[i] : ldexp(fixed.max[i], model->unit_shift - 16);
        }
        box3_extend(box, low, high);
    }
    return model->mesh_count > 0;
}

static void print_root(const pelt_model *model)
{
    format_root root;
    uint32_t bytes;
    const void *section = pelt_section_find(&bytes, model, FORMAT_ROOT);
    if (section == NULL || bytes < sizeof root)
        return;
    memcpy(&root, section, sizeof root);
    pelt_joint_info joint = {.name = ""};
    pelt_joint_get(&joint, model, root.joint);
    static const char *const what[] = {"nothing", "x and z", "yaw", "x, z and yaw"};
    printf("root       \"%s\": %s taken out of the clips\n", diag_name(joint.name),
           what[root.flags & 3]);
}

static json_t *tell_events(const json_t *out, const pelt_model *model, uint32_t clip)
{
    json_t *list = json_array();
    const char *name;
    pelt_time time;
    for (uint32_t i = 0; (name = pelt_clip_event_get(&time, model, clip, i)) != NULL; i++) {
        const double time_s = time / (double)PELT_TICKS_PER_SECOND;
        say(out, "  event %-2u %.6f s \"%s\"\n", i, time_s, diag_name(name));
        json_out_add(list, "name:t time:n", name, time_s);
    }
    return list;
}

static void tell_clips(json_t *out, const pelt_model *model)
{
    json_t *list = add_list(out, "clips");
    pelt_clip_info clip;
    uint32_t bytes;
    const format_pages *pages = pelt_section_find(&bytes, model, FORMAT_PAGES);
    if (pages != NULL && bytes >= sizeof *pages)
        say(out, "pages      %u of %u bytes have the tracks, from byte %u on\n", pages->page_count,
            pages->page_bytes, pages->offset);
    for (uint32_t i = 0; pelt_clip_get(&clip, model, i) == PELT_OK; i++) {
        const double start_s = clip.start / (double)PELT_TICKS_PER_SECOND;
        const double end_s = clip.end / (double)PELT_TICKS_PER_SECOND;
        const uint32_t tracks = stored_clip(model, i)->track_count;
        double way[3];
        box3 box;
        const bool has_box = clip_box(&box, model, i);
        root_way(way, model, i);
        say(out, "clip %-5u \"%s\": %.6f s to %.6f s, %u tracks\n", i, diag_name(clip.name),
            start_s, end_s, tracks);
        json_t *events = tell_events(out, model, i);
        json_out_add(list, "index:u name:t start:n end:n tracks:u events:j box:j travel:j", i,
                     clip.name, start_s, end_s, tracks, events,
                     has_box ? json_pack("[f, f, f, f, f, f]", box.low[0], box.low[1], box.low[2],
                                         box.high[0], box.high[1], box.high[2])
                             : json_null(),
                     json_pack("[f, f, f]", way[0], way[1], way[2]));
        if (has_box)
            say(out, "  box      %.6g %.6g %.6g to %.6g %.6g %.6g\n", box.low[0], box.low[1],
                box.low[2], box.high[0], box.high[1], box.high[2]);
        if (way[0] != 0 || way[1] != 0 || way[2] != 0)
            say(out, "  travels  %.6g %.6g and turns %.6g degrees\n", way[0], way[1], way[2]);
    }
}

/* The number of places in [first, end) with a weight. */
static uint32_t mask_places(const uint8_t *mask, uint32_t first, uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t i = first; mask != NULL && i < end; i++)
        count += mask[i] > 0;
    return count;
}

static void tell_masks(json_t *out, const pelt_model *model)
{
    const uint32_t joints = model->joint_count, all = PELT_MASK_BYTES(model);
    json_t *list = add_list(out, "masks");
    const char *name;
    for (uint32_t i = 0; (name = play_mask_name(model, i)) != NULL; i++) {
        const uint8_t *mask = pelt_mask_find(model, name);
        const uint32_t of_joints = mask_places(mask, 0, joints);
        const uint32_t of_meshes = mask_places(mask, joints, all);
        say(out, "mask %-5u \"%s\": %u joints, %u meshes\n", i, diag_name(name), of_joints,
            of_meshes);
        json_out_add(list, "name:t joints:u meshes:u", name, of_joints, of_meshes);
    }
}

static void tell_expressions(json_t *out, const pelt_model *model)
{
    static const char *const kinds[] = {"other", "blink", "look", "mouth"};
    pelt_expression_info info;
    json_t *list = NULL;
    for (uint32_t i = 0; pelt_expression_get(&info, model, i) == PELT_OK; i++) {
        say(out, "expression %u \"%s\": %s%s\n", i, diag_name(info.name), kinds[info.kind],
            info.is_binary ? ", all or nothing" : "");
        list = i == 0 ? add_list(out, "expressions") : list;
        json_out_add(list, "name:t kind:t binary:b", info.name, kinds[info.kind], info.is_binary);
    }
}

/// The whole /////////////////////////////////////////////////////////////////////////////////////

static void tell_table(json_t *out, const char *file, const blob_table *table, size_t file_bytes)
{
    const format_header *header = &table->header;
    const encoding_traits *encoding = encoding_of(header);
    const char *endian = table->big_endian ? "big" : "little";
    say(out, "blob       format %u, %s, %s-endian, %u bytes", header->version,
        encoding == NULL ? "unknown encoding" : encoding->name, endian, header->blob_bytes);
    if (header->blob_bytes != file_bytes)
        say(out, " (the file has %zu)", file_bytes);
    say(out, ", CRC %08X, unit 2^%d\n", header->crc, (int)header->unit_shift);
    json_out_add(
        out, "input:t bytes:u format:i encoding:t precision:t endian:t unit_shift:i crc:u", file,
        header->blob_bytes, header->version, encoding == NULL ? NULL : encoding->name,
        encoding == NULL ? NULL : encoding->number, endian, (int)header->unit_shift, header->crc);
    tell_sections(out, table);
}

/* In-betweens after the skin's line. */
static void print_betweens(const pelt_model *model, uint32_t skin)
{
    if (model->betweens == 0)
        return;
    const stored_list list = stored_betweens(model, skin);
    for (uint32_t i = 0; i < list.count; i++) {
        format_between_q16 between; /* f32 has the same size, and the same but for the pivot */
        pelt_joint_info joints[2] = {{0}};
        memcpy(&between, (const uint8_t *)list.first + i * sizeof between, sizeof between);
        const uint32_t ends[2] = {between.source, between.target};
        for (int k = 0; k < 2; k++)
            (void)pelt_joint_get(&joints[k], model, pelt_palette_joint_get(model, skin, ends[k]));
        printf("  in-between %-4u %g of the way from %s to %s\n", list.entries + i,
               between.part / 32768.0, diag_name(joints[0].name), diag_name(joints[1].name));
    }
}

static void tell_content(json_t *out, const pelt_model *model)
{
    say(out, "arena      %zu bytes for the stages: pose, joints, palettes, morphed meshes%s\n",
        play_arena_bytes(model), pelt_springs_bytes_get(model) > 0 ? ", springs" : "");
    json_out_add(out, "arena_bytes:z joints:u", play_arena_bytes(model), model->joint_count);
    tell_joints(out, model);
    json_out_add(out, "skins:u", model->skin_count);
    for (uint32_t i = 0; i < model->skin_count && out == NULL; i++) {
        printf("skin %-5u %u palette entries\n", i, stored_skin(model, i)->entry_count);
        print_betweens(model, i);
    }
    tell_meshes(out, model);
    tell_textures(out, model);
    if (out == NULL)
        print_root(model);
    tell_clips(out, model);
    tell_masks(out, model);
    tell_expressions(out, model);
}

static bool tell_blob(json_t *out, const char *file, const uint8_t *bytes, size_t size_bytes,
                      diag *d)
{
    blob_table table;
    pelt_model model;
    if (!blob_table_read(&table, bytes, size_bytes))
        return diag_fail(d, DIAG_INVALID, "not a pelt blob, byte 0, bake a glTF file first");
    tell_table(out, file, &table, size_bytes);
    const pelt_status status = play_open_model(&model, bytes, size_bytes);
    if (status != PELT_OK && status != PELT_E_BYTE_ORDER)
        return play_refuse(d, bytes, status);
    if (status == PELT_OK)
        tell_content(out, &model);
    else
        say(out, "content    not shown: this host has the other byte order\n");
    return true;
}

bool cmd_info(command_line *line, diag *d)
{
    FREED void *bytes = NULL;
    size_t size_bytes = 0;
    json_t *out = line->json ? json_object() : NULL;
    const bool ok = read_file(&bytes, &size_bytes, line->in, d) &&
                    tell_blob(out, line->in, bytes, size_bytes, d) &&
                    (out == NULL ? output_flush(d) : json_out_print(json_incref(out), d));
    json_decref(out);
    return ok;
}
