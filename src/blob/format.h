/* SPDX-License-Identifier: MIT */
/*
 * The blob, as C sees it in the target's own byte order. docs/FORMAT.md says the same byte by byte.
 * Shared by the library, which reads it, and the baker, which writes it field by field.
 *
 * Every section starts on a 4-byte boundary; every record's size is a multiple of 4, so that a
 * 4-byte aligned blob is read without unaligned access.
 */
#ifndef PELT_FORMAT_H
#define PELT_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define FORMAT_STATIC_ASSERT(name, condition)                                                      \
    typedef char format_assert_##name[(condition) ? 1 : -1]

#define FORMAT_MAGIC 0x544C4550u /* "PELT" in a little-endian blob, "TLEP" in a big one */
#define FORMAT_MAGIC_SWAPPED 0x50454C54u

typedef struct format_header {
    uint32_t magic;
    uint16_t version;    /* PELT_FORMAT_VERSION */
    uint16_t encoding;   /* pelt_encoding */
    uint32_t blob_bytes; /* header, section table and sections; a multiple of 4 */
    uint32_t crc;        /* CRC-32 (IEEE) of all blob_bytes except this field */
    int32_t unit_shift;
    uint32_t section_count;
    uint32_t reserved[2]; /* 0 */
} format_header;
FORMAT_STATIC_ASSERT(header, sizeof(format_header) == 32);

#define FORMAT_CRC_OFFSET 12u
#define FORMAT_MAX_SECTIONS 64u

typedef struct format_section {
    uint32_t tag;
    uint16_t version; /* 1 */
    uint16_t flags;
    uint32_t offset; /* from the blob's start */
    uint32_t bytes;
} format_section;
FORMAT_STATIC_ASSERT(section, sizeof(format_section) == 16);

#define FORMAT_SECTION_REQUIRED 1u /* a library that does not know the tag must refuse the blob */

#define FORMAT_TAG(a, b, c, d)                                                                     \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define FORMAT_JOINTS FORMAT_TAG('J', 'O', 'I', 'N')      /* format_joint[joint_count] */
#define FORMAT_REST FORMAT_TAG('R', 'E', 'S', 'T')        /* see FORMAT_LOCAL_WORDS */
#define FORMAT_BIND FORMAT_TAG('B', 'I', 'N', 'D')        /* the same; optional */
#define FORMAT_SKINS FORMAT_TAG('S', 'K', 'I', 'N')       /* format_skin[] */
#define FORMAT_ENTRIES FORMAT_TAG('E', 'N', 'T', 'R')     /* format_entry[] */
#define FORMAT_MESHES FORMAT_TAG('M', 'E', 'S', 'H')      /* format_mesh[] */
#define FORMAT_RUNS FORMAT_TAG('R', 'U', 'N', 'S')        /* format_run[] */
#define FORMAT_PARTS FORMAT_TAG('P', 'A', 'R', 'T')       /* format_part[] */
#define FORMAT_MATERIALS FORMAT_TAG('M', 'A', 'T', 'L')   /* format_material[] */
#define FORMAT_RECORDS FORMAT_TAG('V', 'E', 'R', 'T')     /* vertex records, see below */
#define FORMAT_STREAMS FORMAT_TAG('S', 'T', 'R', 'M')     /* uvs and colours; optional */
#define FORMAT_INDICES FORMAT_TAG('I', 'N', 'D', 'X')     /* uint16_t or uint32_t, 4-byte padded */
#define FORMAT_MORPHS FORMAT_TAG('M', 'R', 'P', 'H')      /* format_morph[mesh_count]; optional */
#define FORMAT_DELTAS FORMAT_TAG('D', 'L', 'T', 'A')      /* see format_morph; optional */
#define FORMAT_PART_JOINTS FORMAT_TAG('P', 'J', 'N', 'T') /* see format_part_joints; optional */
#define FORMAT_CLIPS FORMAT_TAG('C', 'L', 'I', 'P')       /* format_clip[] */
#define FORMAT_TRACKS FORMAT_TAG('T', 'R', 'A', 'K')      /* format_track[] */
#define FORMAT_KEYS FORMAT_TAG('K', 'E', 'Y', 'S')        /* timelines and key values */
#define FORMAT_NAMES FORMAT_TAG('N', 'A', 'M', 'E')  /* NUL-terminated UTF-8; the last byte is 0 */
#define FORMAT_MASKS FORMAT_TAG('M', 'A', 'S', 'K')  /* see format_mask_bytes; optional */
#define FORMAT_EVENTS FORMAT_TAG('E', 'V', 'N', 'T') /* see format_event; optional */
#define FORMAT_ROOT FORMAT_TAG('R', 'O', 'O', 'T')   /* format_root and what follows it; optional */
#define FORMAT_SOURCE FORMAT_TAG('S', 'R', 'C', 'E') /* map to glTF, host only; optional */
#define FORMAT_BOXES FORMAT_TAG('B', 'O', 'X', 'S')  /* format_mesh_boxes[mesh_count]; optional */

