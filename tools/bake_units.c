/* SPDX-License-Identifier: MIT */
/*
 * Powers of two that bring a q16 or q12 model into its formats.
 *
 * With u = unit_shift and e = scale_shift of a joint, p of its parent (0 at a root), the stored
 * model matrix is 3x3 = G3 2^-e, translation = g 2^-u; hence
 *   local translation t 2^(p - u), local scale s 2^(p - e), inverse bind 2^(e - u) (B3 | b)
 * whose product with the model matrix is 2^-u (G B): internal units.
 */
#include <stdlib.h>

#include "bake_internal.h"

#define FRAME_SLACK (1 + 1e-6)        /* rounding of a unit matrix must not cost it a bit */
#define MOST_BIND_BITS 6              /* of a 3x3 that the bind pose may take from the clips */
#define REST_SCALE_LIMIT 1.999999     /* Q30 in 32 bits */
#define TRACK_SCALE_LIMIT 0.999999999 /* keys are below 2^30 */
#define LENGTH_LIMIT 1023.9           /* internal units */
#define ENTRY_LIMIT (1.0 / 64 - 1e-9) /* Q37 in 32 bits */
#define BIND_COORDINATE_LIMIT 2048.0  /* half of what a palette entry can add */
#define LARGEST_SHIFT 1000 /* its powers of two and their neighbours are finite in double */
#define MOST_SHRINK 64
#define MOST_UNIT_STEPS 64
#define MOST_COARSER 12      /* steps from the unit that a model wants to the one that is forced */
#define MOST_COARSER_LEAN 6  /* its outputs have 17 bits */
#define OUTPUT_BITS 16 /* fraction bits of skinned coordinates */

int bake_exponent(double x)
{
    int exponent = 0;
    if (x > 0)
        frexp(x, &exponent);
    return exponent;
}

int32_t bake_round(double value, double limit)
{
    if (!(value > -limit))
        return (int32_t)-limit;
    return value < limit ? (int32_t)llrint(value) : (int32_t)limit;
}

static int frame_of(const baker *b, uint32_t joint)
{
    return joint == BAKE_NONE ? 0 : b->joints[joint].scale_shift;
}

int bake_pose_unit(const baker *b)
{
    return b->unit_shift - (b->lean ? BAKE_LEAN_POSE_BITS : 0);
}

int bake_translation_exponent(const baker *b, uint32_t joint)
{
    return frame_of(b, b->joints[joint].parent) - bake_pose_unit(b);
}

int bake_scale_exponent(const baker *b, uint32_t joint)
{
    return frame_of(b, b->joints[joint].parent) - b->joints[joint].scale_shift;
}

static double largest_of(const double v[3])
{
    return fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
}

/* Extremes over rest and all clips. */
static bake_range whole_range(const baker *b, uint32_t joint)
{
    bake_range whole = {0};
    for (size_t i = 0; i <= b->s->clip_count; i++) {
        const bake_range *range = &b->ranges[i * b->joint_count + joint];
        whole.norm = fmax(whole.norm, range->norm);
        whole.origin = fmax(whole.origin, range->origin);
        whole.translation = fmax(whole.translation, range->translation);
        whole.scale = fmax(whole.scale, range->scale);
    }
    return whole;
}

/* Smallest e with x 2^-e <= limit. */
static int least_shift(double x, double limit)
{
    int shift = bake_exponent(x / limit);
    while (x > 0 && ldexp(x, -(shift - 1)) <= limit)
        shift--;
    return shift;
}

/* Frames for the clips, and for the bind pose as far as that costs no more than `bits`. False where
 * the bind pose would need more. */
