/* SPDX-License-Identifier: MIT */
/* Plays a baked character through the device library. */
#include "play/play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/texel.h"
#include "pelt/motion.h"
#include "port/vector/floats.h"
#include "src/blob/format.h"

static bool played(diag *d, pelt_status status)
{
    return status == PELT_OK ||
           diag_fail(d, DIAG_INVALID, "%s, playing the blob, bake it again with this version",
                     pelt_status_describe(status));
}

/* Values that stages.inc takes by NAME(...): the member of `play` with the stages, and the
 * fraction bits of an output, of rotations, scales and directions, and of model matrices. */
#define STAGES_q16 fixed
#define STAGES_f32 real
#define WORD_BITS_q16 16
#define WORD_BITS_f32 0
#define UNIT_BITS_q16 30
#define UNIT_BITS_f32 0
#define MATRIX_BITS_q16 29
#define MATRIX_BITS_f32 0
/* The largest number of an output, as it is stored, and the largest weight; and rounding to a number. */
#define MOST_WORD_q16 2147483647.0
#define MOST_WORD_f32 1e30
#define MOST_WEIGHT_q16 64
#define MOST_WEIGHT_f32 1e6
#define ROUND_q16 lrint
#define ROUND_f32

static bool is_whole(const play_layer *layer)
{
    return !layer->additive && layer->mask == NULL;
}

#define HALF_TURN_q16 PELT_HALF_TURN_Q16
#define HALF_TURN_f32 PELT_HALF_TURN_F32

static bool fail_place(const double place[3], const pelt_model *model, diag *d)
{
    const double most = model->encoding == PELT_FLOAT ? 1e30 : ldexp(32768, model->unit_shift);
    return diag_fail(d, DIAG_INVALID,
                     "%.6g,%.6g,%.6g is out of the model's space, command line, "
                     "places are within %.6g",
                     place[0], place[1], place[2], most);
}

static bool is_float(const play *p)
{
    return p->model.encoding == PELT_FLOAT;
}

/* The power of two from lengths in poses and model matrices to glTF units. */
static int length_exponent(const play *p)
{
    return is_float(p) ? 0 : p->model.unit_shift - (int)p->model.length_bits;
}

#define num int32_t
#define NAME(name) name##_q16
#include "play/stages.inc"
#undef num
#undef NAME
#define num float
#define NAME(name) name##_f32
#include "play/stages.inc"