/* Lengths in poses and model matrices: Qn of this n, in fixed point. */
#define FORMAT_LENGTH_BITS 20u
#define FORMAT_LENGTH_BITS_LEAN 24u

#define FORMAT_MAX_JOINTS 65534u

/* Depth first: what hangs on a joint follows it. */
typedef struct format_joint {
    uint16_t parent;     /* < own index, or PELT_NO_JOINT */
    int16_t scale_shift; /* q16: see pelt_joint_info */
    uint32_t name;       /* offset in NAMES */
} format_joint;
FORMAT_STATIC_ASSERT(joint, sizeof(format_joint) == 8);

/*
 * Local transforms, as in pelt_local_*: a word, how many joints have a scale other than one; rotation
 * and translation of all joints; joint and scale of each of those.
 */
#define FORMAT_LOCAL_WORDS 7u
#define FORMAT_SCALE_WORDS 4u

typedef struct format_skin {
    uint32_t first_entry;
    uint32_t entry_count; /* >= 1 */
} format_skin;
FORMAT_STATIC_ASSERT(skin, sizeof(format_skin) == 8);

/*
 * Inverse bind matrix with the vertex grid folded in.
 * q16: 3x3 in Q(36 + shift) of joint units per grid step, translation Q20; shift in [1, 24].
 * q12: 3x3 in Q(18 + shift), columns shorter than 2^18, shift in [1, 30]; translation Q24, below
 *      2^30.
 */
typedef struct format_entry_q16 {
    uint16_t joint;
    uint16_t shift;
    int32_t m[12];
} format_entry_q16;

typedef struct format_entry_f32 {
    uint16_t joint;
    uint16_t shift; /* 0 */
    float m[12];
} format_entry_f32;
FORMAT_STATIC_ASSERT(entry_q16, sizeof(format_entry_q16) == 52);
FORMAT_STATIC_ASSERT(entry_f32, sizeof(format_entry_f32) == 52);

#define FORMAT_ENTRY_MIN_SHIFT 1u
#define FORMAT_ENTRY_MAX_SHIFT 24u
#define FORMAT_ENTRY_MAX_SHIFT_Q12 30u

typedef struct format_mesh {
    uint16_t skin;
    uint16_t flags;
    uint8_t raw_normal_bits; /* fixed: [0, 30] */
    uint8_t uv_bits;         /* fixed: uvs are int16 Qn of this n, [0, 15] */
    uint16_t joint;          /* of its node, or of the nearest one above, or PELT_NO_JOINT */
    uint32_t vertex_count;
    uint32_t first_run, run_count;
    uint32_t first_part, part_count;
    uint32_t uvs;     /* offset in STREAMS, or FORMAT_NONE */
    uint32_t colours; /* offset in STREAMS of uint8_t[4] per vertex or a table, or FORMAT_NONE */
    uint32_t name;
    uint32_t tangents; /* offset in STREAMS, or FORMAT_NONE */
} format_mesh;
FORMAT_STATIC_ASSERT(mesh, sizeof(format_mesh) == 44);

#define FORMAT_NONE 0xFFFFFFFFu
#define FORMAT_MESH_NORMALS 1u
#define FORMAT_MESH_INDICES32 2u
/* Colours are a table: uint32 count, 1 to 256; uint8_t[4] each; uint8_t per vertex, which. */
#define FORMAT_MESH_COLOUR_TABLE 4u
#define FORMAT_MESH_FLAGS 7u
#define FORMAT_MAX_TABLE_COLOURS 256u

