/* SPDX-License-Identifier: MIT */
/* pelt - skeletal animation and skinning without malloc, an FPU or an operating system.
 *
 *   blob in flash -> model -> pose -> joints (model matrices) -> palette -> [morph] -> skin
 *
 * Every arrow is one call. Each takes its inputs as const, writes one output in memory that the
 * caller supplied, checks its arguments in constant time and returns a status; on an error the
 * output stays as it was, unless the text says otherwise. pelt_character_* wraps all stages in
 * three calls. Names end in their arithmetic: _q16 is fixed point, the same to the bit on every
 * compiler and core; _f32 is float. This file includes pelt/stages.h, which has the stages and
 * characters. Include the others yourself: pelt/motion.h, pelt/springs.h and pelt/face.h, what happens
 * between clip and joints; pelt/pages.h, clips on a card; pelt/draw.h, pictures without a GPU;
 * pelt/gpu.h, pelt/psx.h, pelt/n64.h and pelt/nds.h, hardware that skins or draws; pelt/arrays.h, the
 * stages on plain arrays, without a blob.
 *
 * Conventions
 *   Space       right handed, as glTF: +Y up, +Z forward, counter-clockwise front faces.
 *   Matrices    3x4, row major, column vectors: m[4*row + column], m[3], m[7], m[11] translate;
 *               quaternions x, y, z, w.
 *   Q formats   Qn is a two's complement integer whose real value is stored / 2^n; Q16.16 is Q16.
 *   Units       fixed-point models have a unit of their own, 2^unit_shift glTF units (`bake
 *               --unit-shift`): poses, matrices and vertices are in it. Float: glTF units.
 *   Time        pelt_time, ticks of 2^-20 s, glTF time, +-2047 s.
 *   Arguments   output, then inputs, then counts. Counts and indices are uint32_t.
 *   Alignment   blobs 4 bytes, arenas 8 bytes; calls for consoles say theirs. Everything else has
 *               its C type's alignment.
 *   Ownership   the caller owns all memory. Models point into blobs; poses, joints, palettes and
 *               morphs into their arena and to their model: keep those alive and in place.
 *   Threads     no global state, except in debug builds (below): calls with distinct outputs may run
 *               at the same time.
 *   NULL        allowed only where the text says so; elsewhere it gives PELT_E_ARGUMENT. */
#ifndef PELT_H
#define PELT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SIZEOF_INT__) && __SIZEOF_INT__ < 4
#error "pelt needs an int of 32 bits; compilers for cores of 8 and 16 bits, as AVR, have less"
#endif

