/* SPDX-License-Identifier: MIT */
/* The blob's structures in C, in the target's own byte order; docs/FORMAT.md describes the same
 * bytes. The library reads them, and the baker writes them field by field.
 *
 * Every section starts on a 4-byte boundary and every record's size is a multiple of 4, so that a
 * 4-byte aligned blob is read without unaligned access. */
#ifndef PELT_FORMAT_H
#define PELT_FORMAT_H

#include "pelt.h"

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

/* The CRC of a blob of so many bytes, as its header has it. */
static inline uint32_t format_crc(const void *blob, uint32_t bytes)
{
    const uint32_t *words = (const uint32_t *)blob;
    const uint32_t before = FORMAT_CRC_OFFSET / 4u, after = before + 1u;
    const uint32_t crc = pelt_crc32_update(0, words, before);
    return pelt_crc32_update(crc, words + after, bytes / 4u - after);
}

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
#define FORMAT_JOINTS FORMAT_TAG('J', 'O', 'I', 'N')    /* format_joint[joint_count] */
#define FORMAT_REST FORMAT_TAG('R', 'E', 'S', 'T')      /* see FORMAT_LOCAL_WORDS */
#define FORMAT_BIND FORMAT_TAG('B', 'I', 'N', 'D')      /* the same; optional */
#define FORMAT_SKINS FORMAT_TAG('S', 'K', 'I', 'N')     /* format_skin[] */
#define FORMAT_ENTRIES FORMAT_TAG('E', 'N', 'T', 'R')   /* format_entry[] */
#define FORMAT_BETWEENS FORMAT_TAG('B', 'T', 'W', 'N')  /* see format_between; flagged, optional */
#define FORMAT_MESHES FORMAT_TAG('M', 'E', 'S', 'H')    /* format_mesh[] */
#define FORMAT_RUNS FORMAT_TAG('R', 'U', 'N', 'S')      /* format_run[] */
#define FORMAT_PARTS FORMAT_TAG('P', 'A', 'R', 'T')     /* format_part[] */
#define FORMAT_MATERIALS FORMAT_TAG('M', 'A', 'T', 'L') /* format_material[] */
#define FORMAT_RECORDS FORMAT_TAG('V', 'E', 'R', 'T')   /* vertex records, see below */
#define FORMAT_STREAMS FORMAT_TAG('S', 'T', 'R', 'M')   /* uvs and colours; optional */
#define FORMAT_INDICES FORMAT_TAG('I', 'N', 'D', 'X')   /* uint16_t or uint32_t, 4-byte padded */
#define FORMAT_MORPHS FORMAT_TAG('M', 'R', 'P', 'H')    /* format_morph[mesh_count]; optional */
#define FORMAT_DELTAS FORMAT_TAG('D', 'L', 'T', 'A')    /* see format_morph; optional */
#define FORMAT_PART_JOINTS FORMAT_TAG('P', 'J', 'N', 'T') /* see format_part_joints; optional */
#define FORMAT_CLIPS FORMAT_TAG('C', 'L', 'I', 'P')       /* format_clip[] */
#define FORMAT_TRACKS FORMAT_TAG('T', 'R', 'A', 'K')      /* format_track[] */
#define FORMAT_KEYS FORMAT_TAG('K', 'E', 'Y', 'S')        /* timelines and key values */
#define FORMAT_NAMES FORMAT_TAG('N', 'A', 'M', 'E')  /* NUL-terminated UTF-8; the last byte is 0 */
#define FORMAT_MASKS FORMAT_TAG('M', 'A', 'S', 'K')  /* see format_mask_bytes; optional */
#define FORMAT_EVENTS FORMAT_TAG('E', 'V', 'N', 'T') /* see format_event; optional */
#define FORMAT_SHIFTS FORMAT_TAG('F', 'L', 'I', 'P') /* see format_shift; optional */
#define FORMAT_ROOT FORMAT_TAG('R', 'O', 'O', 'T')   /* format_root and what follows it; optional */
#define FORMAT_SPRINGS FORMAT_TAG('S', 'P', 'R', 'G') /* see format_springs; optional */
#define FORMAT_FACES FORMAT_TAG('F', 'A', 'C', 'E')   /* see format_faces; optional */
#define FORMAT_SOURCE FORMAT_TAG('S', 'R', 'C', 'E')  /* map to glTF, host only; optional */
#define FORMAT_BOXES FORMAT_TAG('B', 'O', 'X', 'S')   /* format_mesh_boxes[mesh_count]; optional */
#define FORMAT_PAGES FORMAT_TAG('P', 'A', 'G', 'E')   /* see format_pages; flagged */
#define FORMAT_COVERED                                                                             \
    FORMAT_TAG('C', 'O', 'V', 'R') /* format_covered[], of clips that are elsewhere; optional */