static bool choose_frames(baker *b, const mat34 *bind, int bits)
{
    bool bind_fits = true;
    for (uint32_t i = 0; i < b->joint_count; i++) {
        bake_joint *joint = &b->joints[i];
        const bake_range range = whole_range(b, i);
        const double bind_norm = matrix_norm(&bind[i]);
        const int parent = frame_of(b, joint->parent);
        int shift = range.norm > 0 ? least_shift(range.norm, FRAME_SLACK) : parent;
        const double limit = joint->scale_moves ? TRACK_SCALE_LIMIT : REST_SCALE_LIMIT;
        if (range.scale > 0 && shift < parent + least_shift(range.scale, limit))
            shift = parent + least_shift(range.scale, limit);
        const int for_clips = shift;
        if (bind_norm > 0 && shift < least_shift(bind_norm, FRAME_SLACK))
            shift = least_shift(bind_norm, FRAME_SLACK);
        const double bind_scale = largest_of(joint->bind.s);
        if (bind_scale > 0 && shift < parent + least_shift(bind_scale, REST_SCALE_LIMIT))
            shift = parent + least_shift(bind_scale, REST_SCALE_LIMIT);
        if (shift > for_clips + bits) {
            bind_fits = false;
            shift = for_clips + bits;
        }
        joint->scale_shift = shift;
    }
    return bind_fits;
}

/* What of a folded inverse bind leaves its format, or NULL. */
static const char *entry_misfit(const baker *b, const bake_entry *entry)
{
    const mat34 m = bake_fold_entry(b, entry);
    for (int r = 0; r < 3; r++) {
        if (!(fabs(m.m[r][3]) <= LENGTH_LIMIT))
            return "vertices are too far from the joint that moves them";
        for (int c = 0; c < 3; c++)
            if (!(fabs(m.m[r][c]) <= ENTRY_LIMIT))
                return "inverse bind matrix is too large for its mesh";
    }
    return NULL;
}

/*
 * Grids finer than the output (Q16.16) only cost normals their bits: the kernels apply the same
 * matrix to them. Entries of a skinned mesh share a grid, rigid meshes have one each.
 */
static void coarsen_grids(baker *b)
{
    for (uint32_t i = 0; i < b->skin_count; i++) {
        const bake_skin *skin = &b->skins[i];
        const bool shared = skin->skin != BAKE_NONE;
        double norm = 0;
        for (uint32_t k = 0; k < skin->entry_count; k++) {
            bake_entry *entry = &skin->entries[k];
            if (!shared)
                norm = 0;
            if (entry->vertex_count > 0)
                norm = fmax(norm, whole_range(b, entry->joint).norm *
                                      matrix_norm(&entry->inverse_bind));
            if (shared && k + 1 < skin->entry_count)
                continue;
            double step = entry->step;
            while (norm > 0 && 2 * step * norm <= ldexp(1, b->unit_shift - OUTPUT_BITS))
                step *= 2;
            for (uint32_t n = shared ? 0 : k; n <= k; n++) {
                skin->entries[n].step = step;
                for (int c = 0; c < 3; c++)
                    skin->entries[n].origin[c] = rint(skin->entries[n].origin[c] / step) * step;
            }
        }
    }
}

/* Entries without vertices may have any grid: one that fits, with its origin at the joint. */
static void fit_unused(baker *b)
{
    for (uint32_t i = 0; i < b->skin_count; i++) {
        for (uint32_t k = 0; k < b->skins[i].entry_count; k++) {
            bake_entry *entry = &b->skins[i].entries[k];
            mat34 bind;
            if (entry->vertex_count > 0 || entry_misfit(b, entry) == NULL)
                continue;
            if (mat34_invert(&bind, &entry->inverse_bind))
                for (int c = 0; c < 3; c++)
                    entry->origin[c] = bind.m[c][3];
            for (int n = 0; n < MOST_UNIT_STEPS && entry_misfit(b, entry) != NULL; n++)
                entry->step /= 2;
        }
    }
}

/* The first thing that leaves its format at this unit, or NULL; *node is where. */
static const char *misfit(uint32_t *node, const baker *b)
{
    for (uint32_t i = 0; i < b->joint_count; i++) {
        const bake_range range = whole_range(b, i);
        *node = b->joints[i].node;
        if (abs(b->unit_shift) > LARGEST_SHIFT)
            return "what it moves is too far away";
        if (ldexp(range.origin, -bake_pose_unit(b)) > LENGTH_LIMIT)
            return "joint is too far from the origin";
        if (ldexp(range.translation, bake_translation_exponent(b, i)) > LENGTH_LIMIT)
            return "joint is too far from its parent";
        if (abs(b->joints[i].scale_shift) > LARGEST_SHIFT)
            return "scale is out of range";
    }
    for (uint32_t i = 0; i < b->skin_count; i++) {
        for (uint32_t k = 0; k < b->skins[i].entry_count; k++) {
            const bake_entry *entry = &b->skins[i].entries[k];
            if (entry->vertex_count == 0)
                continue;
            *node = b->joints[entry->joint].node;
            const char *what = entry_misfit(b, entry);
            if (what != NULL)
                return what;
        }
    }
    *node = 0;
    return bake_lean_fits(b, 1) ? NULL : "vertices are too far from the joints that move them";
}

