/* SPDX-License-Identifier: MIT */
/* Everything that is known of a model before its bytes. Each field is the result of one stage, which
 * reads those before it (baking.c). */
#pragma once

#include "bake/shape/meshes.h"
#include "scene/box.h"
#include "scene/decompose.h"
#include "scene/eval.h"

/// Morph targets //////////////////////////////////////////////////////////////////////////////////

/* What a grid has to cover. */
typedef struct bake_extent {
    box3 box;
    double delta; /* the largest component of a position's delta, by a morph target */
} bake_extent;

/* Morph targets before quantisation: the weights that occur, and the box that the grid must cover.
 *
 * The box holds every vertex at all combinations of the weights that rest and clips reach, and each
 * target alone at weights from -0.25 to 1.25. If a fineness of 1/16384 of the mesh allows it, it
 * also holds all combinations of these, and in fixed point, where clips move targets, the vertices
 * of additive layers as far as E can afford them. Beyond the box, positions saturate at the grid's
 * end. Without targets it holds the stored positions. */
typedef struct bake_morph {
    double *weights;           /* [target_count] defaults */
    double (*weight_range)[2]; /* [target_count] in rest and all clips, 0 among them */
    double reach;              /* largest sum over targets of a vertex's |delta| */
    uint32_t delta_flags;      /* FORMAT_DELTA_* */
    bake_extent extent;        /* that the grid covers */
} bake_morph;

#define GRID_LIMIT 32767.0 /* largest |coordinate| on a grid */

/* A grid: position = step * stored + origin; the origin is a multiple of the step. */
typedef struct bake_grid {
    double step, origin[3];
} bake_grid;

/* The smallest e for which an extent fits into steps of 2^e around the origin, which is a multiple of a
 * step. */
int grid_exponent(double origin[3], const bake_extent *extent);

/* The box in which a vertex can be before skinning, with weights within weight_range. */
box3 morph_box(const bake_morph *morph, const scene_primitive *source, uint32_t vertex);

/// Joints /////////////////////////////////////////////////////////////////////////////////////////

/* Joints are the nodes that move a vertex or are sockets, and the ancestors of these. */
typedef struct bake_joint {
    /* glTF; BAKE_NONE: a helper, which holds half of its only child's sheared matrix */
    uint32_t node;
    uint32_t parent; /* blob joint, or BAKE_NONE */
    bool has_helper; /* the parent is this joint's helper */
} bake_joint;

typedef struct bake_joints {
    uint32_t count, helper_count;
    bake_joint *joints; /* depth first: each before its descendants */
    trs *rest;          /* [count] */
    mat34 *globals;     /* [count] model-space matrices of these */
    uint32_t *of_node;  /* [node_count], or BAKE_NONE */
} bake_joints;

/* The node of a joint, or of the joint whose helper it is. */
static inline uint32_t joints_node(const bake_joints *joints, uint32_t joint)
{
    const bake_joint *of = &joints->joints[joint];
    return of->node == BAKE_NONE ? of[1].node : of->node;
}

/* Computes the model-space matrices of all joints in a pose of the scene. */
void joints_globals(mat34 *globals, const bake_joints *joints, const eval_pose *pose);

/* The same from local transforms. */
void joints_chain(mat34 *globals, const bake_joints *joints, const trs *locals);

/// Masks //////////////////////////////////////////////////////////////////////////////////////////

/* For layers of poses: the weight of each joint and mesh in a layer (pelt/motion.h). */
typedef struct bake_mask {
    char *name;
    uint8_t *weights; /* of the joints, then of the meshes; 255 is one */
} bake_mask;

/// Skins //////////////////////////////////////////////////////////////////////////////////////////

typedef struct bake_entry {
    uint32_t joint;      /* blob joint */
    uint32_t skin_joint; /* of the glTF skin, or BAKE_NONE */
    mat34 inverse_bind;
    bake_grid finest;      /* possible grid; the one that is stored is units_grid() */
    uint32_t vertex_count; /* of the vertices that it moves */
    box3 box;              /* around those vertices, as stored, and as morphed in rest and clips */
} bake_entry;

/* An entry whose rotation is a part of a joint's own, see format.h; source and target are entries of the
 * skin. In the palette it follows those, so that its own number is entry_count + its index. */
typedef struct bake_between {
    uint32_t source, target;
    double part;     /* stored in Q15: those of a joint should be multiples of 2^-15 */
    double pivot[3]; /* as positions of the skin's vertices, within their grid */
} bake_between;