#define FORMAT_TARGETS                                                                             \
    FORMAT_TAG('T', 'R', 'G', 'T') /* uint32[], names of morph targets: see FORMAT_ONE_TARGET */
#define FORMAT_TEXTURES                                                                            \
    FORMAT_TAG('T', 'X', 'T', 'R')                   /* uint32 count, format_texture[]; optional */
#define FORMAT_LEVELS FORMAT_TAG('L', 'O', 'D', 'S') /* see format_lod_part; optional */

/* In fixed point, lengths in poses and model matrices are Qn of this n. */
#define FORMAT_LENGTH_BITS 20u
#define FORMAT_LENGTH_BITS_LEAN 24u

#define FORMAT_MAX_JOINTS 65534u

/* Joints are stored depth first: a joint's descendants follow it. */
typedef struct format_joint {
    uint16_t parent;     /* < own index, or PELT_NO_JOINT */
    int16_t scale_shift; /* q16: see pelt_joint_info */
    uint32_t name;       /* offset in NAMES */
} format_joint;
FORMAT_STATIC_ASSERT(joint, sizeof(format_joint) == 8);

/* Local transforms, with the contents of pelt_local_*: a word with the number of joints whose scale
 * is not one; rotation and translation of every joint; index and scale of each scaled joint. */
#define FORMAT_LOCAL_WORDS 7u
#define FORMAT_SCALE_WORDS 4u

typedef struct format_skin {
    uint32_t first_entry;
    uint32_t entry_count; /* >= 1; in-betweens, see BTWN, are the last of these */
} format_skin;
FORMAT_STATIC_ASSERT(skin, sizeof(format_skin) == 8);

/* Inverse bind matrix with the vertex grid folded in.
 * q16: 3x3 in Q(36 + shift) of joint units per grid step, translation Q20; shift in [1, 24].
 * q12: 3x3 in Q(18 + shift), columns shorter than 2^18, shift in [1, 30]; translation Q24, below
 *      2^30. */
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

/* BTWN: uint32[skin_count + 1], the ordinal of each skin's first in-between and, last, their number;
 * then the in-betweens. They are the last entries of their skin's palette, and not in ENTR. With the
 * entries S and T, 3x3 and full map, and R the rotation of S^-1 T, taken so far from none:
 *   x -> (1 - part) S pivot + part T pivot + S3x3 R (x - pivot) */
#define FORMAT_DEFINE_BETWEEN(suffix, word)                                                        \
    typedef struct format_between_##suffix {                                                       \
        uint16_t source, target; /* entries of the same skin in ENTR */                            \
        uint16_t part;           /* Q15, [1, 32767] */                                             \
        uint16_t reserved;       /* 0 */                                                           \
        word pivot[3];           /* as positions of vertices: fixed in [-32768, 32767] */          \
    } format_between_##suffix
FORMAT_DEFINE_BETWEEN(q16, int32_t);
FORMAT_DEFINE_BETWEEN(f32, float);
FORMAT_STATIC_ASSERT(between, sizeof(format_between_q16) == 20 && sizeof(format_between_f32) == 20);

#define FORMAT_ENTRY_MIN_SHIFT 1u
#define FORMAT_ENTRY_MAX_SHIFT 24u
#define FORMAT_ENTRY_MAX_SHIFT_Q12 30u

