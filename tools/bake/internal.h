/* SPDX-License-Identifier: MIT */
/*
 * What the baker's parts share. Order of work, each part filling what the next ones read:
 *   meshes    instances -> blob meshes, at most four influences    meshes.c, weights.c
 *             those with too many joints cut into several         split.c
 *   morphs    weights of their targets and the boxes they fill     morphs.c
 *   joints    nodes -> blob joints with rest transforms            joints.c
 *   skins     palette entries and vertex grids                     skins.c
 *   motion    extremes of all of these over rest and clips         extremes.c
 *   units     powers of two: joint frames and the unit             units.c
 *             with the pose that the inverse binds undo            bind.c
 *             and what q12's sums have to hold                     lean.c
 *   blends    mixes of entries that pay                            mixes.c
 * and then sections are written: pose, entries, vertices (records.c, order.c), clips,
 * names, source.
 * Everything is double precision in glTF units until it is written.
 */
#ifndef PELT_TOOLS_BAKE_INTERNAL_H
#define PELT_TOOLS_BAKE_INTERNAL_H

#include "bake/bake.h"
#include "bake/matrix.h"
#include "blob/writer.h"
#include "format.h"
#include "scene/eval.h"

#define BAKE_NONE UINT32_MAX
#define BAKE_LEAN_POSE_BITS 4 /* q12: lengths of poses and entries are in units 2^this finer */
#define BAKE_TICKS_PER_SECOND 1048576.0
#define BAKE_POSITION_LIMIT 32767.0 /* largest |coordinate| on a grid */
#define BAKE_MAX_WEIGHT_Q16 64.0 /* of a morph target */
#define BAKE_MAX_WEIGHT_F32 1e6
#define BAKE_MAX_NEW_KEYS 262144u /* where cubic rotations of a model are fitted anew */

typedef struct bake_joint {
    uint32_t node;   /* glTF; BAKE_NONE: a helper, half of its only child's sheared matrix */
    uint32_t parent; /* blob joint, or BAKE_NONE */
    bool has_helper; /* the parent is this joint's helper */
    bake_trs rest, bind;
    bool scale_moves;   /* a clip changes its scale */
    bool uniform_chain; /* it and its ancestors scale all axes alike, and no clip changes that */
    int scale_shift;    /* q16: see pelt.h */
} bake_joint;

/* Largest absolute values of a joint over a set of moments. */
typedef struct bake_range {
    double norm;        /* column of the model-space 3x3 */
    double origin;      /* coordinate of the model-space origin */
    double translation; /* component of the local one; with Bezier control points */
    double scale;       /* likewise */
} bake_range;

typedef struct bake_influences {
    uint32_t count; /* 1 to 4 */
    /* Heaviest first. Until bake_skins: joint of the glTF skin, or BAKE_NONE for the node. */
    uint32_t entry[4];
    double weight[4]; /* > 0, sum 1 */
} bake_influences;

typedef struct bake_primitive {
    uint32_t index;       /* in the glTF mesh */
    uint32_t whole_count; /* vertices of the glTF primitive */
    const scene_primitive *source;
    scene_primitive *own; /* `source` where that is a part of the glTF primitive, else NULL */
    uint32_t *origin;     /* [vertex_count] of a part's vertices in the glTF primitive, else NULL */
    bake_influences *influences; /* [vertex_count] */
    uint32_t *vertices;          /* [vertex_count], blob vertex of each */
} bake_primitive;

typedef struct bake_mesh {
    uint32_t node, skin; /* glTF; skin BAKE_NONE: rigid */
    bool has_normals, has_tangents, has_uvs, has_colours;
    bool binds_node; /* skinned, but some vertices have no weights */
    uint32_t primitive_count;
    bake_primitive *primitives;
    uint32_t vertices_in;
    double low[3], high[3]; /* that the grid covers: positions as stored, and morphed */
    uint32_t blob_skin;

    uint32_t target_count;
    double *weights;           /* [target_count] defaults */
    double (*weight_range)[2]; /* [target_count] in rest and all clips, 0 among them */
    double largest_delta;      /* |component| of a position's */
    double morph_reach;        /* largest sum over targets of a vertex's |delta| */
    uint32_t delta_flags;      /* FORMAT_DELTA_* */
} bake_mesh;

typedef struct bake_entry {
    uint32_t joint;      /* blob joint */
    uint32_t skin_joint; /* of the glTF skin, or BAKE_NONE */
    mat34 inverse_bind;
    double step, origin[3]; /* grid */
    uint32_t vertex_count;  /* that it moves */
    double low[3], high[3]; /* of those, as stored and as morphed in rest and clips */
} bake_entry;

/* A mix of entries, quantised as in records. */
typedef struct bake_blend {
    uint32_t influences, entry[4], weight[4];
} bake_blend;

typedef struct bake_skin {
    uint32_t skin; /* glTF, or BAKE_NONE: of rigid meshes */
    uint32_t entry_count;
    bake_entry *entries;
    uint32_t blend_count; /* palette entries behind the others */
    bake_blend *blends;   /* by number of influences, then ascending */
} bake_skin;

