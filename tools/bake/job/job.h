/* SPDX-License-Identifier: MIT */
/* The values that every stage of the baker receives: the scene, the options, and where results and
 * messages go. */
#pragma once

#include <string.h>

#include "blob/writer.h"
#include "common/diag.h"
#include "common/region.h"
#include "pelt.h"
#include "scene/box.h"
#include "scene/scene.h"

/// Costs /////////////////////////////////////////////////////////////////////////////////////////

/* The costs of skinning on a core, by which the baker chooses order and sharing, and of a frame,
 * which `bake --target` prints. The choices do not change results by a bit.
 *
 * The table is cost_table.inc, which tests/bench/figures generates from the benchmark's figures. */

/* Costs of one encoding. Skinning: position and normal, per vertex; [influences - 1]. */
typedef struct kernel_cost {
    uint16_t plain[4], set[4];
    uint16_t normalise;
    uint16_t sample, joints, palette,
        between;          /* per joint, per joint, per palette entry, per in-between of three of a
                           * joint; once for each pose */
    uint16_t code_bytes;  /* of the library in a program with the family, at -O2; 0: not measured */
    uint16_t stack_bytes; /* the most that opening a model or making a frame takes */
} kernel_cost;

/* Costs are cycles, estimated or (arm7) measured in an emulator; else instructions; or (x86)
 * hundredths of a nanosecond. The baker uses only their proportions. */
typedef struct bake_cost {
    const char *core;
    /* cycles per hundred units of cost, without wait states; 0: not known */
    uint16_t cycles_percent;
    kernel_cost q16, f32, q12;
    uint16_t run;  /* one more run: its share of a call, and entering and leaving kernels */
    uint16_t copy; /* a vertex that equals another one */
} bake_cost;

/* Saving this many bytes is worth the time of a copied vertex. */
#define BAKE_COST_COPY_BYTES 14

/* The cost of the same kernels for meshes without normals, as a factor. */
#define BAKE_COST_WITHOUT_NORMALS 0.7

#define BAKE_CORES "m0|m3|m4|m7|m33|m55|arm7|arm9|rv32|x86"

/* The costs of a Cortex-M4, the default. */
extern const bake_cost *const bake_cost_default;

/* Returns NULL, with DIAG_USAGE, for a core that is not in the table. */
const bake_cost *bake_cost_find(const char *core, diag *d);

const kernel_cost *bake_kernel_cost(const bake_cost *cost, pelt_encoding encoding);

/// Options ///////////////////////////////////////////////////////////////////////////////////////

/* The least window: half of it has to hold two corners of a triangle, as the third may begin the
 * other half. */
#define WINDOW_LEAST 4
#define WINDOW_MOST 65534

/* How vertices are ordered, whether they share work, and whether they are packed. Only packing
 * changes the results. */
typedef struct bake_order {
    const bake_cost *cost; /* NULL: bake_cost_default */
    bool plain;            /* one run per number of influences, nothing shared */
    uint32_t clusters;     /* 1: of triangles, where they are smaller, see write/clusters.c */
    bool pack;             /* fixed point: see FORMAT_RUN_PACKED; nothing in f32 */
    /* most joints of a part, whose joints are listed; 0: any number, and no lists */
    uint32_t max_palette;
    uint32_t window; /* skinned vertices that a program keeps, see vertex/window.c; 0: all */
} bake_order;

#define BAKE_MASKS_MAX 32
#define BAKE_AUTO UINT32_MAX /* texture_side: what keeps colour_error, see contract/appearance.c */
#define BAKE_COLOUR_ERROR 0.12 /* the default one */

/* What is written of a bake, which is always of all. */
typedef enum bake_part {
    BAKE_WHOLE,
    BAKE_CLIPS,        /* --as-clips: joints, clips and what belongs to these */
    BAKE_WITHOUT_CLIPS /* --without-clips: all else, with the clips' boxes */
} bake_part;

/* Of which files the colours are compared with the source's. */
typedef enum bake_colours { BAKE_NO_COLOURS, BAKE_TEXTURED_COLOURS, BAKE_ALL_COLOURS } bake_colours;