typedef struct format_mesh {
    uint16_t skin;
    uint16_t flags;
    uint8_t raw_normal_bits; /* fixed: [0, 30] */
    uint8_t uv_bits;         /* fixed: uvs are int16 Qn of this n, [0, 15] */
    uint16_t
        joint; /* the joint of the mesh's node or of the nearest node above, or PELT_NO_JOINT */
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
/* The colours are a table: uint32 count, 1 to 256; uint8_t[4] each; a uint8_t index per vertex. */
#define FORMAT_MESH_COLOUR_TABLE 4u
#define FORMAT_MESH_FLAGS 7u
#define FORMAT_MAX_TABLE_COLOURS 256u

/* Consecutive vertices with the same number of influences. A mesh's runs follow each other. */
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
/* The run has no records but uint32[vertex_count]: for each vertex the index of an earlier one that
 * it equals in all but texture coordinates and colours. The indices ascend, and those vertices are
 * in runs that are neither morphed nor copies. Only a mesh's last run can be one of copies, and its
 * influences is 1. */
#define FORMAT_RUN_COPIES 8u
/* Packed records, see below, in q16 and q12; excludes the other kinds. */
#define FORMAT_RUN_PACKED 16u
#define FORMAT_RUN_FLAGS 31u
/* A run has at most one of these flags, as all its records are of one kind. */
#define FORMAT_RUN_KINDS (FORMAT_RUN_MORPHED | FORMAT_RUN_SAME_JOINTS | FORMAT_RUN_COPIES)

/* Tangents in STREAMS, per vertex: q16 int16 x, y, z (Q15; Q14 in runs of one influence, as
 * normals), w = 1 or -1; q12 the same, always Q15; f32 float[4]. A copy has its original's tangent.
 */
#define FORMAT_TANGENT_BYTES_Q16 8u
#define FORMAT_TANGENT_BYTES_F32 16u

/* Morph targets of a mesh. The section MORPHS, if there, has one record per mesh. Offsets are in
 * DELTAS. The vertices that targets touch are those of the mesh's morphed runs, in order. */
typedef struct format_morph {
    uint32_t target_count;   /* 0: no targets, and all other fields but first_target are 0 */
    uint32_t first_target;   /* number of targets of all earlier meshes */
    uint32_t defaults;       /* weight[target_count]: int32 Q16.16 or float */
    uint32_t vertex_count;   /* touched */
    uint32_t offsets;        /* uint32[vertex_count + 1]: ordinals of deltas; the first is 0 */
    uint32_t deltas;         /* delta records, in vertex order */
    uint16_t position_shift; /* q16: a delta's step is the grid's / 2^this, [0, 15] */
    uint16_t flags;          /* FORMAT_DELTA_* */
} format_morph;
FORMAT_STATIC_ASSERT(morph, sizeof(format_morph) == 28);

/* A delta is the change of one vertex by one target.
 * q16: uint16 target; int16 position[3], then normal[3] (Q14) and tangent[3] (Q14) if flagged,
 *      padded to 4 bytes
 * f32: uint32 target; float position[3], normal[3], tangent[3] likewise */
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

/* Vertex records. `offset` is entry index * 48, a byte offset into the palette.
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
 *   weights Q14, 0 <= w <= 16383, sum exactly 16384; z is an int16 in each; normals Q7
 * f32, n influences:     uint32 offset[n]; float weight[n] (n > 1), position[3], normal[3]
 * Meshes without normals hold zeros.
 *
 * A run of one joint set (FORMAT_RUN_SAME_JOINTS) begins with its offsets, stored as in a record,
 * but with one influence in q16 as uint16 offset, 0. Its records are shorter by
 * format_offset_bytes_*: they have no offsets, nor, with one influence, the final 0. q12 has no
 * such runs of one influence, as their records would not become smaller. */
#define FORMAT_ENTRY_BYTES 48u
/* Kernels may load, but do not use, this many bytes past the last entry of a palette. */
#define FORMAT_PALETTE_PAD_BYTES 16u
#define FORMAT_MAX_ENTRIES_Q16 1365u /* of one skin, so that offsets fit 16 bits */
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

/* Packed records (FORMAT_RUN_PACKED), the same in q16 and q12, in units of uint16. The library
 * unpacks a few at a time into the records that kernels take. n is the normal. With one or three
 * influences the normals of all vertices lie behind the run's records, that of the last vertex
 * first, padded to 4 bytes. docs/FORMAT.md has the bits of indices, weights and normals.
 * one:    offset, x, y, z                     8 bytes, and n
 * two:    A, B, x, y, z, n                   12 bytes
 * three:  A, B, x, y, z, C                   12 bytes, and n
 * four:   A, B, D, E, x, y, z, n             16 bytes */
static inline uint32_t format_packed_bytes(uint32_t influences)
{
    return 8u + 2u * (influences & 6u);
}

/* For one or three influences: the address just behind the normal of the record at `record`, in a
 * run whose records end at `end`. A multiple of 12 is divided by 12 through a product modulo 2^32.
 */
static inline const uint16_t *format_packed_normal(const void *record, const void *end,
                                                   uint32_t influences)
{
    const uint32_t bytes = (uint32_t)((const uint8_t *)end - (const uint8_t *)record);
    if (influences % 2u == 0u) /* its records hold their normals; nobody reads this result */
        return (const uint16_t *)end;
    return (const uint16_t *)end + (influences == 1u ? bytes / 8u : bytes / 4u * 0xAAAAAAABu);
}

/* The bytes of the offsets in front of a run of one joint set; each of its records is shorter by
 * the same. */
static inline uint32_t format_offset_bytes_q16(uint32_t influences)
{
    return influences <= 2u ? 4u : 8u;
}

static inline uint32_t format_offset_bytes_f32(uint32_t influences)
{
    return 4u * influences;
}

/* The bytes of a record in a run of one joint set. */
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
    uint32_t indices;     /* offset in INDICES, a multiple of 4, and whether they are clusters */
    uint32_t index_count; /* a multiple of corners */
    uint32_t corners;     /* 1, 2 or 3 */
    uint32_t material;    /* in MATERIALS */
} format_part;
FORMAT_STATIC_ASSERT(part, sizeof(format_part) == 16);