/* Consecutive vertices with the same number of influences; a mesh's runs follow each other. */
typedef struct format_run {
    uint32_t first_vertex;
    uint32_t vertex_count;
    uint32_t records;    /* offset in RECORDS, a multiple of 4 */
    uint16_t influences; /* 1 to 4 */
    uint16_t flags;
} format_run;
FORMAT_STATIC_ASSERT(run, sizeof(format_run) == 16);

#define FORMAT_RUN_UNIT_NORMALS 1u /* raw normals have unit length in every pose of every clip */
#define FORMAT_RUN_MORPHED 2u      /* morph targets touch every vertex of the run, and no other */
#define FORMAT_RUN_SAME_JOINTS 4u  /* one joint set: its offsets, then records without, see below */
/* No records but uint32[vertex_count]: vertices before, in ascending order, of runs that are
 * neither morphed nor copies, that these equal in all but texture coordinates and colours. A
 * mesh's last run only; influences is 1. */
#define FORMAT_RUN_COPIES 8u
/* Packed records, see below: of q16 and q12, with none of the others. */
#define FORMAT_RUN_PACKED 16u
#define FORMAT_RUN_FLAGS 31u
/* Of these a run has one at most: records are of one kind. */
#define FORMAT_RUN_KINDS (FORMAT_RUN_MORPHED | FORMAT_RUN_SAME_JOINTS | FORMAT_RUN_COPIES)

/*
 * Tangents in STREAMS, per vertex: q16 int16 x, y, z (Q15; Q14 in runs of one influence, as
 * normals), w = 1 or -1; q12 the same, always Q15; f32 float[4]. Of copies that of the original.
 */
#define FORMAT_TANGENT_BYTES_Q16 8u
#define FORMAT_TANGENT_BYTES_F32 16u

/*
 * Morph targets of a mesh; the section MORPHS, if there, has one record per mesh. Offsets are in
 * DELTAS. Touched vertices are those of the mesh's morphed runs, in order.
 */
typedef struct format_morph {
    uint32_t target_count;   /* 0: none, the rest but first_target is 0 */
    uint32_t first_target;   /* targets of the meshes before */
    uint32_t defaults;       /* weight[target_count]: int32 Q16.16 or float */
    uint32_t vertex_count;   /* touched */
    uint32_t offsets;        /* uint32[vertex_count + 1]: ordinals of deltas; the first is 0 */
    uint32_t deltas;         /* delta records, in vertex order */
    uint16_t position_shift; /* q16: a delta's step is the grid's / 2^this, [0, 15] */
    uint16_t flags;          /* FORMAT_DELTA_* */
} format_morph;
FORMAT_STATIC_ASSERT(morph, sizeof(format_morph) == 28);

/*
 * A delta: what one target adds to one vertex.
 * q16: uint16 target; int16 position[3], then normal[3] (Q14) and tangent[3] (Q14) if flagged,
 *      padded to 4 bytes
 * f32: uint32 target; float position[3], normal[3], tangent[3] likewise
 */
#define FORMAT_DELTA_NORMALS 1u
#define FORMAT_DELTA_TANGENTS 2u

static inline uint32_t format_delta_bytes_q16(uint32_t flags)
{
    const uint32_t halfwords = 4u + ((flags & FORMAT_DELTA_NORMALS) != 0u ? 3u : 0u) +
                               ((flags & FORMAT_DELTA_TANGENTS) != 0u ? 3u : 0u);
    return (2u * halfwords + 3u) & ~3u;
}

static inline uint32_t format_delta_bytes_f32(uint32_t flags)
{
    return 16u + ((flags & FORMAT_DELTA_NORMALS) != 0u ? 12u : 0u) +
           ((flags & FORMAT_DELTA_TANGENTS) != 0u ? 12u : 0u);
}

