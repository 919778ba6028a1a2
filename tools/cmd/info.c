/* SPDX-License-Identifier: MIT */
/* pelt info: prints the contents of a blob. */
#include <math.h>
#include <stdio.h>

#include "bake/job/job.h"
#include "blob/table.h"
#include "cmd/commands.h"
#include "cmd/json_out.h"
#include "common/output.h"
#include "pelt/gpu.h"
#include "pelt/motion.h"
#include "play/play.h"
#include "scene/box.h"
#include "src/blob/stored.h"

/* As json_out_tell takes it. */
static const char form[] =
    "blob       format {format}, <encoding#{encoding}><encoding!unknown encoding>, "
    "{endian}-endian, "
    "{bytes} bytes<.size? (the file has {.size})>, CRC {.crc}, unit 2^{unit_shift}\n"
    "<sections*section    {tag:n}  offset {offset}, {bytes} bytes<required!, optional>\n>"
    "<.foreign?content    not shown: this host has the other byte order\n>"
    "<arena_bytes#arena      {arena_bytes} bytes for the stages: pose, joints, palettes, morphed "
    "meshes<.swings?, springs>\n>"
    "<skeleton*joint {#:-4} {.indent}{name:n}<scale_shift? (2^{scale_shift})>\n>"
    "<.skins*skin {#:-5} {entries} palette entries\n"
    "<betweens*  in-between {entry:-4} {part:%.6g} of the way from {from:n} to {to:n}\n>>"
    "<meshes*mesh {#:-5} {name:q}: {vertices} vertices, skin {skin}<normals?, normals><tangents?, "
    "tangents><uv?, uv><colours?, colours<.by_table? by a table>><targets?, {targets} morph "
    "targets>\n"
    "<.boxes*  boxes    {all} of joints<morphed?, {morphed} of them morphed>\n>"
    "<.runs*  run {#:-4} {vertices} vertices, <copies?copies of others><copies!{influences} "
    "influence{influences:s}<same?, one joint set><unit?, unit normals><morphed?, "
    "morphed><packed?, packed>>\n>"
    "<.parts*  part {#:-3} {count} {kind}<joints#, {joints} joints>, colour {colour}<material#, "
    "material {material} {name:q}><image#, image {image:q}><texture#, texture {texture}>, metallic "
    "{metallic:%.2f}, roughness {roughness:%.2f}<two_sided?, two-sided><unlit?, unlit>\n>"
    "<.unread?  levels   cannot be read\n>"
    "<.levels*  level {level}  {triangles} triangles of the first {vertices} vertices, off by "
    "{error:%.2g} of the size\n>>"
    "<textures*texture {#:-2} {width} x {height} {texels}, {.across} across, {.down} down, image "
    "{image:q}, CRC {.crc}\n>"
    "<.root*root       {joint:q}: {what} taken out of the clips\n>"
    "<.pages*pages      {count} of {bytes} bytes have the tracks, from byte {offset} on\n>"
    "<clips*clip {#:-5} {name:q}: {start:%.6f} s to {end:%.6f} s, {tracks} tracks\n"
    "<events*  event {#:-2} {time:%.6f} s {name:q}\n>"
    "<.box#  box      {.box}\n><.way#  travels  {.way} degrees\n>>"
    "<masks*mask {#:-5} {name:q}: {joints} joints, {meshes} meshes\n>"
    "<expressions*expression {#} {name:q}: {kind}<binary?, all or nothing>\n>";

/* A new array of the object. */
static json_t *add_list(json_t *to, const char *name)
{
    json_t *list = json_array();
    json_object_set_new(to, name, list);
    return list;
}

static json_t *crc_json(uint32_t crc)
{
    return json_sprintf("%08X", crc);
}

/* A section of at least `size` bytes, or NULL. */
static const void *find_section(const pelt_model *model, uint32_t tag, size_t size)
{
    uint32_t bytes;
    const void *section = pelt_section_find(&bytes, model, tag);
    return section != NULL && bytes >= size ? section : NULL;
}

static void add_sections(json_t *to, const blob_table *table)
{
    json_t *list = add_list(to, "sections");
    for (uint32_t i = 0; i < table->section_count; i++) {
        const format_section *section = &table->sections[i];
        char tag[5] = "";
        for (int c = 0; c < 4; c++)
            tag[c] = (char)(section->tag >> (8 * c) & 127);
        json_out_add(list, "tag:t offset:u bytes:u required:b", tag, section->offset,
                     section->bytes, (section->flags & FORMAT_SECTION_REQUIRED) != 0);
    }
}