/* Triangles in clusters: the low bits of `indices` are 1, 2 or 3, for groups of 8, 16 or 32 triangles.
 * uint32_t n, 1 to 256; int16_t[n][16], uint8_t[index_count] corners, and for each group, the last of which
 * may be smaller, a uint8_t, the index of its cluster: see pelt_clusters. */
#define FORMAT_CLUSTERS 3u
#define FORMAT_CLUSTER_WINDOW 16u /* vertices, and windows of a cluster */
#define FORMAT_CLUSTER_BYTES 32u
#define FORMAT_MAX_CLUSTERS 256u
#define FORMAT_MAX_CLUSTERED 32768u /* indices are below */

static inline uint32_t format_group_shift(uint32_t indices)
{
    return 2u + (indices & FORMAT_CLUSTERS);
}

/* Levels of detail. The section LEVELS, if there, is uint32 n, the number of coarser ones; uint32[n]
 * how far the surface of each is from all of it at most, Q16 of the model's size, up to 1; for each mesh
 * uint32[n], the number of its vertices from the first on that each has; for each part
 * format_lod_part[n]. pelt_lods_open checks it. */
typedef struct format_lod_part {
    uint32_t indices, index_count; /* as in format_part; indices are below that number */
} format_lod_part;
FORMAT_STATIC_ASSERT(lod_part, sizeof(format_lod_part) == 8);

#define FORMAT_MAX_COARSER 2u

typedef struct format_material {
    uint32_t name, image; /* offsets in NAMES of the material's name and of its base colour image */
    uint32_t index;       /* index in the glTF file, or FORMAT_NONE for the default material */
    uint8_t colour[4];
    uint8_t metallic, roughness; /* 255 is 1 */
    uint8_t flags;
    uint8_t texture; /* 1 + its index in TEXTURES; 0: none */
} format_material;
FORMAT_STATIC_ASSERT(material, sizeof(format_material) == 20);

#define FORMAT_MATERIAL_DOUBLE_SIDED 1u
#define FORMAT_MATERIAL_UNLIT 2u

/* Textures, whose texels are read in place. The section TEXTURES, if there, begins with their number
 * and their records; offsets are from its start and multiples of 4. Opening a blob does not check
 * it, but each reader does. */
typedef struct format_texture {
    uint32_t rows;         /* offset: height rows of width texels, the first at v = 0 */
    uint32_t colours;      /* offset of uint16[colour_count], RGB 5-6-5 */
    uint32_t image;        /* offset in NAMES */
    uint16_t colour_count; /* 0: texels are colours themselves */
    uint16_t clear;        /* the texel that is not drawn, if flagged */
    uint8_t texels;        /* pelt_texels */
    uint8_t flags; /* pelt_wrap across, plus 4 * pelt_wrap down, plus FORMAT_TEXTURE_CLEAR */
    uint8_t width_bits, height_bits; /* sides are powers of two: 2^this, [1, 10] */
} format_texture;
FORMAT_STATIC_ASSERT(texture, sizeof(format_texture) == 20);

#define FORMAT_TEXTURE_CLEAR 16u
#define FORMAT_MAX_TEXTURES 255u
#define FORMAT_MAX_TEXTURE_BITS 10u

/* The palette entries that the vertices of each part need, and the part of each vertex; every
 * vertex belongs to one. The section PART_JOINTS, if there, starts with a format_mesh_parts per
 * mesh. Offsets are from the section's start. Opening a blob does not check this section. */
typedef struct format_mesh_parts {
    uint32_t parts; /* offset of format_part_joints[part_count], a multiple of 4 */
    /* Offset of the part of each vertex, numbered within the mesh, a multiple of 2: uint8 where the
     * mesh has at most 256 parts, else uint16. */
    uint32_t vertices;
} format_mesh_parts;
FORMAT_STATIC_ASSERT(mesh_parts, sizeof(format_mesh_parts) == 8);

typedef struct format_part_joints {
    uint32_t entries; /* offset of uint16[count], a multiple of 2: the skin's entries, ascending */
    uint32_t count;
} format_part_joints;
FORMAT_STATIC_ASSERT(part_joints, sizeof(format_part_joints) == 8);

#define FORMAT_MAX_BYTE_PARTS 256u

