/* SPDX-License-Identifier: MIT */
/* Opens the clips of a store for a model: finds its joints in the model by their names and compares
 * what its tracks rely on. Both blobs have been checked. */
#include <stdbool.h>

#include "../base/arena.h"
#include "../base/fixed.h"
#include "../blob/stored.h"
#include "content.h"

#define LENGTH_STEPS 1024 /* of rests that count as equal: 2^-10 of a unit, in lean 2^-14 */
#define TURN_STEPS ((int32_t)1 << 18) /* 2^-12 */
#define FLOAT_STEPS 4096              /* 2^-11 of their size at most */
#define FLOAT_ZERO 0x39000000u        /* 2^-13: below it floats count as 0 */

typedef struct pairing {
    const pelt_model *model, *store;
    /* The model's index of each joint of the store and, behind them, of each of its targets, or
     * FORMAT_LEFT_OUT; NULL: the indices are the same. */
    const uint16_t *joints;
    int32_t shift; /* from lengths of the store to those of the model, in bits */
    uint32_t track_count;
} pairing;

/* The names of joints or of morph targets. */
typedef struct name_list {
    const char *names;
    const uint32_t *offsets; /* in names, every `stride` */
    uint32_t stride, count;
} name_list;

static name_list joint_names(const pelt_model *model)
{
    const name_list list = {stored_name(model, 0), &stored_joints(model)->name,
                            (uint32_t)sizeof(format_joint) / 4u, model->joint_count};
    return list;
}

static name_list target_names(const pelt_model *model)
{
    name_list list = {NULL, NULL, 1, 0};
    list.offsets = (const uint32_t *)pelt_section_find(&list.count, model, FORMAT_TARGETS);
    list.count = list.offsets == NULL ? 0u : list.count / 4u;
    if (list.count > 0u)
        list.names = stored_name(model, 0);
    return list;
}

static uint32_t joint_of(const pairing *p, uint32_t joint)
{
    return joint == PELT_NO_JOINT || p->joints == NULL ? joint : p->joints[joint];
}

static bool are_same(const name_list *a, uint32_t index, const name_list *b, uint32_t other)
{
    return same_name(a->names + a->offsets[index * a->stride],
                     b->names + b->offsets[other * b->stride]);
}

/* Whether each name of the store is the model's of the same index. */
static bool names_are_same(const name_list *model, const name_list *store)
{
    uint32_t i = 0;
    if (store->count > model->count)
        return false;
    while (i < store->count && are_same(store, i, model, i))
        i++;
    return i == store->count;
}

/* Fills map[store's count]. A name is looked for behind the one that was found before. */
static void find_names(uint16_t *map, const name_list *model, const name_list *store)
{
    const uint32_t count = model->count;
    uint32_t at = 0;
    for (uint32_t i = 0; i < store->count; i++) {
        uint32_t left = count;
        for (; left > 0u && !are_same(store, i, model, at); left--)
            at = at + 1u < count ? at + 1u : 0u;
        map[i] = (uint16_t)(left > 0u ? at++ : FORMAT_LEFT_OUT);
        at = at < count ? at : 0u;
    }
}

/// Rests /////////////////////////////////////////////////////////////////////////////////////////

/* A float's bits as a number that grows with it, without an FPU. */
static int32_t ordered(uint32_t bits)
{
    const uint32_t size = bits & 0x7FFFFFFFu;
    const int32_t from_zero = (int32_t)(size > FLOAT_ZERO ? size - FLOAT_ZERO : 0u);
    return (bits >> 31) != 0u ? -from_zero : from_zero;
}

/* Whether words of two rests are equal, within steps, or opposite. */
static bool words_near(const pairing *p, const uint32_t *stored, const uint32_t *own,
                       uint32_t count, int32_t shift, bool opposite, int32_t steps)
{
    const bool real = p->model->encoding == PELT_FLOAT;
    if (real)
        steps = FLOAT_STEPS;
    for (; count > 0u; count--, stored++, own++) {
        int64_t a = real ? ordered(*stored) : (int32_t)*stored;
        const int64_t b = real ? ordered(*own) : (int32_t)*own;
        /* |a| <= 2^31, |shift| <= 30 */
        a = shift < 0 ? a >> -shift : (int64_t)((uint64_t)a << shift);
        const int64_t off = opposite ? a + b : a - b;
        if (off > steps || off < -steps)
            return false;
    }
    return true;
}

/* A joint's rotation and translation at rest. */
static const uint32_t *rest_of(const pelt_model *model, uint32_t joint)
{
    return (const uint32_t *)stored_rest(model, joint);
}

static const uint32_t *scale_of(const pelt_model *model, uint32_t joint)
{
    static const uint32_t ones[2][3] = {{(uint32_t)1 << 30, (uint32_t)1 << 30, (uint32_t)1 << 30},
                                        {0x3F800000u, 0x3F800000u, 0x3F800000u}};
    const uint32_t *words = rest_of(model, model->joint_count);
    for (uint32_t left = rest_of(model, 0)[-1]; left > 0u; left--, words += FORMAT_SCALE_WORDS)
        if (words[0] == joint)
            return words + 1;
    return ones[model->encoding == PELT_FLOAT];
}