/*
 * Vertex records. `offset` is entry index * 48, a byte offset into the palette.
 * q16, one influence:    uint16 offset; int16 position[3], normal[3], 0              16 bytes
 *      two:              uint16 offset[2]; int16 weight[2], position[3], normal[3]   20 bytes
 *      three or four:    uint16 offset[4]; int16 weight[4], position[3], normal[3]   28 bytes
 *      (three: offset[3] = offset[0], weight[3] = 0)
 *   weights Q1.15, 0 <= w <= 32767, sum exactly 32768
 *   normals Q15; with one influence Q14, as the rigid kernel has no weights to halve the entry
 * q12, one influence:    uint16 offset; int16 x, y, z; int8 nx, ny, 0, nz                  12 bytes
 *      two:              uint16 offset[2]; int16 x, y, z; uint16 weight of the second;
 *                        int8 nx, ny, 0, nz                                              16 bytes
 *      three or four:    uint16 offset[4], weight[4]; int16 x, y; int32 z;
 *                        int8 nx, ny, 0, nz                                              28 bytes
 *   weights Q14, 0 <= w <= 16383, sum exactly 16384; z an int16 in any case; normals Q7
 * f32, n influences:     uint32 offset[n]; float weight[n] (n > 1), position[3], normal[3]
 * Meshes without normals hold zeros.
 *
 * A run of one joint set (FORMAT_RUN_SAME_JOINTS) begins with its offsets: those of a record, with
 * one influence in q16 uint16 offset, 0. Its records are the others without offsets, and with one
 * influence without the 0: format_offset_bytes_* less. q12 has no such runs of one influence, whose
 * records would not become smaller.
 */
#define FORMAT_ENTRY_BYTES 48u
#define FORMAT_PALETTE_PAD_BYTES 16u /* kernels may load, but do not use, as much past the last */
#define FORMAT_MAX_ENTRIES_Q16 1365u /* of one skin: offsets fit 16 bits */
#define FORMAT_MAX_ENTRIES_F32 4096u

static inline uint32_t format_record_bytes_q16(uint32_t influences)
{
    return influences == 1u ? 16u : influences == 2u ? 20u : 28u;
}

static inline uint32_t format_record_bytes_q12(uint32_t influences)
{
    return influences == 1u ? 12u : influences == 2u ? 16u : 28u;
}

static inline uint32_t format_record_bytes_f32(uint32_t influences)
{
    return influences == 1u ? 28u : 24u + 8u * influences;
}

/*
 * Packed records (FORMAT_RUN_PACKED), of q16 and q12 alike, in uint16: what kernels take is made of
 * them a few at a time. n is the normal; with one or three influences those of all vertices lie
 * behind the run's records, that of the last vertex first, padded to 4 bytes. docs/FORMAT.md has the
 * bits of indices, weights and normals.
 * one:    offset, x, y, z                     8 bytes, and n
 * two:    A, B, x, y, z, n                   12 bytes
 * three:  A, B, x, y, z, C                   12 bytes, and n
 * four:   A, B, D, E, x, y, z, n             16 bytes
 */
static inline uint32_t format_packed_bytes(uint32_t influences)
{
    return 8u + 2u * (influences & 6u);
}

/* Behind the normal of the record at `record`, where normals lie apart: records of the run end at
 * `end`. Division by 12, of multiples, is multiplication modulo 2^32. */
static inline const uint16_t *format_packed_normal(const void *record, const void *end,
                                                   uint32_t influences)
{
    const uint32_t bytes = (uint32_t)((const uint8_t *)end - (const uint8_t *)record);
    if (influences % 2u == 0u) /* they have their own: not looked at */
        return (const uint16_t *)end;
    return (const uint16_t *)end + (influences == 1u ? bytes / 8u : bytes / 4u * 0xAAAAAAABu);
}

/* What a run of one joint set begins with, and each of its records is short of. */
static inline uint32_t format_offset_bytes_q16(uint32_t influences)
{
    return influences <= 2u ? 4u : 8u;
}

static inline uint32_t format_offset_bytes_f32(uint32_t influences)
{
    return 4u * influences;
}

/* Records of such runs. */
static inline uint32_t format_set_bytes_q16(uint32_t influences)
{
    return format_record_bytes_q16(influences) - format_offset_bytes_q16(influences);
}

static inline uint32_t format_set_bytes_q12(uint32_t influences)
{
    return format_record_bytes_q12(influences) - format_offset_bytes_q16(influences);
}

static inline uint32_t format_set_bytes_f32(uint32_t influences)
{
    return format_record_bytes_f32(influences) - format_offset_bytes_f32(influences);
}

typedef struct format_part {
    uint32_t indices;     /* offset in INDICES, a multiple of 4 */
    uint32_t index_count; /* a multiple of corners */
    uint32_t corners;     /* 1, 2 or 3 */
    uint32_t material;    /* in MATERIALS */
} format_part;
FORMAT_STATIC_ASSERT(part, sizeof(format_part) == 16);