/* Keys lie on the clip's frame grid if they do so in the glTF file: frames count from the clip's
 * start. rate: a mantissa whose low five bits are replaced by a shift s; after t ticks the place on
 * the grid is (2 t + 1) mantissa / 2^(32 + s) frames. 0 if no timeline is in frames. */
typedef struct format_clip {
    uint32_t name;
    int32_t start, end; /* ticks; start <= end */
    uint32_t rate;
    uint32_t first_track, track_count;
} format_clip;
FORMAT_STATIC_ASSERT(clip, sizeof(format_clip) == 24);

/* Events of clips. The section EVENTS, if there, is uint32[clip_count + 1], the ordinal of each
 * clip's first event and, last, the number of events; then the events, those of a clip by ascending
 * time. */
typedef struct format_event {
    uint32_t name;
    int32_t time; /* ticks of glTF time, within the clip */
} format_event;
FORMAT_STATIC_ASSERT(event, sizeof(format_event) == 8);

#define FORMAT_MAX_EVENTS 65535u /* of all clips, in a blob of `pelt` */

/* Where clips move textures. The section SHIFTS, if there, is as EVENTS is. From its time on a record holds
 * until the next one of its material, by ascending time; a material's first is at the clip's start. */
typedef struct format_shift {
    int32_t time;      /* ticks of glTF time */
    uint32_t material; /* index in the glTF file */
    int16_t u, v;      /* Q14 of the stored texture's sides */
} format_shift;
FORMAT_STATIC_ASSERT(shift, sizeof(format_shift) == 12);

#define FORMAT_SHIFT_ONE 16384

#define FORMAT_RATE_SHIFT 31u

/* Root motion: the motion of the whole character that was taken out of its clips. The section ROOT,
 * if there, has a format_root; a format_root_clip for each clip; then format_root_key[], a clip's
 * keys in ascending order, the first at tick 0. Opening a blob does not check it, but each reader
 * does. */
typedef struct format_root {
    uint16_t joint; /* the joint that had this motion; PELT_NO_JOINT: it is not in the blob */
    uint16_t
        flags; /* FORMAT_ROOT_*: the parts of the motion; values of other parts are 0 in all keys */
} format_root;
FORMAT_STATIC_ASSERT(root, sizeof(format_root) == 4);

#define FORMAT_ROOT_MOVES 1u /* x and z */
#define FORMAT_ROOT_TURNS 2u

typedef struct format_root_clip {
    uint32_t first_key, key_count; /* count 0: the character stays where it is */
} format_root_clip;
FORMAT_STATIC_ASSERT(root_clip, sizeof(format_root_clip) == 8);

/* In fixed point x and z are Q16.16 in the model's units and turns are Q24, all below 2^29, so that
 * twice a difference fits an int32_t. In float they are in glTF units and turns. Motion is linear
 * between keys and constant before the first and after the last. */
typedef struct format_root_key {
    uint32_t tick;     /* since the clip's start */
    uint32_t value[3]; /* x, z, turns about +Y: the bits of int32_t or float */
} format_root_key;
FORMAT_STATIC_ASSERT(root_key, sizeof(format_root_key) == 16);

#define FORMAT_ROOT_TURN_BITS 24u
#define FORMAT_ROOT_LIMIT (((int32_t)1 << 29) - 1)

/* One animated property of one joint. Tracks of a clip are ordered by timeline, so that a timeline
 * that several tracks share is searched once. */
typedef struct format_track {
    uint16_t joint; /* for morph weights the mesh */
    uint16_t kind;  /* path * 4 + interpolation, and FORMAT_WHOLE_RANGE */
    uint32_t
        values; /* offset in KEYS, a multiple of 4, of a constant's numbers or a format_curve */
} format_track;
FORMAT_STATIC_ASSERT(track, sizeof(format_track) == 8);

/* Clips in pages: CLIP has no tracks, and TRAK a constant for each path of a joint that any clip moves,
 * for pelt_clips_open: of a translation the largest length, of others zeros. The pages follow the blob
 * in its file. The section PAGE is a format_pages, uint32[clip_count + 1], the ordinal of each clip's
 * first page and, last, their number; and uint32[page_count], the ticks since the clip's start from
 * which on a page holds it. Opening does not check it, but pelt_pages_open does. */
typedef struct format_pages {
    uint32_t page_bytes; /* a multiple of 4, FORMAT_MIN_PAGE_BYTES to FORMAT_MAX_PAGE_BYTES */
    uint32_t page_count;
    uint32_t offset;   /* of the first page from the blob's start */
    uint32_t contents; /* so that other pages make another blob: a CRC of all */
} format_pages;
FORMAT_STATIC_ASSERT(pages, sizeof(format_pages) == 16);