/// Tracks ////////////////////////////////////////////////////////////////////////////////////////

/* Whether a translation stays below 2^30 after a shift; curves are below 2^(30 - form). */
static bool length_fits(const format_track *track, const uint8_t *keys, int32_t shift)
{
    const uint8_t *values = keys + track->values;
    if (shift <= 0)
        return true;
    if (format_interpolation_of(track->kind) != FORMAT_CONSTANT)
        return ((const format_curve *)(const void *)values)->form >= shift;
    const int32_t most = (((int32_t)1 << 30) - 1) >> shift;
    for (unsigned i = 0; i < 3u; i++) {
        const int32_t length = ((const int32_t *)(const void *)values)[i];
        if (length > most || length < -most)
            return false;
    }
    return true;
}

/* Whether vertices of the model rely on joints that keep their scale. */
static bool has_unit_normals(const pelt_model *model)
{
    for (uint32_t m = 0; m < model->mesh_count; m++) {
        const format_mesh *mesh = stored_mesh(model, m);
        for (uint32_t i = 0; i < mesh->run_count; i++)
            if ((stored_run(model, mesh->first_run + i)->flags & FORMAT_RUN_UNIT_NORMALS) != 0u)
                return true;
    }
    return false;
}

/* What a track moves in the model, by `joints` as in a pairing; weights of whole meshes move nothing. */
static uint32_t taker_of(const uint16_t *joints, uint32_t joint_count, const format_track *track)
{
    if (format_path_of(track->kind) != FORMAT_WEIGHTS)
        return joints[track->joint];
    return (track->kind & FORMAT_ONE_TARGET) != 0u ? joints[joint_count + track->joint]
                                                   : FORMAT_LEFT_OUT;
}

/* A model without targets takes no weights, but need not make tracks without them. */
static bool is_left_out(const pairing *p, const format_track *track)
{
    if (format_path_of(track->kind) == FORMAT_WEIGHTS && p->model->target_count == 0u)
        return false;
    if (p->joints == NULL)
        return format_path_of(track->kind) == FORMAT_WEIGHTS &&
               (track->kind & FORMAT_ONE_TARGET) == 0u;
    return taker_of(p->joints, p->store->joint_count, track) == FORMAT_LEFT_OUT;
}

static bool track_fits(const pairing *p, const format_track *track)
{
    const uint32_t joint = joint_of(p, track->joint), path = format_path_of(track->kind);
    const uint32_t *stored = rest_of(p->store, track->joint), *own = rest_of(p->model, joint);
    if (path == FORMAT_ROTATION)
        return words_near(p, stored, own, 4, 0, false, TURN_STEPS) ||
               words_near(p, stored, own, 4, 0, true, TURN_STEPS);
    if (path == FORMAT_TRANSLATION)
        return words_near(p, stored + 4, own + 4, 3, p->shift, false, LENGTH_STEPS) &&
               length_fits(track, stored_keys(p->store), p->shift);
    return words_near(p, scale_of(p->store, track->joint), scale_of(p->model, joint), 3, 0, false,
                      TURN_STEPS) &&
           !has_unit_normals(p->model);
}

/* Whether the joints and all tracks that are not left out fit; *all: none is left out. */
static bool tracks_fit(bool *all, const pairing *p)
{
    *all = true;
    for (uint32_t i = 0; i < p->store->joint_count; i++) {
        const uint32_t joint = joint_of(p, i);
        const format_joint *stored = stored_joints(p->store) + i;
        if (joint == FORMAT_LEFT_OUT)
            continue;
        const format_joint *own = stored_joints(p->model) + joint;
        /* A parent that is left out has the number of no parent. */
        if (joint_of(p, stored->parent) != own->parent ||
            (stored->parent != PELT_NO_JOINT && own->parent == PELT_NO_JOINT) ||
            stored->scale_shift != own->scale_shift)
            return false;
    }
    for (uint32_t i = 0; i < p->track_count; i++) {
        const format_track *track = stored_track(p->store, i);
        if (is_left_out(p, track))
            *all = false;
        else if (format_path_of(track->kind) != FORMAT_WEIGHTS && !track_fits(p, track))
            return false;
    }
    return true;
}

/* Writes tracks with the model's joints and targets, by `joints` as in a pairing. */
static void move_tracks(format_track *moved, const format_track *tracks, uint32_t count,
                        const uint16_t *joints, uint32_t joint_count)
{
    for (; count > 0u; count--, tracks++, moved++) {
        moved->joint = (uint16_t)taker_of(joints, joint_count, tracks);
        moved->kind =
            moved->joint == FORMAT_LEFT_OUT ? 4u * FORMAT_WEIGHTS + FORMAT_CONSTANT : tracks->kind;
        moved->values = tracks->values;
    }
}