/* The bind pose in the chosen units: model-space origins, locals, vertices as stored. */
static bool bind_fits_units(const baker *b, const mat34 *bind, int shrink)
{
    for (uint32_t i = 0; i < b->joint_count; i++) {
        for (int r = 0; r < 3; r++)
            if (!(fabs(ldexp(bind[i].m[r][3], -bake_pose_unit(b))) <= LENGTH_LIMIT))
                return false;
        const double t = largest_of(b->joints[i].bind.t);
        if (!(ldexp(t, bake_translation_exponent(b, i)) <= LENGTH_LIMIT))
            return false;
    }
    for (uint32_t i = 0; i < b->mesh_count; i++) {
        const bake_mesh *mesh = &b->meshes[i];
        const double reach = fmax(largest_of(mesh->low), largest_of(mesh->high));
        if (mesh->skin != BAKE_NONE &&
            !(ldexp(reach, -bake_pose_unit(b) - shrink) <= BIND_COORDINATE_LIMIT))
            return false;
    }
    return true;
}

static void bind_globals(mat34 *out, const baker *b)
{
    for (uint32_t i = 0; i < b->joint_count; i++) {
        const uint32_t parent = b->joints[i].parent;
        const mat34 local = trs_matrix(&b->joints[i].bind);
        out[i] = parent == BAKE_NONE ? local : mat34_mul(&out[parent], &local);
    }
}

/* The unit that the user asked for instead of the finest that fits: coarser ones fit as well. */
static bool force_unit(baker *b)
{
    const int least = b->unit_shift, forced = b->options->unit_shift;
    const int most = least + (b->lean ? MOST_COARSER_LEAN : MOST_COARSER);
    if (!b->options->forces_unit)
        return true;
    if (forced < least || forced > most)
        return diag_fail(b->d, DIAG_INVALID,
                         "a unit of 2^%d does not fit the model, --unit-shift, give one from %d "
                         "to %d", forced, least, most);
    if (forced > least + 4)
        diag_warn(b->options->file, "%d bits are lost to the unit of 2^%d, 2^%d would do",
                  forced - least, forced, least);
    b->unit_shift = forced;
    return true;
}

/* The unit that the vertices want, then *lost bits more, as much as the rest needs. NULL, or what
 * fits into none, at *node. */
static const char *choose_unit(int *lost, uint32_t *node, baker *b)
{
    double reach = b->lean ? b->stats->model_size : b->largest;
    for (uint32_t i = 0; !(reach > 0) && i < b->joint_count; i++)
        reach = fmax(reach, whole_range(b, i).origin);
    /* The largest coordinate into [32, 64); lean the size into [1, 2), or [0.5, 1) where that gives
     * no room for poses that go twice as far as the clips. */
    b->unit_shift = reach > 0 ? bake_exponent(reach) - (b->lean ? 1 : 6) : 0;
    const int wanted = b->unit_shift;
    const char *what;
    if (!bake_lean_fits(b, 2))
        b->unit_shift++;
    while ((what = misfit(node, b)) != NULL && b->unit_shift < wanted + MOST_UNIT_STEPS)
        b->unit_shift++;
    *lost = b->unit_shift - wanted;
    return what;
}

/* Units with the bind pose 2^shrink times smaller; it may not cost the vertices any bit. */
static bool try_bind(baker *b, mat34 *bind, int lost, int bits, int shrink)
{
    int lost_now;
    uint32_t node;
    bake_bind(b, shrink);
    bind_globals(bind, b);
    if (!choose_frames(b, bind, bits) || choose_unit(&lost_now, &node, b) != NULL ||
        lost_now > lost || !bind_fits_units(b, bind, shrink))
        return false;
    if (shrink > 0)
        diag_warn(b->options->file,
                  "the bind pose is much larger than the model and is stored 2^%d times smaller",
                  shrink);
    return true;
}