static void add_joints(json_t *to, const pelt_model *model)
{
    json_t *list = add_list(to, "skeleton");
    FREED uint32_t *depth = diag_calloc(model->joint_count, sizeof *depth);
    pelt_joint_info joint;
    for (uint32_t i = 0; pelt_joint_get(&joint, model, i) == PELT_OK; i++) {
        const bool is_root = joint.parent == PELT_NO_JOINT;
        depth[i] = is_root ? 0 : depth[joint.parent] + 1;
        json_out_add(list, "name:t parent:x scale_shift:i .indent:j", joint.name,
                     is_root ? PELT_NONE : joint.parent, (int)joint.scale_shift,
                     json_sprintf("%*s", depth[i] < 40 ? (int)depth[i] * 2 : 80, ""));
    }
}

static void add_skins(json_t *to, const pelt_model *model)
{
    json_t *list = add_list(to, ".skins");
    json_out_add(to, "skins:u", model->skin_count);
    for (uint32_t s = 0; s < model->skin_count; s++) {
        json_t *skin = json_out_add(list, "entries:u", stored_skin(model, s)->entry_count);
        json_t *betweens = add_list(skin, "betweens");
        const stored_list own = model->betweens == 0 ? (stored_list){0} : stored_betweens(model, s);
        for (uint32_t i = 0; i < own.count; i++) {
            /* f32 has the same size, and the same but for the pivot */
            const format_between_q16 *between = (const format_between_q16 *)own.first + i;
            pelt_joint_info from = {0}, end = {0};
            (void)pelt_joint_get(&from, model, pelt_palette_joint_get(model, s, between->source));
            (void)pelt_joint_get(&end, model, pelt_palette_joint_get(model, s, between->target));
            json_out_add(betweens, "entry:u part:n from:t to:t", own.entries + i,
                         between->part / 32768.0, from.name, end.name);
        }
    }
}

/* Textures, with the CRC-32 of their texels as R, G, B, A. */
static void add_textures(json_t *to, const pelt_model *model)
{
    json_t *list = add_list(to, "textures");
    pelt_texture_info t;
    for (uint32_t i = 0; pelt_texture_get(&t, model, i) == PELT_OK; i++) {
        uint32_t crc = 0;
        for (uint32_t k = 0; k < t.width * t.height; k++) {
            uint32_t word;
            play_texel((uint8_t *)&word, &t, k);
            crc = pelt_crc32_update(crc, &word, 1);
        }
        json_out_add(list, "width:u height:u texels:t image:t .across:t .down:t .crc:j", t.width,
                     t.height, play_texels[t.texels], t.image_name, play_wraps[t.wrap_across],
                     play_wraps[t.wrap_down], crc_json(crc));
    }
}

/// Meshes ////////////////////////////////////////////////////////////////////////////////////////

/* How many boxes pelt_mesh_box_get_* transforms: all, and those that morph targets change. */
static void add_boxes(json_t *to, const pelt_model *model, uint32_t mesh)
{
    const format_mesh_boxes *boxes = find_section(model, FORMAT_BOXES, (mesh + 1) * sizeof *boxes);
    if (boxes == NULL || boxes[mesh].shift == 0)
        return;
    boxes += mesh;
    const uint32_t morphed = boxes->morphed_count[0] + (uint32_t)boxes->morphed_count[1];
    json_out_add(to, ".boxes:j",
                 json_out_add(json_object(), "all:u morphed:u",
                              boxes->count[0] + (uint32_t)boxes->count[1] + morphed, morphed));
}

/* How many vertices are skinned by which kind of run. */
static void add_runs(json_t *to, const pelt_model *model, uint32_t mesh)
{
    const format_mesh *stored = stored_mesh(model, mesh);
    json_t *list = add_list(to, ".runs");
    for (uint32_t i = 0; i < stored->run_count; i++) {
        const format_run *run = stored_run(model, stored->first_run + i);
        json_out_add(list, "vertices:u influences:u copies:b same:b unit:b morphed:b packed:b",
                     run->vertex_count, run->influences, run->flags & FORMAT_RUN_COPIES,
                     run->flags & FORMAT_RUN_SAME_JOINTS, run->flags & FORMAT_RUN_UNIT_NORMALS,
                     run->flags & FORMAT_RUN_MORPHED, run->flags & FORMAT_RUN_PACKED);
    }
}