/* Calls the function for the model's arithmetic. */
#define OF(model, name, ...)                                                                       \
    ((model).encoding == PELT_FLOAT ? name##_f32(__VA_ARGS__) : name##_q16(__VA_ARGS__))

pelt_status play_open_model(pelt_model *model, const void *blob, size_t bytes)
{
    static const pelt_family *const families[] = {&pelt_exact_volume, &pelt_lean_volume,
                                                  &pelt_float_volume};
    pelt_status status = PELT_E_FAMILY;
    pelt_leave_floats_unfused(); /* so that float bakes are the same on every machine */
    for (size_t i = 0; i < sizeof families / sizeof *families && status == PELT_E_FAMILY; i++)
        status = pelt_model_open(model, blob, bytes, families[i]);
    return status;
}

bool play_refuse(diag *d, const void *blob, pelt_status status)
{
    uint16_t version = PELT_FORMAT_VERSION;
    if (status == PELT_E_VERSION) /* the status may also mean an unknown required section */
        memcpy(&version, (const uint8_t *)blob + 4, sizeof version);
    if (version == PELT_FORMAT_VERSION)
        return diag_fail(d, DIAG_INVALID, "%s, blob header or content, bake the file again",
                         pelt_status_describe(status));
    return diag_fail(d, DIAG_INVALID,
                     "a blob of format %u, byte 4, this tool reads format %d: bake the glTF file "
                     "again",
                     version, PELT_FORMAT_VERSION);
}

const char *play_mask_name(const pelt_model *model, uint32_t index)
{
    uint32_t bytes, offset;
    const uint32_t size = format_mask_bytes((uint32_t)PELT_MASK_BYTES(model));
    const uint8_t *at = pelt_section_find(&bytes, model, FORMAT_MASKS);
    if (at == NULL || index >= bytes / size)
        return NULL;
    memcpy(&offset, at + (size_t)index * size, sizeof offset);
    return offset < model->names_bytes ? (const char *)model->blob + model->names + offset : "";
}

size_t play_arena_bytes(const pelt_model *model)
{
    return pelt_stages_bytes_get(model) + pelt_springs_bytes_get(model);
}

/* As many as materials have numbers. */
static void make_shifts(play *p)
{
    pelt_part_info part;
    for (uint32_t m = 0; m < p->model.mesh_count; m++)
        for (uint32_t i = 0; pelt_part_get(&part, &p->model, m, i) == PELT_OK; i++)
            if (part.texture != PELT_NONE && part.material != PELT_NONE &&
                part.material >= p->shift_count)
                p->shift_count = part.material + 1;
    p->shifts = region_calloc(&p->memory, p->shift_count, sizeof *p->shifts);
}

/* Textures stand where the last clip that has half of a weight or more has them. */
static void set_shifts(play *p, int clip, pelt_time time)
{
    memset(p->shifts, 0, p->shift_count * sizeof *p->shifts);
    const play_layer one = {.clip = clip, .time = time, .weight = 1};
    const play_layer *layers = p->layers != NULL ? p->layers : &one;
    const uint32_t count = p->layers != NULL ? p->layer_count : 1;
    for (uint32_t i = 0; i < count; i++)
        if (layers[i].clip >= 0 && layers[i].weight >= 0.5)
            (void)pelt_texture_shifts_get(p->shifts, p->shift_count, &p->model,
                                          (uint32_t)layers[i].clip, layers[i].time);
}

bool play_open(play *p, const void *blob, size_t bytes, diag *d)
{
    memset(p, 0, sizeof *p);
    pelt_status status = play_open_model(&p->model, blob, bytes);
    if (status == PELT_OK)
        status = pelt_lods_open(&p->lods, &p->model);
    if (status != PELT_OK)
        return play_refuse(d, blob, status);
    make_shifts(p);
    if (p->model.joint_count == 0)
        return true; /* nothing is drawn, so nothing is allocated */
    const size_t arena_bytes = play_arena_bytes(&p->model);
    uint32_t largest = 0;
    for (uint32_t m = 0; m < p->model.mesh_count; m++) {
        pelt_mesh_info info;
        if (pelt_mesh_get(&info, &p->model, m) == PELT_OK && info.vertex_count > largest)
            largest = info.vertex_count;
    }
    p->vertices = region_calloc(&p->memory, largest, 24);
    status = pelt_arena_init(&p->arena, region_calloc(&p->memory, arena_bytes, 1), arena_bytes);
    if (status == PELT_OK)
        status = OF(p->model, allocate, p);
    if (!played(d, status)) {
        play_close(p);
        return false;
    }
    return true;
}

bool play_take_level(play *p, uint32_t level, diag *d)
{
    p->level = level;
    return level < p->lods.count ||
           diag_fail(d, DIAG_USAGE,
                     "--lod %u, command line, the coarsest level of detail that there is is %u: "
                     "`bake --lods` makes some",
                     level, p->lods.count - 1);
}

static int read_page(void *user, void *page, uint32_t offset, uint32_t bytes)
{
    const play *p = user;
    if (offset > p->file_bytes || bytes > p->file_bytes - offset)
        return 1;
    memcpy(page, (const uint8_t *)p->file + offset, bytes);
    return 0;
}

/* Pages go through one buffer. */
static pelt_status open_pages(play *p, const void *file, size_t bytes)
{
    uint32_t section_bytes, page_bytes;
    const void *section = pelt_section_find(&section_bytes, &p->store, FORMAT_PAGES);
    if (section == NULL || section_bytes < sizeof page_bytes)
        return PELT_OK;
    memcpy(&page_bytes, section, sizeof page_bytes);
    page_bytes = page_bytes < FORMAT_MAX_PAGE_BYTES ? page_bytes : FORMAT_MAX_PAGE_BYTES;
    p->file = file;
    p->file_bytes = bytes;
    void *page = region_calloc(&p->memory, page_bytes, 1);
    return pelt_pages_open(&p->pages, &p->store, read_page, p, page, page_bytes);
}

bool play_take_clips(play *p, const void *store, size_t bytes, diag *d)
{
    pelt_arena arena;
    pelt_status status = play_open_model(&p->store, store, bytes);
    if (status != PELT_OK)
        return play_refuse(d, store, status);
    status = open_pages(p, store, bytes);
    if (status != PELT_OK)
        return play_refuse(d, store, status);
    const size_t arena_bytes = pelt_clips_bytes_get(&p->store);
    status = pelt_arena_init(&arena, region_calloc(&p->memory, arena_bytes, 1), arena_bytes);
    if (status == PELT_OK)
        status = pelt_clips_open(&p->model, &p->store, &arena);
    return status == PELT_OK ||
           diag_fail(d, DIAG_INVALID,
                     "the store's encoding, joints, rests or scales are not the model's, --clips, "
                     "bake the model --without-clips with the store's clips, or with --clips-from");
}

void play_close(play *p)
{
    free(p->tails);
    free(p->given);
    region_free(&p->memory);
    memset(p, 0, sizeof *p);
}

void play_set_morph(play *p, const double *weights, uint32_t count)
{
    free(p->given);
    p->given = NULL;
    p->given_count = 0;
    if (weights == NULL)
        return;
    p->given = diag_calloc(count + 1u, sizeof *p->given);
    memcpy(p->given, weights, count * sizeof *weights);
    p->given_count = count;
}

bool play_pose(play *p, int clip, pelt_time time, diag *d)
{
    set_shifts(p, clip, time);
    return p->model.joint_count == 0 || OF(p->model, play_pose, p, clip, time, d);
}

bool play_swing(play *p, uint32_t rate_hz, diag *d)
{
    const size_t bytes = pelt_springs_bytes_get(&p->model);
    pelt_arena arena;
    free(p->tails);
    p->tails = diag_calloc(bytes + 8u, 1);
    pelt_status status = pelt_arena_init(&arena, p->tails, bytes + 8u);
    if (status == PELT_OK)
        status = OF(p->model, swing, p, rate_hz, &arena);
    return played(d, status);
}

bool play_tail(uint32_t *joint, double place[3], const play *p, uint32_t index)
{
    return OF(p->model, tail, joint, place, p, index);
}

bool play_collider(double from[3], double to[3], double *radius, const play *p, uint32_t index)
{
    return OF(p->model, collider, from, to, radius, p, index);
}

trs play_local(const play *p, uint32_t joint)
{
    return OF(p->model, local, p, joint);
}

mat34 play_joint(const play *p, uint32_t joint)
{
    return OF(p->model, joint, p, joint);
}

double play_weight(const play *p, uint32_t index)
{
    return p->model.encoding == PELT_FLOAT ? (double)p->real.pose.weights[index]
                                           : p->fixed.pose.weights[index] / 65536.0;
}

mat34 play_entry(const play *p, uint32_t skin, uint32_t entry)
{
    return OF(p->model, entry, p, skin, entry);
}

bool play_mesh(play *p, uint32_t mesh, double (*positions)[3], double (*normals)[3], diag *d)
{
    pelt_mesh_info info;
    return played(d, pelt_mesh_lod(&info, &p->lods, mesh, p->level)) &&
           played(d,
                  OF(p->model, mesh, p, mesh, &info, positions, info.has_normals ? normals : NULL));
}

bool play_checksum(uint32_t *crc, play *p, diag *d)
{
    pelt_mesh_info info;
    *crc = 0;
    for (uint32_t m = 0; pelt_mesh_lod(&info, &p->lods, m, p->level) == PELT_OK; m++) {
        if (!played(d, OF(p->model, skin, p, m, &info, info.has_normals)))
            return false;
        const uint32_t *words = p->vertices; /* six words for each */
        for (uint32_t v = 0; v < info.vertex_count; v++, words += 6)
            *crc = pelt_crc32_update(*crc, words, info.has_normals ? 6 : 3);
    }
    return true;
}

bool play_bounds(play *p, uint32_t mesh, double low[3], double high[3], diag *d)
{
    pelt_mesh_info info;
    uint32_t bytes;
    if (!played(d, pelt_mesh_get(&info, &p->model, mesh)))
        return false;
    if (pelt_section_find(&bytes, &p->model, FORMAT_BOXES) == NULL)
        return diag_fail(d, DIAG_INVALID,
                         "the blob has no boxes, section BOXS, bake it without --no-boxes");
    return played(d, OF(p->model, bounds, p, mesh, &info, low, high));
}

bool play_tangents(play *p, uint32_t mesh, double (*tangents)[4], diag *d)
{
    pelt_mesh_info info;
    return played(d, pelt_mesh_lod(&info, &p->lods, mesh, p->level)) &&
           played(d, OF(p->model, tangents, p, mesh, &info, tangents));
}

/// Textures //////////////////////////////////////////////////////////////////////////////////////

const char *const play_texels[4] = {"", "i4", "i8", "rgb565"};
const char *const play_wraps[4] = {"", "repeat", "mirror", "clamp"};

void play_texel(uint8_t rgba[4], const pelt_texture_info *t, uint32_t texel)
{
    const uint32_t x = texel % t->width;
    const uint8_t *row = (const uint8_t *)t->rows + (size_t)(texel / t->width) * t->row_bytes;
    const uint32_t stored = t->texels == PELT_TEXELS_I4   ? row[x / 2] >> (x % 2 * 4) & 15u
                            : t->texels == PELT_TEXELS_I8 ? row[x]
                                                          : ((const uint16_t *)t->rows)[texel];
    texture_texel(rgba, stored, t->colours, t->clear);
}
