/* SPDX-License-Identifier: MIT */
/* Tries units from the finest on until a model fits its formats. */
#include "bake/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME_SLACK (1 + 1e-6)        /* the rounding of a unit matrix must not cost it a bit */
#define MOST_BIND_BITS 6              /* bits of a 3x3 that the bind pose may take from the clips */
#define REST_SCALE_LIMIT 1.999999     /* Q30 in 32 bits */
#define TRACK_SCALE_LIMIT 0.999999999 /* keys are below 2^30 */
#define MOST_SHRINK 64
#define MOST_UNIT_STEPS 64
#define OUTPUT_BITS 16    /* fraction bits of skinned coordinates */
#define BITS_MISSED 4     /* lost bits from which on a warning is printed */
#define SHEAR_MISSED 1e-3 /* shear from which on a warning is printed */

#define LENGTH_LIMIT 1023.9           /* units of the model */
#define ENTRY_LIMIT (1.0 / 64 - 1e-9) /* Q37 in 32 bits */
#define BIND_COORDINATE_LIMIT 2048.0  /* half of the range that a palette entry can add */
#define LARGEST_SHIFT 1000 /* this power of two and its neighbours are finite in double */

/* The limits in single precision. */
#define NUMBER_LIMIT 1e12  /* of lengths and matrices */
#define PRODUCT_LIMIT 1e18 /* of a palette entry, so that its square is below 2^127 */

/// What fits fixed point /////////////////////////////////////////////////////////////////////////

/* Names the part of a folded inverse bind that leaves its format, or NULL. */
static const char *entry_misfit(const bake_model *m, const bake_entry *entry)
{
    const mat34 folded = units_fold(m, entry);
    for (int r = 0; r < 3; r++) {
        if (!(fabs(folded.m[r][3]) <= LENGTH_LIMIT))
            return "vertices are too far from the joint that moves them";
        for (int c = 0; c < 3; c++)
            if (!(fabs(folded.m[r][c]) <= ENTRY_LIMIT))
                return "inverse bind matrix is too large for its mesh";
    }
    return NULL;
}

/* Names the translation of a joint that leaves its format, or NULL. */
static const char *joint_misfit(const bake_model *m, uint32_t joint)
{
    const bake_range *range = &m->extremes.whole[joint];
    const int exponent = units_translation_exponent(m, joint);
    if (abs(m->units.unit_shift) > LARGEST_SHIFT)
        return "what it moves is too far away";
    if (ldexp(range->origin, -m->units.pose_shift) > LENGTH_LIMIT)
        return "joint is too far from the origin";
    if (ldexp(range->translation, exponent) > LENGTH_LIMIT)
        return "joint is too far from its parent";
    return abs(m->units.scale_shift[joint]) > LARGEST_SHIFT ? "scale is out of range" : NULL;
}

/* Names the first number that leaves its format in these units, or NULL; *node is its node. Joints
 * that move no vertex saturate and are not counted. */
static const char *find_misfit(uint32_t *node, const bake_model *m)
{
    const char *what = NULL;
    for (uint32_t i = 0; what == NULL && i < m->joints.count; i++) {
        *node = joints_node(&m->joints, i);
        what = m->skins.moves[i] ? joint_misfit(m, i) : NULL;
    }
    for (uint32_t i = 0; what == NULL && i < m->skins.entry_count; i++) {
        const bake_entry *entry = &m->skins.entries[i];
        if (entry->vertex_count == 0)
            continue;
        *node = joints_node(&m->joints, entry->joint);
        what = entry_misfit(m, entry);
    }
    if (what == NULL && !lean_fits(&m->extremes.lean, m->units.unit_shift, 1)) {
        *node = joints_node(&m->joints, m->extremes.lean.joint);
        what = "vertices are too far from the joints that move them";
    }
    return what;
}

/* Whether the bind pose fits: model-space origins, locals, vertices as stored. */
static bool fits_bind(const bake_model *m, int shrink)
{
    FREED mat34 *globals = diag_calloc(m->joints.count, sizeof *globals);
    bool fits = true;
    joints_chain(globals, &m->joints, m->units.bind);
    for (uint32_t i = 0; i < m->joints.count; i++) {
        if (!m->skins.moves[i])
            continue;
        const double t = vec_largest(m->units.bind[i].t, 3);
        const int exponent = units_translation_exponent(m, i);
        for (int r = 0; r < 3; r++)
            fits = fits && fabs(ldexp(globals[i].m[r][3], -m->units.pose_shift)) <= LENGTH_LIMIT;
        fits = fits && ldexp(t, exponent) <= LENGTH_LIMIT;
    }
    for (uint32_t i = 0; i < m->meshes.count; i++)
        if (m->meshes.meshes[i].skin != BAKE_NONE)
            fits = fits && ldexp(box3_reach(&m->morphs[i].extent.box),
                                 -m->units.pose_shift - shrink) <= BIND_COORDINATE_LIMIT;
    return fits;
}