/* Palette entries and the grids of int16 positions. A blob skin is a glTF skin with one grid. Meshes
 * whose grid would be at least 16 times finer than that of all together get a second skin. Rigid
 * meshes share a blob skin, in which each has an entry and a grid of its own. */
typedef struct bake_skin {
    uint32_t skin;  /* glTF; BAKE_NONE: of rigid meshes */
    uint32_t first; /* index of its first entry among those of all skins */
    uint32_t entry_count;
    bake_entry *entries; /* among those of all skins */
    uint32_t between_count;
    bake_between *betweens; /* those of the same source and target one after another */
} bake_skin;

static inline uint32_t skin_palette_count(const bake_skin *skin)
{
    return skin->entry_count + skin->between_count;
}

/* The palette entries of a mesh. */
typedef struct bake_binding {
    uint32_t skin;            /* blob skin */
    const uint32_t *entry_of; /* [joints of the glTF skin]; NULL: rigid */
    uint32_t node_entry;      /* for vertices that move with the mesh's node */
} bake_binding;

typedef struct bake_skins {
    uint32_t count, entry_count;
    bake_skin *skins;
    bake_entry *entries;   /* [entry_count] of all skins */
    bake_binding *of_mesh; /* [mesh count] */
    bool *moves;           /* [joint count] whether the joint, or one below it, moves a vertex */
} bake_skins;

/* The entry of a joint (see bake_influences). */
static inline uint32_t binding_entry(const bake_binding *binding, uint32_t joint)
{
    return joint == BAKE_NONE ? binding->node_entry : binding->entry_of[joint];
}

/* The entries, one or two, of which an entry of the palette is made: itself, or an in-between's. */
static inline uint32_t skin_made_of(uint32_t out[2], const bake_skin *skin, uint32_t entry)
{
    if (entry < skin->entry_count) {
        out[0] = entry;
        return 1;
    }
    out[0] = skin->betweens[entry - skin->entry_count].source;
    out[1] = skin->betweens[entry - skin->entry_count].target;
    return 2;
}

/* Where entries take a box: an in-between takes it to where both of its entries take this one. */
box3 skin_swung(const bake_skin *skin, uint32_t entry, const box3 *box);

/// Extremes ///////////////////////////////////////////////////////////////////////////////////////

/* The largest magnitudes of a joint over a set of moments. */
typedef struct bake_range {
    double norm;        /* of a column of the model-space 3x3 */
    double origin;      /* of a coordinate of the model-space origin */
    double translation; /* of a component of the local translation, with Bezier control points */
    double scale;       /* of a component of the local scale, likewise */
} bake_range;

/* What the lean kernels (src/kernel/lean.c), which compute in 32 bits, need to hold every number of a
 * model, over the rest pose and all clips. */
typedef struct lean_reach {
    double unit;    /* the smallest unit, in glTF units */
    uint32_t joint; /* which needs it */
} lean_reach;

/* Whether the kernels can hold `room` times these numbers, in a model whose unit is 2^unit_shift glTF
 * units. */
bool lean_fits(const lean_reach *reach, int unit_shift, double room);

/* How far joints and vertices go, with every clip played in double precision. */
typedef struct bake_extremes {
    bake_range *in_clip; /* [clip_count][joint_count]; includes the rest pose */
    bake_range *whole;   /* [joint_count], over the rest pose and all clips */
    double *sizes;       /* [clip_count], smallest size of the model, see box3_size */
    double model_size;   /* the smallest of these and of the rest pose */
    double largest_size; /* the largest */
    double largest;      /* of a coordinate of any vertex at any of these moments */
    bool *scale_moves;   /* [joint_count] whether a clip changes the joint's scale */
    bool any_scale_moves;
    bool *uniform_chain; /* [joint_count] whether it and its ancestors scale all axes alike, and no
                             clip changes that */
    lean_reach lean;     /* q12; else zeros */
} bake_extremes;

/// Units //////////////////////////////////////////////////////////////////////////////////////////

/* Powers of two that bring a model into the formats of q16 or q12, and the pose that the inverse
 * binds undo.
 *
 * With u = unit_shift and e = scale_shift of a joint, p of its parent (0 at a root), the stored
 * model matrix is 3x3 = G3 2^-e, translation = g 2^-u; hence
 *   local translation t 2^(p - u), local scale s 2^(p - e), inverse bind 2^(e - u) (B3 | b)
 * whose product with the model matrix is 2^-u (G B): in units of the model. */