typedef struct bake_options {
    pelt_encoding encoding;
    /* of the whole pipeline, as a fraction of the model's size; 0: the encoding's default */
    double error;
    bake_order order;
    bool big_endian;
    bool forces_unit; /* q16, q12: the unit is 2^unit_shift glTF units, or baking fails */
    int unit_shift;
    bool bind;     /* stores the bind pose, too */
    bool no_boxes; /* leaves out the boxes for any pose, see src/blob/format.h, BOXS */
    bake_part part;
    uint32_t page_bytes;               /* of a store's clips in pages; 0: they are in its blob */
    bool strip;                        /* leaves out the map back to glTF, see source_map.h */
    const char *masks[BAKE_MASKS_MAX]; /* [mask_count], see masks_make */
    uint32_t mask_count;
    uint32_t texture_side; /* the longest side of a texture, 8 to 256; 0: none are stored */
    uint32_t texels;       /* pelt_texels; 0: by the number of colours */
    bake_colours measured; /* where no textures are stored */
    double colour_error;   /* in OKLab; 0: BAKE_COLOUR_ERROR, and it may be exceeded */
    const char *file;      /* the glTF file's name, for warnings */
} bake_options;

/// Statistics of a bake, for reports /////////////////////////////////////////////////////////////

/* Statistics of one clip. */
typedef struct bake_clip_stats {
    const char *name; /* in the scene */
    uint32_t tracks_out, keys_in, keys_out;
    size_t bytes_in;        /* key times and values, shared ones once, as 32-bit floats */
    size_t bytes_out;       /* clip and track records, timelines and keys first used by this clip */
    uint32_t keys_inserted; /* by turns too wide for one segment, or by cubic curves made linear */
    double error; /* largest measured, as a fraction of the model's size; see contract/contract.h */
} bake_clip_stats;

/* Statistics of one mesh of the blob. */
typedef struct bake_mesh_stats {
    uint32_t node; /* glTF */
    uint32_t vertices, triangles;
    size_t bytes; /* records, streams, indices, morph targets, and their descriptions */
} bake_mesh_stats;

/* How colours differ from the source's: contract/appearance.c. */
typedef struct bake_colour_stats {
    bool measured;
    double mean, p95;    /* of the distance in OKLab */
    uint32_t worst_node; /* whose colours are off most, over all its pixels */
    double less_detail;  /* share of the picture that is more than 0.05 off */
    double one_sided;    /* share of what either draws: holes of one that the other fills */
    uint32_t texture_count, texture_side; /* side: the longest that was allowed */
    size_t texture_bytes;
} bake_colour_stats;

typedef struct bake_stats {
    uint32_t vertices_in, vertices_out;
    uint32_t vertices_doubled; /* stored twice at seams where a skin was split */
    uint32_t vertices_cut; /* stored twice where --max-palette cut parts, before equal ones merge */
    uint32_t vertices_of_parts;       /* stored vertices that equal one of another part */
    uint32_t window, vertices_again;  /* the option, and the vertices that it stores again */
    uint32_t part_count, part_joints; /* of --max-palette; part_joints is the most of one part */
    uint32_t vertices_morphed, delta_count; /* stored vertices that targets move, and deltas */
    uint32_t influence_runs[4];             /* vertices by number of influences */
    uint32_t set_vertices;                  /* in runs of one joint set */
    uint32_t copied_vertices;               /* see FORMAT_RUN_COPIES */
    double cost_plain, cost; /* of skinning all: as if baked --plain, and as stored */
    uint32_t over_four;      /* vertices with more than four influences */
    double dropped_shift;    /* largest displacement of those, as a fraction of the model's size */
    uint32_t influences_too_small; /* dropped within the budget */
    uint32_t weights_repaired;     /* vertices whose weights did not sum to one */
    uint32_t weights_missing;      /* vertices without any weight, bound to their node */
    uint32_t joint_count, helper_count, entry_count, between_count;
    double model_size;    /* smallest over rest and clips, glTF units */
    double rest_error;    /* like a clip's error */
    size_t arena_bytes;   /* of the library's stages, in a program that plays the model */
    size_t mesh_bytes_in; /* attributes, targets and indices, in the usual component types */
    size_t morph_bytes, morph_bytes_in; /* of morph targets: MRPH and DLTA; in the file */
    uint32_t clip_count;
    bake_clip_stats *clips;
    bake_colour_stats colour;
    uint32_t mesh_count;
    bake_mesh_stats *meshes;
    uint32_t level_count;       /* of detail, the finest included, or 0 */
    uint32_t level_vertices[2]; /* to skin, of the coarser ones */
    size_t level_bytes[2];      /* that these add */
} bake_stats;

static inline uint64_t bake_stats_triangles(const bake_stats *stats)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < stats->mesh_count; i++)
        all += stats->meshes[i].triangles;
    return all;
}