/// What fits single precision ////////////////////////////////////////////////////////////////////

static bool refuse(const bake_model *m, const char *what, uint32_t node)
{
    return diag_fail(m->job.d, DIAG_INVALID,
                     "%s for products in single precision, /nodes/%u, bring the model to one scale",
                     what, node);
}

/* Returns false with a message if single precision cannot hold a number of the model, or a product
 * that the device computes: joint x inverse bind x vertex, and the squares of directions. */
static bool fits_float(const bake_model *m)
{
    const bake_range *ranges = m->extremes.whole;
    uint32_t farthest = 0;
    double most = 0;
    for (uint32_t i = 0; i < m->joints.count; i++)
        if (!(fmax(fmax(ranges[i].norm, ranges[i].origin),
                   fmax(ranges[i].translation, ranges[i].scale)) <= NUMBER_LIMIT))
            return refuse(m, "joint moves too far or is too large", joints_node(&m->joints, i));
    for (uint32_t i = 0; i < m->skins.entry_count; i++) {
        const bake_entry *e = &m->skins.entries[i];
        const double product = ranges[e->joint].norm * matrix_norm(&e->inverse_bind);
        if (e->vertex_count > 0 &&
            !(vec_within(e->inverse_bind.m[0], 12, NUMBER_LIMIT) && product <= PRODUCT_LIMIT))
            return refuse(m, "inverse bind matrix is too large", joints_node(&m->joints, e->joint));
        const double far = ranges[e->joint].origin + product * box3_reach(&e->box);
        if (e->vertex_count > 0 && far > most) {
            most = far;
            farthest = e->joint;
        }
    }
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        const box3 *box = &m->morphs[i].extent.box;
        if (!vec_within(box->low, 3, NUMBER_LIMIT) || !vec_within(box->high, 3, NUMBER_LIMIT))
            return refuse(m, "vertices lie too far out", m->meshes.meshes[i].node);
    }
    if (!(m->extremes.largest <= NUMBER_LIMIT))
        return refuse(m, "vertices move too far", joints_node(&m->joints, farthest));
    return true;
}

static bool fits_float_bind(const bake_model *m)
{
    const bake_joints *joints = &m->joints;
    const trs *bind = m->units.bind;
    FREED mat34 *globals = diag_calloc(joints->count, sizeof *globals);
    bool fits = true;
    joints_chain(globals, joints, bind);
    for (uint32_t i = 0; i < joints->count; i++)
        fits = fits && vec_largest(bind[i].t, 3) <= NUMBER_LIMIT &&
               vec_largest(bind[i].s, 3) <= NUMBER_LIMIT &&
               vec_within(globals[i].m[0], 12, NUMBER_LIMIT);
    return fits;
}

/// Frames ////////////////////////////////////////////////////////////////////////////////////////

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The smallest e with x 2^-e <= limit. */
static int least_shift(double x, double limit)
{
    int shift = binary_exponent(x / limit);
    while (x > 0 && ldexp(x, -(shift - 1)) <= limit)
        shift--;
    return shift;
}

/* Chooses frames for the clips, and for the bind pose if that costs no more than `bits`. Returns
 * false if the bind pose would need more. */
static bool choose_frames(bake_model *m, int bits)
{
    FREED mat34 *bind = diag_calloc(m->joints.count, sizeof *bind);
    bool bind_fits = true;
    joints_chain(bind, &m->joints, m->units.bind);
    for (uint32_t i = 0; i < m->joints.count; i++) {
        const bake_range *range = &m->extremes.whole[i];
        const double bind_norm = matrix_norm(&bind[i]);
        const double bind_scale = vec_largest(m->units.bind[i].s, 3);
        const int parent = units_frame(m, m->joints.joints[i].parent);
        const double limit = m->extremes.scale_moves[i] ? TRACK_SCALE_LIMIT : REST_SCALE_LIMIT;
        int shift = range->norm > 0 ? least_shift(range->norm, FRAME_SLACK) : parent;
        if (range->scale > 0)
            shift = larger(shift, parent + least_shift(range->scale, limit));
        const int most = shift + bits;
        if (bind_norm > 0)
            shift = larger(shift, least_shift(bind_norm, FRAME_SLACK));
        if (bind_scale > 0)
            shift = larger(shift, parent + least_shift(bind_scale, REST_SCALE_LIMIT));
        bind_fits &= shift <= most || !m->skins.moves[i];
        m->units.scale_shift[i] = shift <= most ? shift : most;
    }
    return bind_fits;
}