typedef struct baker {
    const scene *s;
    const bake_options *options;
    diag *d;
    bake_stats *stats;
    bool fixed; /* q16 or q12, else f32 */
    bool lean;  /* q12 */

    uint32_t mesh_count;
    bake_mesh *meshes;      /* those of one node follow each other */
    uint32_t *mesh_of_node; /* [node_count], the first, or BAKE_NONE */
    uint32_t joint_count;
    bake_joint *joints;
    uint32_t *joint_of_node; /* [node_count], or BAKE_NONE */
    uint32_t skin_count;
    bake_skin *skins;

    bake_range *ranges; /* [clip_count + 1][joint_count]; 0 is rest, 1 + i clip i */
    double *sizes;      /* [clip_count + 1], smallest size of the model (interfaces.md) */
    double largest;     /* |coordinate| of any vertex at any of these moments */
    struct bake_lean *reach; /* q12: what its kernels' sums have to hold; else NULL */
    int unit_shift;

    uint32_t new_keys_left;
    blob_writer writer;
    byte_buffer *names;
    buffer_pool name_pool;
} baker;

/// Parts, in order ///////////////////////////////////////////////////////////////////////////////

void bake_meshes_gather(baker *b);
void bake_weights(baker *b, bake_mesh *mesh, bake_primitive *primitive);
void bake_split(baker *b);
void bake_split_free(bake_primitive *primitive); /* what only parts own */
void bake_morphs(baker *b);
bool bake_joints(baker *b);
bool bake_skins(baker *b);
bool bake_motion(baker *b);
bool bake_units(baker *b);
void bake_blends(baker *b);

void bake_write_joints(baker *b);
void bake_write_skins(baker *b);
void bake_write_blends(baker *b);
bool bake_write_meshes(baker *b);
bool bake_write_clips(baker *b);
void bake_write_source(baker *b);
uint32_t bake_name(baker *b, const char *name); /* offset in NAMES */

/*
 * The bind pose, 2^shrink times smaller than the inverse binds say; 0 unless fixed point cannot
 * hold it. Sets joints[].bind; returns the largest shear that a local transform could not take.
 */
double bake_bind(baker *b, int shrink);

/* q12: what the sums of its kernels have to hold. begin() behind bake_skins, note() with the model
 * matrices of each moment; fits() tells whether all of it, times `room`, does in the chosen unit.
 * Other flavours: there is nothing to hold. */
void bake_lean_begin(baker *b);
void bake_lean_note(baker *b, const mat34 *globals);
bool bake_lean_fits(const baker *b, double room);
void bake_lean_free(baker *b);

/* f32: false with a message where a number or a product of the model leaves the range. */
bool bake_float_fits(const baker *b);
/* Whether the range holds the bind pose, whose model matrices are bind[joint_count]. */
bool bake_float_bind_fits(const baker *b, const mat34 *bind);

/// Shared ////////////////////////////////////////////////////////////////////////////////////////

/* Whether a clip's channel moves anything in the blob: a joint, or the weights of a blob mesh. */
bool bake_uses_channel(const baker *b, const scene_channel *channel);

/* Entries that one palette holds. */
uint32_t bake_max_entries(const baker *b);

/* Where a vertex can be before skinning, with morph weights within the mesh's weight_range. */
void bake_morph_box(double low[3], double high[3], const bake_mesh *mesh,
                    const scene_primitive *source, uint32_t vertex);

/* Least e for which a box fits into steps of 2^e around the origin, a multiple of a step,
 * and offsets of up to `delta` do too. */
int bake_grid_exponent(double origin[3], const double low[3], const double high[3], double delta);

/* Model-space matrices of all blob joints in a pose of the scene. */
void bake_joint_globals(mat34 *globals, const baker *b, const eval_pose *pose);

/* Moments at which a clip is measured: all its key times and points between. free() it. */
double *bake_frame_times(uint32_t *count, const baker *b, uint32_t clip);

/* The unit of lengths in poses, joints and entries is 2^this glTF units. */
int bake_pose_unit(const baker *b);

/* Powers of two by which blob numbers are smaller than glTF ones: a joint's local translation and
 * scale are stored as value * 2^exponent. 0 in f32. */
int bake_translation_exponent(const baker *b, uint32_t joint);
int bake_scale_exponent(const baker *b, uint32_t joint);

/* The folded inverse bind of an entry, before it becomes format_entry_*. */
mat34 bake_fold_entry(const baker *b, const bake_entry *entry);

/* The local transform as pelt_local_q16 or _f32. */
void bake_put_local(byte_buffer *out, const baker *b, uint32_t joint, const bake_trs *local);

/* A morph weight as int32 Q16.16 or float. */
void bake_put_weight(byte_buffer *out, const baker *b, double weight);

/* Nearest integer within [-limit, limit]. */
int32_t bake_round(double value, double limit);

/* x = m * 2^k with m in [0.5, 1), k for x <= 0: 0. */
int bake_exponent(double x);

#endif