static void use_rest_as_bind(baker *b)
{
    for (uint32_t i = 0; i < b->joint_count; i++)
        b->joints[i].bind = b->joints[i].rest;
}

/* Units for the clips alone, with the rest pose instead of the bind pose. */
static bool ignore_bind(int *lost, baker *b, mat34 *bind)
{
    use_rest_as_bind(b);
    bind_globals(bind, b);
    choose_frames(b, bind, 0);
    uint32_t node = BAKE_NONE;
    const char *what = choose_unit(lost, &node, b);
    return what == NULL ||
           diag_fail(b->d, DIAG_INVALID, "%s, /nodes/%d: bring the model to one scale", what,
                     (int)node);
}

static void warn_of_bind(const baker *b)
{
    diag_warn(b->options->file, "the bind pose leaves the range, the rest pose stands for it");
}

bool bake_units(baker *b)
{
    const double shear = bake_bind(b, 0);
    if (shear > 1e-3)
        diag_warn(b->options->file, "the bind pose loses shear of %.3g", shear);

    mat34 *bind = diag_calloc(b->joint_count, sizeof *bind);
    if (!b->fixed) {
        bind_globals(bind, b);
        if (!bake_float_bind_fits(b, bind)) {
            warn_of_bind(b);
            use_rest_as_bind(b);
        }
        free(bind);
        return bake_float_fits(b);
    }
    int lost = 0;
    bool bind_ok = false;
    bool ok = ignore_bind(&lost, b, bind);
    for (int shrink = 0; ok && !bind_ok && shrink <= MOST_SHRINK; shrink++)
        for (int bits = 0; !bind_ok && bits <= MOST_BIND_BITS; bits++)
            bind_ok = try_bind(b, bind, lost, bits, shrink);
    if (ok && !bind_ok) {
        warn_of_bind(b);
        ok = ignore_bind(&lost, b, bind);
    }
    if (ok && lost > 4)
        diag_warn(b->options->file, "%d bits are lost to a large range of distances", lost);
    free(bind);
    ok = ok && force_unit(b);
    if (ok) {
        coarsen_grids(b);
        fit_unused(b);
    }
    return ok;
}

static void put_numbers_q16(byte_buffer *out, const double v[3], int exponent, double limit)
{
    for (int c = 0; c < 3; c++)
        buffer_i32(out, bake_round(ldexp(v[c], exponent), limit));
}

void bake_put_local(byte_buffer *out, const baker *b, uint32_t joint, const bake_trs *local)
{
    if (!b->fixed) {
        for (int c = 0; c < 4; c++)
            buffer_f32(out, (float)local->r[c]);
        for (int c = 0; c < 3; c++)
            buffer_f32(out, (float)local->t[c]);
        for (int c = 0; c < 3; c++)
            buffer_f32(out, (float)local->s[c]);
        return;
    }
    for (int c = 0; c < 4; c++)
        buffer_i32(out, bake_round(ldexp(local->r[c], 30), 1073741824.0));
    put_numbers_q16(out, local->t, 20 + bake_translation_exponent(b, joint), 1073741823.0);
    put_numbers_q16(out, local->s, 30 + bake_scale_exponent(b, joint), INT32_MAX);
}

void bake_write_joints(baker *b)
{
    byte_buffer *joints = blob_section_add(&b->writer, FORMAT_JOINTS, FORMAT_SECTION_REQUIRED);
    byte_buffer *rest = blob_section_add(&b->writer, FORMAT_REST, FORMAT_SECTION_REQUIRED);
    byte_buffer *bind = blob_section_add(&b->writer, FORMAT_BIND, FORMAT_SECTION_REQUIRED);
    for (uint32_t i = 0; i < b->joint_count; i++) {
        const bake_joint *joint = &b->joints[i];
        buffer_u16(joints, (uint16_t)joint->parent); /* BAKE_NONE becomes PELT_NO_JOINT */
        buffer_u16(joints, (uint16_t)joint->scale_shift);
        buffer_u32(joints,
                   bake_name(b, joint->node == BAKE_NONE ? "" : b->s->nodes[joint->node].name));
        bake_put_local(rest, b, i, &joint->rest);
        bake_put_local(bind, b, i, &joint->bind);
    }
}