/// The unit //////////////////////////////////////////////////////////////////////////////////////

static void set_unit(bake_model *m, int unit_shift)
{
    m->units.unit_shift = unit_shift;
    m->units.pose_shift = unit_shift - m->job.traits->finer_pose_bits;
}

/* Chooses the unit that is best for the vertices, or one `lost` bits coarser if the rest of the
 * model needs that. Returns NULL, or a description of the value that fits no unit, at *node. */
static const char *choose_unit(uint32_t *node, bake_model *m)
{
    const encoding_traits *p = m->job.traits;
    const bake_extremes *extremes = &m->extremes;
    double reach = p->unit_by_size ? extremes->model_size : extremes->largest;
    for (uint32_t i = 0; !(reach > 0) && i < m->joints.count; i++)
        reach = fmax(reach, extremes->whole[i].origin);
    /* q16: brings the largest coordinate into [32, 64). q12: brings the size into [1, 2), or into
     * [0.5, 1) if [1, 2) has no room for poses that reach twice as far as the clips. */
    const int wanted = reach > 0 ? binary_exponent(reach) - p->unit_bits : 0;
    set_unit(m, wanted + !lean_fits(&extremes->lean, wanted, 2));
    const char *what;
    while ((what = find_misfit(node, m)) != NULL &&
           m->units.unit_shift < wanted + MOST_UNIT_STEPS) {
        snprintf(m->units.lost_to, sizeof m->units.lost_to, "%s, /nodes/%u", what, *node);
        set_unit(m, m->units.unit_shift + 1);
    }
    m->units.lost = m->units.unit_shift - wanted;
    return what;
}

/* Takes the unit that the user asked for. Every unit coarser than the finest that fits will fit,
 * too. */
static bool force_unit(bake_model *m)
{
    const bake_options *options = m->job.options;
    const int least = m->units.unit_shift, forced = options->unit_shift;
    const int most = least + m->job.traits->most_coarser;
    if (!options->forces_unit)
        return true;
    if (forced < least || forced > most)
        return diag_fail(m->job.d, DIAG_INVALID,
                         "a unit of 2^%d does not fit the model, --unit-shift, give one from %d "
                         "to %d",
                         forced, least, most);
    if (forced > least + BITS_MISSED)
        diag_warn(options->file, "the unit of 2^%d costs %d bits; 2^%d would cost none", forced,
                  forced - least, least);
    if (forced > least) {
        m->units.lost += forced - least;
        strcpy(m->units.lost_to, "--unit-shift is coarser than the model needs");
    }
    set_unit(m, forced);
    return true;
}

/* Tries units with the bind pose 2^shrink times smaller, which must not cost the vertices a bit. */
static bool try_bind(bake_model *m, int lost, int bits, int shrink)
{
    uint32_t node;
    units_bind(m, shrink);
    return choose_frames(m, bits) && choose_unit(&node, m) == NULL && m->units.lost <= lost &&
           fits_bind(m, shrink);
}

static void use_rest_as_bind(bake_model *m)
{
    memcpy(m->units.bind, m->joints.rest, m->joints.count * sizeof *m->units.bind);
}

/* Chooses units for the clips alone; the rest pose takes the place of the bind pose. */
static bool ignore_bind(bake_model *m)
{
    use_rest_as_bind(m);
    choose_frames(m, 0);
    uint32_t node;
    const char *what = choose_unit(&node, m);
    return what == NULL || diag_fail(m->job.d, DIAG_INVALID,
                                     "%s, /nodes/%u, bring the model to one scale", what, node);
}

/// Grids /////////////////////////////////////////////////////////////////////////////////////////

/* Makes the grids of some entries as coarse as the output (Q16.16). */
static void coarsen(bake_model *m, const bake_entry *entries, uint32_t count)
{
    const double output = ldexp(1, m->units.unit_shift - OUTPUT_BITS);
    double norm = 0;
    for (uint32_t k = 0; k < count; k++)
        if (entries[k].vertex_count > 0)
            norm = fmax(norm, m->extremes.whole[entries[k].joint].norm *
                                  matrix_norm(&entries[k].inverse_bind));
    bake_grid *grid = m->units.grids + (entries - m->skins.entries);
    for (const bake_grid *end = grid + count; grid < end; grid++) {
        while (norm > 0 && 2 * grid->step * norm <= output)
            grid->step *= 2;
        for (int c = 0; c < 3; c++)
            grid->origin[c] = rint(grid->origin[c] / grid->step) * grid->step;
    }
}