static uint32_t count_tracks(const pelt_model *store)
{
    uint32_t bytes = 0;
    (void)pelt_section_find(&bytes, store, FORMAT_TRACKS);
    return bytes / (uint32_t)sizeof(format_track);
}

/* The joints and targets of the model stand behind the tracks that were moved when it was opened. */
bool pelt_content_move(stored_tracks *from, const pelt_model *model)
{
    format_track *moved = (format_track *)model->moved;
    for (uint32_t i = 0; i < from->count; i++)
        if (format_path_of(from->tracks[i].kind) == FORMAT_TRANSLATION &&
            !length_fits(&from->tracks[i], from->keys, model->store_shift))
            return false;
    if (moved != NULL) {
        move_tracks(moved, from->tracks, from->count,
                    (const uint16_t *)(const void *)(moved + count_tracks(model->store)),
                    model->store->joint_count);
        from->tracks = moved;
    }
    return true;
}

/* The lengths of a moment of a clip, in the model's unit to nearest. */
static void shift_lengths(void *sampled, const stored_tracks *from, int32_t shift)
{
    pelt_local_q16 *locals = (pelt_local_q16 *)sampled;
    for (uint32_t i = 0; i < from->count; i++) {
        const format_track *track = from->tracks + i;
        if (format_path_of(track->kind) != FORMAT_TRANSLATION)
            continue;
        int32_t *t = locals[track->joint].translation;
        for (unsigned k = 0; k < 3u; k++)
            t[k] = fx_shifted(t[k], shift);
    }
}

/// Opening ///////////////////////////////////////////////////////////////////////////////////////

size_t pelt_clips_bytes_get(const pelt_model *store)
{
    if (store == NULL)
        return 0;
    return (size_t)pelt_arena_bytes(count_tracks(store), sizeof(format_track), 0) +
           pelt_arena_bytes(store->joint_count + target_names(store).count, sizeof(uint16_t), 0);
}

/* Takes what other joints than the model's need: tracks, which stay, and the map, which stays where
 * pages bring more tracks. */
static pelt_status open_moved(pairing *p, format_track **moved, pelt_arena *arena)
{
    const name_list joints = joint_names(p->store), own = joint_names(p->model);
    const name_list targets = target_names(p->store);
    name_list own_targets = target_names(p->model);
    if (own_targets.count > p->model->target_count)
        own_targets.count = p->model->target_count;
    const bool same = names_are_same(&own, &joints) &&
                      (p->model->target_count == 0u || names_are_same(&own_targets, &targets));
    bool all = true;
    if (same && !tracks_fit(&all, p))
        return PELT_E_MISMATCH;
    if (same && all)
        return PELT_OK;
    if (arena == NULL)
        return PELT_E_ARGUMENT;
    const uint32_t before = arena->used_bytes;
    format_track *tracks =
        (format_track *)pelt_arena_take(arena, pelt_arena_bytes(p->track_count, sizeof *tracks, 0));
    uint32_t after = arena->used_bytes;
    uint16_t *map = (uint16_t *)pelt_arena_take(
        arena, pelt_arena_bytes(joints.count + targets.count, sizeof *map, 0));
    pelt_status status = tracks == NULL || map == NULL ? PELT_E_ARENA : PELT_OK;
    if (status == PELT_OK) {
        find_names(map, &own, &joints);
        find_names(map + joints.count, &own_targets, &targets);
        p->joints = map;
        status = tracks_fit(&all, p) ? PELT_OK : PELT_E_MISMATCH;
    }
    if (p->store->pages != NULL)
        after = arena->used_bytes;
    if (status == PELT_OK)
        move_tracks(tracks, stored_track(p->store, 0), p->track_count, map, joints.count);
    arena->used_bytes = status == PELT_OK ? after : before;
    *moved = tracks;
    return status;
}

pelt_status pelt_clips_open(pelt_model *model, const pelt_model *store, pelt_arena *arena)
{
    if (model == NULL || store == NULL || model->blob == NULL || store->blob == NULL)
        return PELT_E_ARGUMENT;
    if ((model->encoding == PELT_FLOAT) != (store->encoding == PELT_FLOAT))
        return PELT_E_ARITHMETIC;
    const int32_t shift = store->unit_shift - model->unit_shift;
    if (model->encoding != store->encoding || store->store != NULL || shift > 30 || shift < -30)
        return PELT_E_MISMATCH;
    uint32_t bytes;
    if (store->pages == NULL && pelt_section_find(&bytes, store, FORMAT_PAGES) != NULL)
        return PELT_E_PAGE;
    pairing p = {model, store, NULL, shift, count_tracks(store)};
    format_track *moved = NULL;
    const pelt_status status = open_moved(&p, &moved, arena);
    if (status != PELT_OK)
        return status;
    model->store = store;
    model->moved = moved;
    model->store_shift = shift;
    model->adapt = shift != 0 ? shift_lengths : NULL;
    model->clip_count = store->clip_count;
    model->clips = store->clips;
    model->tracks = store->tracks;
    model->keys = store->keys;
    model->pages = store->pages;
    model->find = store->find;
    return PELT_OK;
}