/// Encodings /////////////////////////////////////////////////////////////////////////////////////

typedef struct encoding_traits {
    pelt_encoding encoding;
    const char *name;      /* exact, lean or float */
    const char *number;    /* its second name, for --precision: q16, q12 or f32 */
    bool fixed;            /* numbers are integers: positions lie on a grid, joints have frames */
    bool lean;             /* kernels compute sums in 32 bits */
    uint32_t most_entries; /* of one palette */
    double most_morph_weight;
    double
        default_error; /* of the whole pipeline, as a fraction of the model's size; see bake_budget */
    double aim;        /* share of the error that clips are baked for */
    uint32_t weights_sum; /* sum of a vertex's weights as stored; 0: weights are floats */
    /* The stored length of a unit vector: of a vertex with one influence, of one with several.
     * Those with one influence are halved in q16. */
    double normal_one[2], tangent_one[2];
    /* If a matrix of norm 1 on a grid of one model unit turns a unit normal, its raw length is
     * raw_one * 2^raw_bits. */
    double raw_one;
    int raw_bits;
    int entry_bits;      /* the 3x3 of a palette entry is Q(this + its shift) */
    int finer_pose_bits; /* lengths in poses and entries are in units that are 2^this finer */
    int unit_bits; /* the unit is 2^this smaller than the largest coordinate, or than the size */
    bool unit_by_size;
    int most_coarser; /* steps by which a forced unit may be coarser than the finest that fits */
} encoding_traits;

const encoding_traits *traits_of(pelt_encoding encoding);
const encoding_traits *traits_find(const char *name); /* takes either name; NULL: there is none */

/* Nearest integer within [-limit, limit]. */
int32_t round_within(double value, double limit);

/* The exponent k of x = m * 2^k with m in [0.5, 1); 0 for x <= 0. */
int binary_exponent(double x);

/* A value as stored: in steps of 1 / one within [-limit, limit], or the bits of a float. */
uint32_t traits_bits(const encoding_traits *p, double value, double one, double limit);

/* Appends bits of traits_bits; in fixed point only the low 16. */
void traits_put(byte_buffer *out, const encoding_traits *p, uint32_t bits);

/* The bytes of a morph target's delta with these FORMAT_DELTA_*. */
uint32_t traits_delta_bytes(const encoding_traits *p, uint32_t delta_flags);

/// The job ///////////////////////////////////////////////////////////////////////////////////////

#define BAKE_NONE UINT32_MAX

/* The error that a bake may make, and the shares of its causes, each as a fraction of the model's
 * size. */
typedef struct bake_budget {
    double error; /* E: the largest error of the whole pipeline */
    /* how far one joint's track may move a vertex; a chain of joints adds up several */
    double tracks;
    /* [clip_count] replaces `tracks` for a clip; 0: its tracks are left out. NULL: `tracks` for
     * all */
    double *of_clip;
    /* [clip_count][joint_count] factors for the tracks of a joint; NULL: all alike */
    double *of_joint;
    /* Keys of rotations are close enough for the device's arc between them to stay within the
     * track's tolerance, and cubic curves have their values at all ticks; otherwise turns are up to
     * 88 degrees, and cubic keys are moved to the nearest tick, or to a frame nearby. */
    bool close_keys;
    double weights; /* how far dropped weights may move a vertex */
    double layers;  /* a part of this is spent on room for additive layers of targets */
} bake_budget;

static inline double budget_of_clip(const bake_budget *budget, uint32_t clip)
{
    return budget->of_clip == NULL ? budget->tracks : budget->of_clip[clip];
}

typedef struct bake_job {
    const scene *scene;
    const bake_options *options;
    const encoding_traits *traits;
    bake_budget budget;
    /* [clip_count][blob mesh count] of the clips as played; NULL: not known */
    const box3 *clip_boxes;
    region *memory; /* holds all results until the blob is written */
    diag *d;
} bake_job;

/* Zeroed memory for a result. */
static inline void *job_calloc(const bake_job *job, size_t count, size_t size)
{
    return region_calloc(job->memory, count, size);
}

/* Like diag_grow, in the job's memory: makes room for one more behind `count` items, which is full when it
 * is 0 or a power of two. */
static inline void *job_grow(const bake_job *job, void *items, uint32_t count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return items;
    void *more = job_calloc(job, 2 * (size_t)count + 1, size);
    if (count > 0)
        memcpy(more, items, count * size);
    return more;
}