/* A conversion in macros of these headers, of which C++ does not warn (-Wold-style-cast). */
#ifdef __cplusplus
#define PELT_CAST(type, number) static_cast<type>(number)
extern "C" {
#else
#define PELT_CAST(type, number) ((type)(number))
#endif

/* Versions: of the library and the tool, and of the blob format. */
#define PELT_VERSION "0.1.0"
#define PELT_VERSION_NUMBER 100 /* 10000 major + 100 minor + patch */
#define PELT_FORMAT_VERSION 3   /* of the blob; a library opens exactly this one */

#define PELT_NONE 0xFFFFFFFFu         /* no such index */
#define PELT_NO_JOINT 0xFFFFu         /* no parent; end of a vertex's influences */
#define PELT_TICKS_PER_SECOND 1048576 /* of pelt_time, 2^20 */
#define PELT_MAX_INFLUENCES 4u        /* of a vertex */
#define PELT_ALL_MESHES 0xFFFFFFFEu   /* instead of a mesh, where the text says so */

/* Numbers as the library takes them, rounded to nearest, halves away from zero. With a constant argument
 * they are constant expressions and may initialise static data; PELT_MS of an integer is an integer
 * constant expression. At run time PELT_MS costs a 64-bit division, the others arithmetic in double. Each
 * evaluates its argument more than once. PELT_MS: a pelt_time of milliseconds. */
#define PELT_MS(ms) PELT_CAST(pelt_time, ((ms)*262144LL / 125 + (1LL * (ms) < 0 ? -1 : 1)) / 2)

/* A pelt_time of seconds. */
#define PELT_SECONDS(s) PELT_NEAREST((s)*1048576.0)

/* A number in Q16.16. */
#define PELT_Q16(x) PELT_NEAREST((x)*65536.0)

/* The nearest int32_t. */
#define PELT_NEAREST(x) PELT_CAST(int32_t, (x) < 0 ? (x)-0.5 : (x) + 0.5)

/// Status ///////////////////////////////////////////////////////////////////////////////////////
/* What every call that can fail returns. */
typedef enum pelt_status {
    PELT_OK = 0,       /* done */
    PELT_E_ARGUMENT,   /* NULL, or a value outside its stated range */
    PELT_E_ALIGNMENT,  /* memory is not aligned as the call asks */
    PELT_E_ARENA,      /* the arena has too few bytes left */
    PELT_E_TRUNCATED,  /* fewer bytes than the blob's header says */
    PELT_E_MAGIC,      /* not a pelt blob */
    PELT_E_BYTE_ORDER, /* a blob of the other byte order: bake with --endian */
    PELT_E_VERSION,    /* baked for another format version */
    PELT_E_FAMILY,     /* the family lacks what the blob needs, or is for another encoding */
    PELT_E_ARITHMETIC, /* a _q16 call on a float model or the reverse */
    PELT_E_CRC,        /* damaged: the CRC-32 does not match */
    PELT_E_CORRUPT,    /* CRC matches or was skipped, but the content contradicts itself */
    PELT_E_RANGE,      /* clip, skin, mesh, joint, vertices or bind pose do not exist */
    PELT_E_MISMATCH, /* pose, joints, palette, morph or clips belong to another model, skin or mesh */
    PELT_E_PAGE      /* clips are in pages (pelt/pages.h): none are open, or one was not brought */
} pelt_status;

/* A short English sentence without newline; never NULL, also for unknown values. */
const char *pelt_status_describe(pelt_status status);
/* Which tuned kernels are compiled in: a folder of port/, or "reference". */
const char *pelt_port_describe(void);

/// Arena ////////////////////////////////////////////////////////////////////////////////////////
/* Caller memory from which alloc calls take exactly what the matching *_bytes function (or a baked
 * header) told, a multiple of 8. There is no free: begin again, or save and restore used_bytes. */
typedef struct pelt_arena {
    uint8_t *memory;
    uint32_t size_bytes, used_bytes;
} pelt_arena;

/* memory: 8-byte aligned, else PELT_E_ALIGNMENT. bytes: 0 to 2^32 - 1. */
pelt_status pelt_arena_init(pelt_arena *arena, void *memory, size_t bytes);

/// Model ////////////////////////////////////////////////////////////////////////////////////////
typedef int32_t pelt_time; /* ticks of 2^-20 s */

/* The hot loops that a model may use: constants, one of which is named when it is opened, so that
 * the linker drops the others. A blob's own is NAME_FAMILY in its baked header.
 *   exact   _q16, what `pelt bake` makes: int16 positions, 15-bit weights
 *   lean    _q16, of `--precision lean`, for cores without a 32 x 16 bit multiply-accumulate: 14-bit
 *           weights, 8-bit normals; wide: model matrices as in exact, if 64-bit products pay
 *   float   _f32
 * The plain ones are smaller. They lack the loops for positions alone, which are slower then, and for
 * runs of one joint set, so they open only blobs of `bake --plain`. Blobs of `bake --pack` need the packed
 * ones, models with morph targets those with morphs (with another, weights of poses stay 0, and characters
 * are refused), models of `bake --volume` those of volume; each has all that the one before has. */
typedef struct pelt_family pelt_family;
typedef enum pelt_encoding {
    PELT_EXACT = 1, /* q16 */
    PELT_FLOAT = 2, /* f32 */
    PELT_LEAN = 3   /* q12 */
} pelt_encoding;
extern const pelt_family pelt_exact_plain, pelt_exact, pelt_exact_packed, pelt_exact_morphs;
extern const pelt_family pelt_lean_plain, pelt_lean, pelt_lean_packed, pelt_lean_morphs;
extern const pelt_family pelt_lean_wide;
extern const pelt_family pelt_float_plain, pelt_float, pelt_float_morphs;
extern const pelt_family pelt_exact_volume, pelt_lean_volume, pelt_float_volume;

struct pelt_tracks; /* the library's own */
struct pelt_pages;  /* pelt/pages.h */

/* A validated view into a blob; read-only for callers. Any number of characters and threads may
 * share one. Offsets are in bytes from `blob`, 0 where a section is absent. */
typedef struct pelt_model {
    const uint8_t *blob;
    const pelt_family *family;
    uint32_t blob_bytes, encoding; /* pelt_encoding */
    int32_t unit_shift;            /* glTF units = the model's units * 2^unit_shift; 0 in float */
    uint32_t length_bits; /* fixed: lengths in poses and model matrices are Qn, n = 20 or 24 */
    uint32_t joint_count, skin_count, mesh_count, clip_count;
    uint32_t target_count; /* morph targets of all meshes */
    uint32_t joints, rest, bind, skins, entries, betweens;
    uint32_t meshes, runs, parts, materials, records, streams, indices, morphs, deltas;
    uint32_t clips, tracks, keys, names, names_bytes;
    /* From pelt_clips_open on, else NULL and 0: */
    const struct pelt_model *store; /* whose blob has clips, tracks and keys */
    void *moved;                    /* its tracks with this model's joints, if they differ */
    int32_t store_shift;            /* a power of two from its lengths to this model's */
    void (*adapt)(void *locals, const struct pelt_tracks *from, int32_t shift); /* applies it */
    /* Where clips are in pages, else NULL: those, and what finds the tracks of a moment in them. */
    struct pelt_pages *pages;
    pelt_status (*find)(struct pelt_tracks *from, const struct pelt_model *model, uint32_t clip,
                        pelt_time time);
} pelt_model;

/* Checks the CRC-32 and every byte that posing and skinning rely on, and fills `model`, in time linear in
 * the blob's size and without memory. Calls for optional contents, such as textures, events, levels and
 * springs, check those. After PELT_OK no call reads outside the blob. On error *model is zeroed. The
 * second leaves the CRC out, for boot loaders that have checked it.
 * blob    4-byte aligned, in the target's byte order; must stay unchanged while in use
 * bytes   size of the memory at blob; may exceed the blob's own size */
pelt_status pelt_model_open(pelt_model *model, const void *blob, size_t bytes,
                            const pelt_family *family);
pelt_status pelt_model_open_without_crc(pelt_model *model, const void *blob, size_t bytes,
                                        const pelt_family *family);

/* Continues a CRC-32 (IEEE 802.3, reflected, as in zlib): `crc` is that of the preceding words, 0 if there
 * are none; each word counts from its first byte in memory to its last. If your chip computes CRCs, define
 * a function of this name: it replaces the library's, which is weak (GCC and clang, ELF), in every call
 * that opens a blob. */
uint32_t pelt_crc32_update(uint32_t crc, const uint32_t *words, uint32_t count);

/* Gives a model the clips of a store instead of its own, with their events and root motion. A store is
 * any other model of the same encoding, such as one of `bake --as-clips`; it must stay in place while
 * in use, and any number of models may share it. Joints are found by their names, once, and so are
 * morph targets, of which `bake --without-clips` stores the names. Tracks of joints and targets that
 * the model lacks are left out. Call it before anything is made of the model.
 * arena  may be NULL where joints and targets are the same in the same order and no track is left out; else
 *        takes up to pelt_clips_bytes_get
 * PELT_E_ARITHMETIC: one of the two is in float, the other in fixed point.
 * PELT_E_MISMATCH, and the model stays as it was: encodings, parents or scale_shift of joints differ,
 * and a joint whose parent the model lacks has none there;
 * a rest that a track replaces differs by more than 2^-12 of a rotation or 2^-10 of a unit (lean 2^-14);
 * lengths leave their format in the model's unit; or tracks scale joints while the model has normals
 * that rely on none (`bake --without-clips` with these clips makes no such normals).
 * PELT_E_PAGE: the store's clips are in pages, and pelt_pages_open has not opened them. */
pelt_status pelt_clips_open(pelt_model *model, const pelt_model *store, pelt_arena *arena);
size_t pelt_clips_bytes_get(const pelt_model *store); /* 0 for NULL */

/// Information //////////////////////////////////////////////////////////////////////////////////
/* Index of the first of that name (UTF-8, compared byte by byte), or PELT_NONE. */
uint32_t pelt_clip_find(const pelt_model *model, const char *name);
uint32_t pelt_joint_find(const pelt_model *model, const char *name);
uint32_t pelt_mesh_find(const pelt_model *model, const char *name);

/* An animation of the glTF. */
typedef struct pelt_clip_info {
    const char *name;     /* in the blob */
    pelt_time start, end; /* first and last key of any channel */
} pelt_clip_info;

/* A node of the glTF that is a joint here. */
typedef struct pelt_joint_info {
    const char *name;
    uint32_t parent;     /* always less than the joint's own index, or PELT_NO_JOINT */
    uint32_t end;        /* it and what hangs on it are [joint, end): the order is depth first */
    int32_t scale_shift; /* fixed: 3x3 in glTF units = that of the model matrix * 2^scale_shift */
} pelt_joint_info;

/* One drawable: those primitives of a mesh node that have the same attributes, and all take light
 * or all do not (unlit); others of the node are further meshes of its name. Vertices are in the
 * order in which they are cheapest to skin; indices refer to that order. Pointers are NULL where
 * there is no such thing. */
typedef struct pelt_mesh_info {
    const char *name;
    uint32_t skin, entry_count; /* whose palette it takes, and the entries of that */
    uint32_t vertex_count, part_count;
    uint32_t target_count, first_target; /* of its morph; where a pose has the first one's weight */
    const int16_t *uvs_i16; /* [vertex_count][2], Q(uv_bits), within half a step; or in float: */
    const float *uvs_f32;   /* within +-32768 in blobs of `pelt bake`; opening does not check it */
    /* RGBA, linear: COLOR_0 x baseColorFactor x image, COLOR_0 alone where a part has a texture. A table
     * into which colour_indices point; if these are NULL, one for each vertex. */
    const uint8_t *colours;
    const uint8_t *colour_indices;                       /* [vertex_count] */
    uint32_t has_normals, has_tangents, raw_normal_bits; /* PELT_RAW_NORMALS */
    uint32_t uv_bits; /* [0, 15]: 14 where all u and v are from 0 to 1 */
    uint32_t joint;   /* of the mesh's node or the nearest above; PELT_NO_JOINT: none moves */
} pelt_mesh_info;

/* Indices in a byte each, of `bake --indices 8`: corner i of triangle t has the byte b = corners[3 * t + i],
 * which names a place in one of a cluster's 16 windows of 16 vertices each:
 * vertex = b + bases[groups[t >> shift]][b >> 4]. */
typedef struct pelt_clusters {
    const uint8_t *corners; /* [index_count]; NULL: the part has other indices */
    const uint8_t *groups;  /* [index_count / 3 >> shift, rounded up] the clusters of triangles */
    const int16_t (*bases)[16]; /* where a cluster's windows begin, less 16 for each before */
    uint32_t shift;             /* 3 to 5: of 8, 16 or 32 triangles in a group */
} pelt_clusters;

/* One primitive: points, lines or triangles by one of three kinds of indices, and its material.
 * pelt_indices_get reads any. */
typedef struct pelt_part_info {
    const uint16_t *indices16;              /* [index_count], or NULL */
    const uint32_t *indices32;              /* the same */
    pelt_clusters clusters;                 /* triangles alone */
    uint32_t index_count, corners;          /* of each: 1 points, 2 lines, 3 triangles */
    uint32_t material;                      /* its index in the glTF file, or PELT_NONE */
    const char *material_name, *image_name; /* "" where there is none; of baseColorTexture */
    uint8_t colour[4];           /* baseColorFactor, RGBA, linear; in vertex colours already */
    uint8_t metallic, roughness; /* factors, 255 is 1 */
    uint8_t double_sided;        /* show back faces too */
    uint8_t unlit;               /* colours are shown as they are, without light */
    uint32_t texture;            /* for pelt_texture_get; PELT_NONE: vertex colours alone */
} pelt_part_info;

/* How texels are stored. */
typedef enum pelt_texels {
    PELT_TEXELS_I4 = 1, /* indices of 16 colours, two in a byte, the left one in its low half */
    PELT_TEXELS_I8,     /* a byte each: indices of 256 colours */
    PELT_TEXELS_RGB565  /* a uint16_t each: red in the upper five bits, green in six, blue */
} pelt_texels;

/* What lies beyond the edges of a texture. */
typedef enum pelt_wrap {
    PELT_WRAP_REPEAT = 1, /* it begins again */
    PELT_WRAP_MIRROR,     /* it is mirrored */
    PELT_WRAP_CLAMP       /* its edge goes on */
} pelt_wrap;

/* A texture that the blob holds. The colour of a point is its texel's times the vertex colour, in
 * linear light; the texture coordinates of the mesh go from (0, 0), the first row's left corner, to
 * (1, 1). Texels have baseColorFactor in them. */
typedef struct pelt_texture_info {
    const void *rows;        /* [height][row_bytes] */
    const uint16_t *colours; /* [colour_count] RGB 5-6-5 (sRGB), or NULL: texels are colours */
    const char *image_name;  /* of the glTF image, or "" */
    uint32_t width, height;  /* powers of two, 2 to 1024 */
    uint32_t row_bytes, colour_count;
    uint32_t clear;                 /* the texel that is not drawn (MASK, BLEND), or PELT_NONE */
    uint8_t texels;                 /* pelt_texels */
    uint8_t wrap_across, wrap_down; /* pelt_wrap */
} pelt_texture_info;

/* How far the texture of a material is moved, Q14 of its sides, for flip-book faces: pelt/face.h. */
typedef struct pelt_texture_shift {
    int16_t u, v;
} pelt_texture_shift;

/* What the model tells of its parts; pointers go into the blob. PELT_E_RANGE: no such index. */
pelt_status pelt_clip_get(pelt_clip_info *info, const pelt_model *model, uint32_t clip);
pelt_status pelt_joint_get(pelt_joint_info *info, const pelt_model *model, uint32_t joint);
pelt_status pelt_mesh_get(pelt_mesh_info *info, const pelt_model *model, uint32_t mesh);
/* R, G, B, A of a vertex, which exists; NULL where the mesh has no colours: white. */
const uint8_t *pelt_mesh_colour_get(const pelt_mesh_info *info, uint32_t vertex);
pelt_status pelt_part_get(pelt_part_info *info, const pelt_model *model, uint32_t mesh,
                          uint32_t part);
/* Indices [first, first + count) of a part, of whatever kind; PELT_E_RANGE if there are fewer. */
pelt_status pelt_indices_get(uint32_t *indices32, const pelt_part_info *part, uint32_t first,
                             uint32_t count);
/* PELT_E_CORRUPT: the texture does not lie in the blob (opening does not check textures), or an index
 * may exceed its palette. */
pelt_status pelt_texture_get(pelt_texture_info *info, const pelt_model *model, uint32_t texture);

/* Levels of detail, of `bake --lods`. Level 0 is all of the model; each coarser one has fewer triangles,
 * whose vertices are the first ones of the mesh, so that only these are skinned. */
typedef struct pelt_lods {
    const pelt_model *model; /* in place while this is in use */
    const uint32_t *words;   /* in the blob */
    uint32_t count;          /* of levels: 1 to 3 */
} pelt_lods;

/* Finds a model's levels and checks them, in time linear in the blob's size; a model without any has
 * level 0 alone. PELT_E_CORRUPT: the section contradicts the model. */
pelt_status pelt_lods_open(pelt_lods *lods, const pelt_model *model);

/* What pelt_mesh_get and pelt_part_get tell, of a level: vertex_count is the number of vertices, from
 * the first on, that the level's triangles use, and the indices are the level's. A number
 * beyond the last level's means the last, the coarsest. */
pelt_status pelt_mesh_lod(pelt_mesh_info *info, const pelt_lods *lods, uint32_t mesh,
                          uint32_t level);
pelt_status pelt_part_lod(pelt_part_info *info, const pelt_lods *lods, uint32_t mesh, uint32_t part,
                          uint32_t level);

/* The coarsest level whose surface is off by at most `most` on the screen; 0 for NULL. It keeps no state:
 * pass the level of the last frame, or 0. A level coarser than that is taken only if it would do for
 * 5/4 of the size, too, so that a character at the limit does not flicker.
 * size  of the model on the screen, the diagonal of its box, in the unit of `most`: 1/16 pixel, say;
 *       more than 49152 count as that */
uint32_t pelt_lod_choose(const pelt_lods *lods, uint32_t level, uint32_t size, uint32_t most);

/* A section of the blob by its tag (docs/FORMAT.md), 4-byte aligned, and how many bytes it has; NULL
 * if there is none. Opening has checked that it lies in the blob; what is in an optional section that
 * the stages do not need, or in one of your own, is checked where it is read. */
const void *pelt_section_find(uint32_t *bytes, const pelt_model *model, uint32_t tag);

/// Flags and sizes //////////////////////////////////////////////////////////////////////////////
/* Each flag of the library is a bit of its own; a call refuses those of another with
 * PELT_E_ARGUMENT. pelt/draw.h ignores them. */

/* pelt_character_play_*, players: begins again at the end of the clip. */
#define PELT_LOOP 1u

/* pelt_pose_set_*: one of them. */
#define PELT_REST_POSE 512u
#define PELT_BIND_POSE 1024u

/* pelt_morph_build_*: where the positive weights sum to more than one, all are scaled so that
 * they sum to one; below one the base shape has the rest. Without it targets add up. */
#define PELT_MORPH_SUM_TO_ONE 4u

/* pelt_output_*: normals as matrices leave them, which is cheaper. In exact models they are
 * 2^raw_normal_bits long (of blobs of `bake --pack` 0.8 to 1.1 times that), and shorter where joints bend:
 * between two joints at least that length times the cosine of half the angle between them. */
#define PELT_RAW_NORMALS 8u

/* pelt_joint_matrix_get_*, pelt_pose_move_*: in glTF units instead of the model's. */
#define PELT_GLTF_UNITS 256u

/* Bytes of a character's structures (model, joints, palettes, morphs) without the arrays to which they
 * point, for baked headers. */
#define PELT_SCRATCH_BYTES(skin_count, mesh_count)                                                 \
    (((sizeof(pelt_model) + 7u) & ~7u) +                                                           \
     sizeof(void *) * (8u + 4u * (skin_count) + 6u * (mesh_count)))

/// Debug builds //////////////////////////////////////////////////////////////////////////////////
/* Compiled with -DPELT_DEBUG, the library also refuses with PELT_E_ARGUMENT what is in range but hardly
 * ever meant, and says where: rotations that are not unit length; weights of 0 < |weight| < 256 where
 * Q16.16 is meant; targets a thousand times as far away as the farthest joint; flags of another call;
 * and a pose that was sampled at 24 moments, all in a clip's first millisecond, as when milliseconds are
 * passed as ticks. To count these it keeps a state, of one pose: such a build is for one thread. In other
 * builds none of this is compiled.
 *
 * It calls this function, which your program defines (the library's own, which is weak, does nothing);
 * a macro PELT_ASSERT(expression) on the command line takes its place. */
void pelt_assert_report(const char *file, int line, const char *expression);

#ifdef __cplusplus
}
#endif

#include "pelt/stages.h"

#endif