typedef struct format_material {
    uint32_t name, image; /* offsets in NAMES: its own, and that of its base colour's image */
    uint32_t index;       /* glTF, or FORMAT_NONE: the default */
    uint8_t colour[4];
    uint8_t metallic, roughness; /* 255 is 1 */
    uint8_t flags;
    uint8_t reserved; /* 0 */
} format_material;
FORMAT_STATIC_ASSERT(material, sizeof(format_material) == 20);

#define FORMAT_MATERIAL_DOUBLE_SIDED 1u

/*
 * Which palette entries the vertices of each part need, and which part a vertex belongs to: each
 * then belongs to one. The section PART_JOINTS, if there, starts with a format_mesh_parts per mesh.
 * Offsets are from the section's start. Not looked at when a blob is opened.
 */
typedef struct format_mesh_parts {
    uint32_t parts;    /* offset of format_part_joints[part_count], a multiple of 4 */
    uint32_t vertices; /* offset of the part of each vertex, numbered within the mesh, a multiple
                          of 2: uint8 where the mesh has at most 256 parts, else uint16 */
} format_mesh_parts;
FORMAT_STATIC_ASSERT(mesh_parts, sizeof(format_mesh_parts) == 8);

typedef struct format_part_joints {
    uint32_t entries; /* offset of uint16[count], a multiple of 2: of the mesh's skin, ascending */
    uint32_t count;
} format_part_joints;
FORMAT_STATIC_ASSERT(part_joints, sizeof(format_part_joints) == 8);

#define FORMAT_MAX_BYTE_PARTS 256u

/*
 * Keys lie on a grid of the clip's where they do so in the source: frames from the clip's start on.
 * rate: a mantissa with its low five bits replaced by a shift s; after t ticks the place on the grid
 * is (2 t + 1) mantissa / 2^(32 + s) frames. 0 where no timeline is in frames.
 */
typedef struct format_clip {
    uint32_t name;
    int32_t start, end; /* ticks; start <= end */
    uint32_t rate;
    uint32_t first_track, track_count;
} format_clip;
FORMAT_STATIC_ASSERT(clip, sizeof(format_clip) == 24);

/*
 * Events of clips. The section EVENTS, if there, is uint32[clip_count + 1], the ordinals of each
 * clip's first event and, last, how many there are; then the events, those of a clip by ascending
 * time.
 */
typedef struct format_event {
    uint32_t name;
    int32_t time; /* ticks of glTF time, within the clip */
} format_event;
FORMAT_STATIC_ASSERT(event, sizeof(format_event) == 8);

#define FORMAT_MAX_EVENTS 65535u /* of all clips, in what `pelt` makes */

#define FORMAT_RATE_SHIFT 31u

/*
 * Root motion: what moved the character as a whole and is no longer in its clips. The section ROOT,
 * if there: a format_root; a format_root_clip for each clip; format_root_key[], of a clip in
 * ascending order, the first at tick 0. Opening does not look into it: whoever reads it checks.
 */
typedef struct format_root {
    uint16_t joint; /* whose motion it was, or PELT_NO_JOINT: none of the blob's */
    uint16_t flags; /* FORMAT_ROOT_*: which; the others are 0 in all keys */
} format_root;
FORMAT_STATIC_ASSERT(root, sizeof(format_root) == 4);

#define FORMAT_ROOT_MOVES 1u /* x and z */
#define FORMAT_ROOT_TURNS 2u

typedef struct format_root_clip {
    uint32_t first_key, key_count; /* 0: it stays where it is */
} format_root_clip;
FORMAT_STATIC_ASSERT(root_clip, sizeof(format_root_clip) == 8);

/* Fixed: x and z Q16.16 in the model's units, turns Q24, all below 2^29: twice a difference is an
 * int32_t. Float: float, in glTF
 * units and turns. Between keys in a straight line, at both ends it stays. */
typedef struct format_root_key {
    uint32_t tick;     /* since the clip's start */
    uint32_t value[3]; /* x, z, turns about +Y: the bits of int32_t or float */
} format_root_key;
FORMAT_STATIC_ASSERT(root_key, sizeof(format_root_key) == 16);

#define FORMAT_ROOT_TURN_BITS 24u
#define FORMAT_ROOT_LIMIT (((int32_t)1 << 29) - 1)