/* Returns the number of triangles. */
static uint32_t add_parts(json_t *to, const pelt_model *model, uint32_t mesh)
{
    static const char *const kinds[] = {"", "points", "lines", "triangles"};
    json_t *list = add_list(to, ".parts");
    pelt_part_info p;
    uint32_t triangles = 0, joints;
    for (uint32_t i = 0; pelt_part_get(&p, model, mesh, i) == PELT_OK; i++) {
        const uint16_t *entries;
        const bool listed = pelt_part_joints_get(&entries, &joints, model, mesh, i) == PELT_OK;
        triangles += p.corners == 3 ? p.index_count / 3 : 0;
        json_out_add(
            list,
            "count:u kind:t joints:x colour:j material:x name:t image:t texture:x "
            "metallic:n roughness:n two_sided:b unlit:b",
            p.index_count / p.corners, kinds[p.corners], listed ? joints : PELT_NONE,
            json_sprintf("#%02x%02x%02x%02x", p.colour[0], p.colour[1], p.colour[2], p.colour[3]),
            p.material, p.material_name, p.image_name[0] != '\0' ? p.image_name : NULL, p.texture,
            p.metallic / 255.0, p.roughness / 255.0, p.double_sided, p.unlit);
    }
    return triangles;
}

static void add_levels(json_t *to, const pelt_model *model, uint32_t mesh)
{
    json_t *list = add_list(to, ".levels");
    pelt_lods lods = {NULL, NULL, 1};
    pelt_mesh_info info;
    pelt_part_info part;
    json_out_add(to, ".unread:b", pelt_lods_open(&lods, model) != PELT_OK);
    for (uint32_t level = 1; level < lods.count; level++) {
        uint32_t triangles = 0;
        pelt_mesh_lod(&info, &lods, mesh, level);
        for (uint32_t k = 0; pelt_part_lod(&part, &lods, mesh, k, level) == PELT_OK; k++)
            triangles += part.corners == 3 ? part.index_count / 3 : 0;
        json_out_add(list, "level:u triangles:u vertices:u error:n", level, triangles,
                     info.vertex_count, lods.words[level - 1] / 65536.0);
    }
}

static void add_meshes(json_t *to, const pelt_model *model)
{
    json_t *list = add_list(to, "meshes");
    pelt_mesh_info mesh;
    for (uint32_t i = 0; pelt_mesh_get(&mesh, model, i) == PELT_OK; i++) {
        json_auto_t *hidden = json_object();
        add_boxes(hidden, model, i);
        add_runs(hidden, model, i);
        const uint32_t triangles = add_parts(hidden, model, i);
        add_levels(hidden, model, i);
        json_t *told = json_out_add(
            list,
            "name:t vertices:u triangles:u skin:u parts:u normals:b tangents:b uv:b colours:b "
            "targets:u .by_table:b",
            mesh.name, mesh.vertex_count, triangles, mesh.skin, mesh.part_count, mesh.has_normals,
            mesh.has_tangents, mesh.uvs_i16 != NULL || mesh.uvs_f32 != NULL, mesh.colours != NULL,
            mesh.target_count, mesh.colour_indices != NULL);
        json_object_update(told, hidden);
    }
}

/// Clips /////////////////////////////////////////////////////////////////////////////////////////

/* The motion of a whole clip: x and z in glTF units, yaw in degrees; zeros if it stays in place. */
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

static void add_root(json_t *to, const pelt_model *model)
{
    static const char *const what[] = {"nothing", "x and z", "yaw", "x, z and yaw"};
    const format_root *root = find_section(model, FORMAT_ROOT, sizeof *root);
    pelt_joint_info joint = {.name = ""};
    if (root == NULL)
        return;
    pelt_joint_get(&joint, model, root->joint);
    json_out_add(to, ".root:j",
                 json_out_add(json_object(), "joint:t what:t", joint.name, what[root->flags & 3]));
}

static json_t *events_json(const pelt_model *model, uint32_t clip)
{
    json_t *list = json_array();
    const char *name;
    pelt_time time;
    for (uint32_t i = 0; (name = pelt_clip_event_get(&time, model, clip, i)) != NULL; i++)
        json_out_add(list, "name:t time:n", name, time / (double)PELT_TICKS_PER_SECOND);
    return list;
}