typedef struct bake_units {
    int unit_shift;   /* a unit of the model is 2^this glTF units; f32: 0 */
    int pose_shift;   /* the same for lengths in poses, joints and entries */
    int lost;         /* bits by which the unit is coarser than is best for the vertices */
    char lost_to[96]; /* what needs the coarser unit, and its node */
    int *scale_shift; /* [joint_count], see pelt.h; f32: 0 */
    trs *bind;        /* [joint_count]; the rest pose unless the bind pose is wanted */
    bake_grid *grids; /* of all skins' entries, as stored: no finer than the output needs */
} bake_units;

/// The model //////////////////////////////////////////////////////////////////////////////////////

typedef struct bake_model {
    bake_job job;
    bake_textures textures;
    bake_meshes meshes;
    bake_morph *morphs; /* [mesh count] */
    bake_joints joints;
    bake_mask masks[BAKE_MASKS_MAX]; /* [options->mask_count] */
    bake_skins skins;
    bake_extremes extremes;
    bake_units units;
    struct stored_entry *stored_entries; /* for the boxes */
    struct mesh_boxes *boxes;            /* [mesh count] computed with the first bytes */
    struct sections *written;            /* those of the last blob, see baking.c */
    bake_options options;                /* these two are the job's */
    region memory;
} bake_model;

/* The stages, each of which sets its field. Those of masks fail with DIAG_USAGE for a mask that names
 * nothing: NAME=JOINT[*W][+JOINT[*W]...], where each JOINT, any node by index or name, stands for
 * itself and all below it, and later ones override earlier ones. Units are the finest in which the
 * model fits its formats, if there are any. */
void morphs_make(bake_model *m);
bool joints_make(bake_model *m);
bool masks_make(bake_model *m);
bool skins_make(bake_model *m);
bool extremes_make(bake_model *m);
bool units_make(bake_model *m);

/* Whether a clip's channel animates anything in the blob: a joint, or the weights of a blob
 * mesh. */
static inline bool channel_is_used(const bake_model *m, const scene_channel *channel)
{
    return (channel->path == SCENE_WEIGHTS ? m->meshes.of_node
                                           : m->joints.of_node)[channel->node] != BAKE_NONE;
}

/* The ranges of joints in a clip. */
static inline bake_range *extremes_in_clip(const bake_model *m, uint32_t clip)
{
    return m->extremes.in_clip + (size_t)clip * m->joints.count;
}

/* lean.c: the palette entries, and the pairs of them that share a vertex, that lean_note measures; it
 * extends the model's `lean` by a pose with these model matrices of joints. */
typedef struct lean_probe lean_probe;
lean_probe *lean_probe_make(region *memory, const bake_model *m);
void lean_note(bake_model *m, lean_probe *probe, const mat34 *globals);

/* The scale_shift of a joint; 0 for BAKE_NONE. */
int units_frame(const bake_model *m, uint32_t joint);

/* The exponents by which a joint's local translation and scale are stored: value * 2^exponent. 0 in
 * f32. */
int units_translation_exponent(const bake_model *m, uint32_t joint);
int units_scale_exponent(const bake_model *m, uint32_t joint);

/* The grid of an entry, and of a mesh: that of all entries that move it. */
static inline const bake_grid *units_grid(const bake_model *m, const bake_entry *entry)
{
    return &m->units.grids[entry - m->skins.entries];
}

static inline const bake_grid *mesh_grid(const bake_model *m, uint32_t mesh)
{
    const bake_binding *binding = &m->skins.of_mesh[mesh];
    const bake_skin *skin = &m->skins.skins[binding->skin];
    uint32_t k = binding->entry_of == NULL ? binding->node_entry : 0;
    while (skin->entries[k].vertex_count == 0 && k + 1 < skin->entry_count)
        k++; /* of a glTF skin, all entries with vertices have the same */
    return units_grid(m, &skin->entries[k]);
}

/* The folded inverse bind of an entry, before it becomes format_entry_*. */
mat34 units_fold(const bake_model *m, const bake_entry *entry);

/* Computes the bind pose of the units, 2^shrink times smaller than the inverse binds say; shrink is 0
 * unless fixed point cannot hold that. Returns the largest shear, which a local transform cannot
 * represent. */
double units_bind(bake_model *m, int shrink);