#define FORMAT_MIN_PAGE_BYTES 64u
#define FORMAT_MAX_PAGE_BYTES 32768u

/* Then follow format_track[track_count] and, as KEYS, all that these need from the page's first tick
 * to the next page's: timelines keep their frames or ticks, and the same keys lie around each moment.
 */
typedef struct format_page {
    uint32_t
        crc; /* CRC-32 of all that follows in the page; in a buffer when it was used last, or 0 */
    uint32_t store; /* the CRC in the blob's header */
    uint32_t number;
    uint32_t track_count;
} format_page;
FORMAT_STATIC_ASSERT(page, sizeof(format_page) == 16);

/* The joint of a track that pelt_clips_open leaves out, whose kind is then one of weights. */
#define FORMAT_LEFT_OUT 0xFFFFu

#define FORMAT_WHOLE_RANGE                                                                         \
    16u /* there are no ranges, each is FORMAT_WHOLE; not for morph weights */

/* Weights of one target: the track's joint is the index of its name in TARGETS, and in tracks that
 * pelt_clips_open has moved the model's target. */
#define FORMAT_ONE_TARGET 32u

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
/* Constants are stored in the format of poses: rotation[4], translation[3], scale[3] (fixed: below
 * one), weight[target_count]. */
enum format_interpolation { FORMAT_STEP, FORMAT_LINEAR, FORMAT_CUBIC, FORMAT_CONSTANT };

/* A timeline is a uint32, the key count n >= 1 times 4 plus one of these; then the keys, in frames
 * of the clip's grid or in ticks since its start, strictly increasing, padded to 4 bytes. */
enum format_frames {
    FORMAT_FRAMES_ALL, /* uint32 first: a key at every frame from this one on */
    FORMAT_FRAMES_8,   /* uint8 frame[n] */
    FORMAT_FRAMES_16,  /* uint16 frame[n] */
    FORMAT_TICKS       /* uint32 tick[n] */
};

/* The keys of one track. A translation or scale has 3 components, weights one for each target, a
 * rotation 3 or 4. Each key of a cubic track has them three times: in, value, out (Bezier control
 * points: value -+ tangent * duration / 3).
 * Behind `bits`, padded to 4 bytes, stand format_range[components] or nothing; then the keys,
 * packed from the top of each uint32 down without gaps, each of as many bits as its components have
 * together; then words that are read but not used, see format_key_words.
 * A component's bits are a fraction f of 2^bits; the component is low + extent * f, a number in
 * [-1, 1), the same for all encodings.
 * Rotations: form is the index of the component that is left out, the largest, positive one: sqrt(1
 * - squares of the others); or all are stored, and times two. Cubic rotations store all, and only
 * the direction of the interpolated quaternion counts.
 * Others: in fixed point the number is 2^30 times that, shifted down by form: Q20 (q12: Q24) of a
 * translation, Q30 of a scale, Q23 of a weight. f32: 2^(form - 97) times that. */
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
    uint8_t bits[3]; /* [components] bytes in all, each 0 to 24 */
} format_curve;
FORMAT_STATIC_ASSERT(curve, sizeof(format_curve) == 8);

#define FORMAT_ALL_COMPONENTS 4u /* form of a rotation: 3 + this */
#define FORMAT_MAX_BITS 24u
#define FORMAT_MAX_FORM_F32 221u /* 2^124 */

static inline uint32_t format_curve_bytes(uint32_t components)
{
    return (5u + components + 3u) & ~3u; /* up to the ranges */
}

/* The number of words that sampling reads of keys with so many bits together, if the last component
 * has `last` bits. Sampling reads two words from the one in which a component begins; a component
 * of no bits may begin in the word behind the keys. */
static inline uint32_t format_key_words(uint32_t bits, uint32_t last)
{
    return (bits - (last > 0u ? 1u : 0u)) / 32u + 2u;
}

/// Sections that opening does not look into //////////////////////////////////////////////////////

/* The address of `count` records of `bytes` each, at most 60, at an offset in a section. NULL
 * unless they lie in the section, aligned to a word or to their size where that is less. */
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

/* MASK: records of a name (uint32) and uint8_t[joint_count + mesh_count], the part of each joint,
 * and of each mesh's morph weights, that layers take: 255 is one; padded with 0 to a multiple of 4.
 * Opening a blob does not check this section. */
static inline uint32_t format_mask_bytes(uint32_t places)
{
    return 4u + (places + 3u) / 4u * 4u;
}

/// Springs //////////////////////////////////////////////////////////////////////////////////////