/* Coarsens grids that are finer than the output. The kernels apply the same matrix to normals, so a
 * finer grid only takes bits from normals. Entries of a skinned mesh share a grid; rigid meshes
 * have one each. */
static void coarsen_grids(bake_model *m)
{
    for (uint32_t i = 0; i < m->skins.count; i++) {
        const bake_skin *skin = &m->skins.skins[i];
        const uint32_t alike = skin->skin == BAKE_NONE ? 1 : skin->entry_count;
        for (uint32_t k = 0; k < skin->entry_count; k += alike)
            coarsen(m, &skin->entries[k], alike);
    }
}

/* Gives entries without vertices, for which any grid will do, one that fits, with its origin at the
 * joint. */
static void fit_unused(bake_model *m)
{
    for (uint32_t i = 0; i < m->skins.entry_count; i++) {
        const bake_entry *entry = &m->skins.entries[i];
        mat34 bind;
        if (entry->vertex_count > 0 || entry_misfit(m, entry) == NULL)
            continue;
        if (mat34_invert(&bind, &entry->inverse_bind))
            for (int c = 0; c < 3; c++)
                m->units.grids[i].origin[c] = bind.m[c][3];
        for (int n = 0; n < MOST_UNIT_STEPS && entry_misfit(m, entry) != NULL; n++)
            m->units.grids[i].step /= 2;
    }
}

/// All of it /////////////////////////////////////////////////////////////////////////////////////

static void warn_of_bind(const bake_job *job)
{
    diag_warn(job->options->file,
              "the bind pose leaves the range and is replaced by the rest pose");
}

/* Warns if the unit chosen for the vertices is too small for joints that move no vertex. */
static void warn_of_far(const bake_model *m)
{
    uint32_t count = 0, first = 0;
    for (uint32_t i = m->joints.count; i-- > 0;) {
        if (m->skins.moves[i] || joint_misfit(m, i) == NULL)
            continue;
        first = joints_node(&m->joints, i);
        count++;
    }
    if (count > 0)
        diag_warn(
            m->job.options->file,
            "%u %s no vertex and %s too far away: they stop at the edge of the range, /nodes/%u "
            "first, use a coarser --unit-shift or --precision float if that matters",
            count, count == 1 ? "joint moves" : "joints move", count == 1 ? "is" : "are", first);
}

static bool make_fixed(bake_model *m)
{
    const char *file = m->job.options->file;
    int shrunk = 0;
    bool bind_ok = !m->job.options->bind;
    bool ok = ignore_bind(m);
    const int lost = m->units.lost;
    for (int shrink = 0; ok && !bind_ok && shrink <= MOST_SHRINK; shrink++) {
        for (int bits = 0; !bind_ok && bits <= MOST_BIND_BITS; bits++)
            bind_ok = try_bind(m, lost, bits, shrink);
        shrunk = shrink;
    }
    if (bind_ok && shrunk > 0)
        diag_warn(file,
                  "the bind pose is much larger than the model and is stored 2^%d times smaller",
                  shrunk);
    if (ok && !bind_ok) {
        warn_of_bind(&m->job);
        ok = ignore_bind(m);
    }
    if (!ok)
        return false;
    if (lost > BITS_MISSED)
        diag_warn(file, "%d bits are lost: %s", lost, m->units.lost_to);
    if (!force_unit(m))
        return false;
    warn_of_far(m);
    coarsen_grids(m);
    fit_unused(m);
    return true;
}

static bool make_float(bake_model *m)
{
    if (!m->job.options->bind) {
        use_rest_as_bind(m);
    } else if (!fits_float_bind(m)) {
        warn_of_bind(&m->job);
        use_rest_as_bind(m);
    }
    return fits_float(m);
}

bool units_make(bake_model *m)
{
    m->units.scale_shift = job_calloc(&m->job, m->joints.count, sizeof *m->units.scale_shift);
    m->units.bind = job_calloc(&m->job, m->joints.count, sizeof *m->units.bind);
    m->units.grids = job_calloc(&m->job, m->skins.entry_count, sizeof *m->units.grids);
    for (uint32_t i = 0; i < m->skins.entry_count; i++)
        m->units.grids[i] = m->skins.entries[i].finest;
    const double shear = units_bind(m, 0);
    if (m->job.options->bind && shear > SHEAR_MISSED)
        diag_warn(m->job.options->file, "the bind pose loses shear of %.3g", shear);
    return m->job.traits->fixed ? make_fixed(m) : make_float(m);
}