static void add_clips(json_t *to, const pelt_model *model)
{
    json_t *list = add_list(to, "clips");
    pelt_clip_info clip;
    const format_pages *pages = find_section(model, FORMAT_PAGES, sizeof *pages);
    if (pages != NULL)
        json_out_add(to, ".pages:j",
                     json_out_add(json_object(), "count:u bytes:u offset:u", pages->page_count,
                                  pages->page_bytes, pages->offset));
    for (uint32_t i = 0; pelt_clip_get(&clip, model, i) == PELT_OK; i++) {
        double way[3];
        box3 box;
        char text[128]; /* jansson's own texts have exponents of three digits on Windows */
        root_way(way, model, i);
        json_t *told = json_out_add(
            list, "index:u name:t start:n end:n tracks:u events:j box:j travel:j", i, clip.name,
            clip.start / (double)PELT_TICKS_PER_SECOND, clip.end / (double)PELT_TICKS_PER_SECOND,
            stored_clip(model, i)->track_count, events_json(model, i), json_null(),
            json_pack("[f, f, f]", way[0], way[1], way[2]));
        if (clip_box(&box, model, i)) {
            snprintf(text, sizeof text, "%.6g %.6g %.6g to %.6g %.6g %.6g", box.low[0], box.low[1],
                     box.low[2], box.high[0], box.high[1], box.high[2]);
            json_out_add(told, "box:j .box:t",
                         json_pack("[f, f, f, f, f, f]", box.low[0], box.low[1], box.low[2],
                                   box.high[0], box.high[1], box.high[2]),
                         text);
        }
        snprintf(text, sizeof text, "%.6g %.6g and turns %.6g", way[0], way[1], way[2]);
        if (way[0] != 0 || way[1] != 0 || way[2] != 0)
            json_out_add(told, ".way:t", text);
    }
}

/// The whole /////////////////////////////////////////////////////////////////////////////////////

/* The number of places in [first, end) with a weight. */
static uint32_t mask_places(const uint8_t *mask, uint32_t first, uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t i = first; mask != NULL && i < end; i++)
        count += mask[i] > 0;
    return count;
}

static void add_masks(json_t *to, const pelt_model *model)
{
    json_t *list = add_list(to, "masks");
    const char *name;
    for (uint32_t i = 0; (name = play_mask_name(model, i)) != NULL; i++) {
        const uint8_t *mask = pelt_mask_find(model, name);
        json_out_add(list, "name:t joints:u meshes:u", name,
                     mask_places(mask, 0, model->joint_count),
                     mask_places(mask, model->joint_count, PELT_MASK_BYTES(model)));
    }
}

static void add_expressions(json_t *to, const pelt_model *model)
{
    static const char *const kinds[] = {"other", "blink", "look", "mouth"};
    pelt_expression_info info;
    json_t *list = NULL;
    for (uint32_t i = 0; pelt_expression_get(&info, model, i) == PELT_OK; i++) {
        list = i == 0 ? add_list(to, "expressions") : list;
        json_out_add(list, "name:t kind:t binary:b", info.name, kinds[info.kind], info.is_binary);
    }
}

/* An encoding may be of a later version. */
static void add_table(json_t *to, const char *file, const blob_table *table, size_t file_bytes)
{
    const format_header *header = &table->header;
    const encoding_traits *encoding =
        header->encoding >= PELT_EXACT && header->encoding <= PELT_LEAN
            ? traits_of((pelt_encoding)header->encoding)
            : NULL;
    json_out_add(to,
                 "input:t bytes:u format:i encoding:t precision:t endian:t unit_shift:i crc:u "
                 ".crc:j .size:z",
                 file, header->blob_bytes, header->version,
                 encoding == NULL ? NULL : encoding->name,
                 encoding == NULL ? NULL : encoding->number, table->big_endian ? "big" : "little",
                 (int)header->unit_shift, header->crc, crc_json(header->crc),
                 header->blob_bytes != file_bytes ? file_bytes : 0);
    add_sections(to, table);
}

static bool add_blob(json_t *to, const char *file, const uint8_t *bytes, size_t size_bytes, diag *d)
{
    blob_table table;
    pelt_model model;
    if (!blob_table_read(&table, bytes, size_bytes))
        return diag_fail(d, DIAG_INVALID, "not a pelt blob, byte 0, bake a glTF file first");
    add_table(to, file, &table, size_bytes);
    const pelt_status status = play_open_model(&model, bytes, size_bytes);
    json_out_add(to, ".foreign:b", status == PELT_E_BYTE_ORDER);
    if (status == PELT_E_BYTE_ORDER)
        return true;
    if (status != PELT_OK)
        return play_refuse(d, bytes, status);
    json_out_add(to, "arena_bytes:z joints:u .swings:b", play_arena_bytes(&model),
                 model.joint_count, pelt_springs_bytes_get(&model) > 0);
    add_joints(to, &model);
    add_skins(to, &model);
    add_meshes(to, &model);
    add_textures(to, &model);
    add_root(to, &model);
    add_clips(to, &model);
    add_masks(to, &model);
    add_expressions(to, &model);
    return true;
}

bool cmd_info(command_line *line, diag *d)
{
    FREED void *bytes = NULL;
    size_t size_bytes = 0;
    json_auto_t *out = json_object();
    const bool ok = read_file(&bytes, &size_bytes, line->in, d) &&
                    add_blob(out, line->in, bytes, size_bytes, d);
    if (!line->json && json_object_size(out) > 0)
        json_out_tell(out, form);
    return ok && (line->json ? json_out_print(out, d) : output_flush(d));
}