/* SPRG: format_springs; format_spring[spring_count] in the order of a step, which has joints above a
 * joint, its colliders and its centre before it; format_collider[collider_count]; uint16[listed]: the
 * colliders of springs. pelt_springs_alloc_* checks it. */
typedef struct format_springs {
    uint16_t spring_count, collider_count, listed, reserved; /* 0 */
} format_springs;
FORMAT_STATIC_ASSERT(springs, sizeof(format_springs) == 8);

/* Length and radius: Q(length_bits), [0, 2^29) and [0, 2^30), f32 glTF units. stiffness, force: how far they
 * take a tail in a second, in 16 of these, to +-FORMAT_SPRING_DRAW. */
#define FORMAT_SPRING_DRAW (((int32_t)1 << 27) - 1)
#define FORMAT_DEFINE_SPRING(suffix, word)                                                         \
    typedef struct format_spring_##suffix {                                                        \
        uint16_t joint;                                                                            \
        uint16_t end;    /* after the step, matrices [joint, end) are built anew */                \
        uint16_t centre; /* joint, or PELT_NO_JOINT */                                             \
        uint16_t flags;                                                                            \
        uint16_t first, count; /* of the colliders */                                              \
        word aim[3];           /* unit, Q30: to the tail in the parent's axes, unscaled */         \
        word length;                                                                               \
        word keep; /* of the speed after a step: 1 - drag, Q30, [0, 1] */                          \
        word stiffness, force[3];                                                                  \
        word radius; /* of the tail */                                                             \
    } format_spring_##suffix;                                                                      \
    typedef struct format_collider_##suffix {                                                      \
        uint16_t joint, flags;                                                                     \
        word offset[3], end[3]; /* places, as translations of what hangs on the joint */           \
        word radius;                                                                               \
    } format_collider_##suffix
FORMAT_DEFINE_SPRING(q16, int32_t);
FORMAT_DEFINE_SPRING(f32, float);
FORMAT_STATIC_ASSERT(spring, sizeof(format_spring_q16) == 52 && sizeof(format_spring_f32) == 52);
FORMAT_STATIC_ASSERT(collider, sizeof(format_collider_q16) == 32);

#define FORMAT_SPRING_UNEVEN 1u    /* its scale or one above is not the same along all axes */
#define FORMAT_COLLIDER_CAPSULE 1u /* from offset to end; else a sphere */
#define FORMAT_COLLIDER_INSIDE 2u  /* tails stay within it */

/// Faces ////////////////////////////////////////////////////////////////////////////////////////

/* FACE: format_faces; format_expression[expression_count]; format_face_bind[bind_count], ascending by
 * target; format_gaze, if flagged. Calls of pelt/face.h check what they read. */
typedef struct format_faces {
    uint16_t expression_count, bind_count;
    uint16_t flags; /* FORMAT_FACES_GAZE */
    uint16_t reserved;
} format_faces;
FORMAT_STATIC_ASSERT(faces, sizeof(format_faces) == 8);

#define FORMAT_FACES_GAZE 1u

/* flags: bits 0 and 1 pelt_expression_kind, bit 2 binary; from bit 4 on two bits for each kind but
 * OTHER: what it does to those. */
typedef struct format_expression {
    uint32_t name;
    uint32_t flags;
} format_expression;
FORMAT_STATIC_ASSERT(expression, sizeof(format_expression) == 8);

#define FORMAT_EXPRESSION_BINARY 4u
#define FORMAT_EXPRESSION_OVERRIDES 4u /* the first bit */
#define FORMAT_OVERRIDE_BLOCK 1u
#define FORMAT_OVERRIDE_BLEND 2u

/* What an expression adds to the weight of a target, counted through all meshes. */
typedef struct format_face_bind {
    uint16_t target, expression;
    uint16_t weight; /* Q15, [0, 32768] */
    uint16_t reserved;
} format_face_bind;
FORMAT_STATIC_ASSERT(face_bind, sizeof(format_face_bind) == 8);

/* Numbers are Q30, but for the offset, or float; turns of one turn. A range is how far the target may be
 * aside, above 0, and what is made of that: a turn of the eyes, or an expression's weight. */
#define FORMAT_DEFINE_GAZE(suffix, word)                                                           \
    typedef struct format_gaze_##suffix {                                                          \
        uint16_t head, eyes[2]; /* joints; of the eyes, left and right, or PELT_NO_JOINT */        \
        uint16_t turns;         /* 1: eyes turn; 0: expressions show it */                         \
        uint16_t looks[4];      /* expressions left, right, up, down, or PELT_NO_JOINT */          \
        word offset[3];         /* of the eyes from the head, in its axes, Q16.16 | glTF units */  \
        word axes[3][3];        /* in the head's: to its left, up and ahead, unit */               \
        word eye_axes[2][2][3]; /* in the axes of the eyes' parents: up, and to the left */        \
        word ranges[4][2];      /* outward (and of expressions aside), inward, up, down */         \
    } format_gaze_##suffix