/*
 * One animated property of one joint. Tracks of a clip are ordered by timeline, so that the search
 * in a shared timeline is made once.
 */
typedef struct format_track {
    uint16_t joint;  /* of weights: mesh */
    uint16_t kind;   /* path * 4 + interpolation, and FORMAT_WHOLE_RANGE */
    uint32_t values; /* offset in KEYS, a multiple of 4: numbers of a constant, else format_curve */
} format_track;
FORMAT_STATIC_ASSERT(track, sizeof(format_track) == 8);

#define FORMAT_WHOLE_RANGE 16u /* there are no ranges: all are FORMAT_WHOLE; not for weights */

static inline uint32_t format_interpolation_of(uint32_t kind)
{
    return kind & 3u;
}

static inline uint32_t format_path_of(uint32_t kind)
{
    return kind >> 2 & 3u;
}

enum format_path {
    FORMAT_TRANSLATION,
    FORMAT_ROTATION,
    FORMAT_SCALE,
    FORMAT_WEIGHTS, /* of morph targets */
    FORMAT_PATH_COUNT
};
/* Constants are stored as in poses: rotation[4], translation[3], scale[3] (fixed: below one),
 * weight[target_count]. */
enum format_interpolation { FORMAT_STEP, FORMAT_LINEAR, FORMAT_CUBIC, FORMAT_CONSTANT };

/*
 * Timeline: uint32 key count n >= 1 times 4 plus one of these; then the keys' frames on the clip's
 * grid, or their ticks since its start, strictly increasing, padded to 4 bytes.
 */
enum format_frames {
    FORMAT_FRAMES_ALL, /* uint32 first: every frame from it on */
    FORMAT_FRAMES_8,   /* uint8 frame[n] */
    FORMAT_FRAMES_16,  /* uint16 frame[n] */
    FORMAT_TICKS       /* uint32 tick[n] */
};

/*
 * The keys of one track. Components: translations and scales 3, weights one a target, rotations 3
 * or 4; cubic ones have them three times a key: in, value, out (Bezier control points: value -+
 * tangent * duration / 3).
 * Behind the bits, padded to 4 bytes: format_range[components] or none; then the keys, of as many
 * bits each as their components have together, packed from the top of each uint32 down, with no
 * gaps; and words that are read but not used, see format_key_words.
 * A component whose bits, as a fraction of 2^bits, are f: low + extent * f, a number in [-1, 1),
 * the same for all encodings.
 * Rotations: form is the index of the component that is left out, the largest and positive:
 * sqrt(1 - squares of the others); or all are stored, and times two. Cubic ones store all, and only
 * the direction of what is interpolated counts.
 * Others: in fixed point 2^30 times that, shifted down by form: Q20 (q12: Q24) of a translation,
 * Q30 of a scale, Q23 of a weight. f32: 2^(form - 97) times that.
 */
typedef struct format_range {
    int16_t low;     /* Q15 */
    uint16_t extent; /* Q15 */
} format_range;

#define FORMAT_WHOLE                                                                               \
    {                                                                                              \
        -32768, 65535                                                                              \
    }

typedef struct format_curve {
    uint32_t timeline; /* offset in KEYS, a multiple of 4 */
    uint8_t form;
    uint8_t bits[3]; /* and more where there are more components: [components], 0 to 24 */
} format_curve;
FORMAT_STATIC_ASSERT(curve, sizeof(format_curve) == 8);

#define FORMAT_ALL_COMPONENTS 4u /* form of a rotation: 3 + this */
#define FORMAT_MAX_BITS 24u
#define FORMAT_MAX_FORM_F32 221u /* 2^124 */

static inline uint32_t format_curve_bytes(uint32_t components)
{
    return (5u + components + 3u) & ~3u; /* up to the ranges */
}

/* Words that sampling reads of keys of so many bits together, whose last component has so many: two
 * from the one that a component begins in, which, of no bits, may be the one behind the keys. */
static inline uint32_t format_key_words(uint32_t bits, uint32_t last)
{
    return (bits - (last > 0u ? 1u : 0u)) / 32u + 2u;
}

/// Sections that opening does not look into //////////////////////////////////////////////////////

/* `count` records of `bytes` each, at most 60, at an offset of a section; NULL unless they lie in it,
 * aligned to words, or to their size where that is less. */
static inline const void *format_records_at(const void *section, uint32_t section_bytes,
                                            uint32_t offset, uint32_t count, uint32_t bytes)
{
    const uint32_t alignment = bytes < 4u ? bytes : 4u;
    if (offset > section_bytes || (offset & (alignment - 1u)) != 0u || count > UINT32_MAX / 64u ||
        count * bytes > section_bytes - offset)
        return NULL;
    return (const uint8_t *)section + offset;
}

/// Masks ////////////////////////////////////////////////////////////////////////////////////////

/*
 * MASK: records of a name (uint32) and uint8_t[joint_count + mesh_count], what layers take of each
 * joint and of each mesh's morph weights, 255 is one; 0 up to a multiple of 4. Not looked into when a
 * blob is opened.
 */
static inline uint32_t format_mask_bytes(uint32_t places)
{
    return 4u + (places + 3u) / 4u * 4u;
}

/// Boxes ////////////////////////////////////////////////////////////////////////////////////////

/*
 * BOXS: where vertices can be, for pelt_mesh_box_get_* and pelt_clip_box_get_*; looked at there alone.
 * Offsets are in the section, multiples of 4, or FORMAT_NONE. One record per mesh:
 *
 * A vertex is a mean, by its weights, of points that are fixed in its joints' own axes. Influences of
 * less than FORMAT_LIGHT_WEIGHT may be told apart as light ones. All others of the mesh lie in the
 * heavy boxes, the light ones in the light boxes, of which a vertex takes light_weight at most.
 */
typedef struct format_mesh_boxes {
    uint32_t boxes;    /* format_joint_box[heavy and light]: not touched by morph targets */
    uint16_t count[2]; /* heavy, light */
    uint32_t morphed;  /* format_morphed_box[heavy and light] */
    uint16_t morphed_count[2];
    uint32_t ranges;       /* format_weight_range[target_count]; fixed, with morphed boxes */
    uint32_t clips;        /* format_clip_box[clip_count], or FORMAT_NONE */
    uint32_t pad;          /* fixed: steps of Q16.16 that roundings may take a vertex outside */
    uint16_t light_weight; /* Q15, below one */
    uint8_t clip_shift;    /* step of clip boxes: fixed 2^(this - 16) units, [0, 16]; f32
                                  2^(this - 127) */
    uint8_t shift;         /* of steps: fixed 2^-(3 + this) units, [1, 31]; f32 2^(this - 127);
                                  0: vertices can be anywhere, there are no boxes */
} format_mesh_boxes;
FORMAT_STATIC_ASSERT(mesh_boxes, sizeof(format_mesh_boxes) == 32);

#define FORMAT_LIGHT_WEIGHT 0.125

/* Centre and half extents along the joint's own axes, in the mesh's steps. Of two halfwords in a word
 * the first is the low one, in either byte order. */
typedef struct format_joint_box {
    uint32_t row;      /* where the joint's model matrix begins: 3 * joint */
    uint32_t centre01; /* int16 x, y */
    uint32_t half01;   /* [0, 32767] */
    uint32_t centre2_half2;
} format_joint_box;
FORMAT_STATIC_ASSERT(joint_box, sizeof(format_joint_box) == 16);

/* Of the vertices that targets touch. */
typedef struct format_morphed_box {
    format_joint_box base; /* without any target */
    format_joint_box grid; /* fixed: all that saturated positions can reach */
    uint32_t deltas;       /* format_delta_box[count] */
    uint32_t count;        /* [0, 65535] */
} format_morphed_box;
FORMAT_STATIC_ASSERT(morphed_box, sizeof(format_morphed_box) == 40);

/* What a target of weight one adds, zero among it if it touches only some. */
typedef struct format_delta_box {
    uint32_t target;
    uint32_t centre01, half01, centre2_half2;
} format_delta_box;
FORMAT_STATIC_ASSERT(delta_box, sizeof(format_delta_box) == 16);

/* Weights of a target, Q16, 0 among them: while all are within theirs no position saturates, and the
 * sum of their magnitudes is at most 8192. */
typedef struct format_weight_range {
    int32_t low, high;
} format_weight_range;
FORMAT_STATIC_ASSERT(weight_range, sizeof(format_weight_range) == 8);

typedef struct format_clip_box {
    int16_t min[3], max[3];
} format_clip_box;
FORMAT_STATIC_ASSERT(clip_box, sizeof(format_clip_box) == 12);

#endif