FORMAT_DEFINE_GAZE(q16, int32_t);
FORMAT_DEFINE_GAZE(f32, float);
FORMAT_STATIC_ASSERT(gaze, sizeof(format_gaze_q16) == 144 && sizeof(format_gaze_f32) == 144);

/// Boxes ////////////////////////////////////////////////////////////////////////////////////////

enum { FORMAT_HEAVY, FORMAT_LIGHT, FORMAT_BOX_CLASSES }; /* of influences */

/* BOXS: boxes that contain the vertices, for pelt_mesh_box_get_* and pelt_clip_box_get_*, which
 * alone check the section. Offsets are in the section, multiples of 4, or FORMAT_NONE. There is one
 * record per mesh.
 *
 * A vertex is the mean, by its weights, of points that are fixed in the axes of its joints.
 * Influences of less than FORMAT_LIGHT_WEIGHT may be kept apart as light ones. The heavy boxes
 * contain the points of all other influences of the mesh, the light boxes those of the light ones,
 * of which a vertex takes light_weight at most. */
typedef struct format_mesh_boxes {
    /* Heavy ones first, then light ones; counts are by class. */
    uint32_t boxes; /* format_joint_box[], of vertices that no morph target touches */
    uint16_t count[FORMAT_BOX_CLASSES];
    uint32_t morphed; /* format_morphed_box[] */
    uint16_t morphed_count[FORMAT_BOX_CLASSES];
    uint32_t ranges; /* format_weight_range[target_count]; fixed, with morphed boxes */
    uint32_t clips;  /* format_clip_box[clip_count], or FORMAT_NONE */
    /* Fixed: how far, in steps of Q16.16, roundings may take a vertex outside the boxes. */
    uint32_t pad;
    uint16_t light_weight; /* Q15, below one */
    /* The step of clip boxes: fixed 2^(this - 16) units, [0, 16]; f32 2^(this - 127). */
    uint8_t clip_shift;
    /* The step of joint boxes: fixed 2^-(3 + this) units, [1, 31]; f32 2^(this - 127); 0: the mesh
     * has no boxes, its vertices can be anywhere. */
    uint8_t shift;
} format_mesh_boxes;
FORMAT_STATIC_ASSERT(mesh_boxes, sizeof(format_mesh_boxes) == 32);

#define FORMAT_LIGHT_WEIGHT 0.125

/* Centre and half extents along the joint's own axes, in the mesh's steps. Where a word holds two
 * halfwords, the first is the low one, in either byte order. */
typedef struct format_joint_box {
    uint32_t row;      /* index of the first row of the joint's model matrix: 3 * joint */
    uint32_t centre01; /* int16 x, y */
    uint32_t half01;   /* [0, 32767] */
    uint32_t centre2_half2;
} format_joint_box;
FORMAT_STATIC_ASSERT(joint_box, sizeof(format_joint_box) == 16);

/* The box of the vertices that morph targets touch. */
typedef struct format_morphed_box {
    format_joint_box base; /* without any target */
    format_joint_box grid; /* fixed: all places that saturated positions can reach */
    uint32_t deltas;       /* format_delta_box[count] */
    uint32_t count;        /* [0, 65535] */
} format_morphed_box;
FORMAT_STATIC_ASSERT(morphed_box, sizeof(format_morphed_box) == 40);

/* The box of the deltas of a target at weight one; it contains zero if the target touches only some
 * of the vertices. */
typedef struct format_delta_box {
    uint32_t target;
    uint32_t centre01, half01, centre2_half2;
} format_delta_box;
FORMAT_STATIC_ASSERT(delta_box, sizeof(format_delta_box) == 16);

/* The range of a target's weight, Q16, which contains 0. While all weights are within their ranges
 * no position saturates, and the sum of their magnitudes is at most 8192. */
typedef struct format_weight_range {
    int32_t low, high;
} format_weight_range;
FORMAT_STATIC_ASSERT(weight_range, sizeof(format_weight_range) == 8);

/* A clip that the model was baked with, but which is in a store: the clip boxes are of these. */
typedef struct format_covered {
    uint32_t name;
    int32_t start, end;
} format_covered;
FORMAT_STATIC_ASSERT(covered, sizeof(format_covered) == 12);

typedef struct format_clip_box {
    int16_t min[3], max[3];
} format_clip_box;
FORMAT_STATIC_ASSERT(clip_box, sizeof(format_clip_box) == 12);

#endif
