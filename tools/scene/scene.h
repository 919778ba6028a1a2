/* SPDX-License-Identifier: MIT */
/* A glTF asset as plain structs in double precision, in glTF units, with glTF's indices. The loader
 * fills a scene, and everything else in the tool reads it. The scene owns everything below it.
 * Arrays may be shared (two primitives with one accessor), so never write through them. The loader
 * has checked every index, count and number (all are finite); nothing here needs checking again. */
#pragma once

#include <stdint.h>

#include "common/region.h"
#include "scene/mat.h"

#define SCENE_NONE UINT32_MAX /* an absent index */

/* The loader reports an error where a file exceeds one of these limits. */
#define SCENE_MAX_NODES 65535u
#define SCENE_MAX_JOINTS 65535u       /* of one skin */
#define SCENE_MAX_VERTICES (1u << 22) /* of one primitive, and of all that are drawn together */
#define SCENE_MAX_INDICES (1u << 25)  /* of one primitive */
#define SCENE_MAX_TARGETS 4096u       /* of one primitive */
#define SCENE_MAX_INFLUENCES 64u      /* of one vertex, zero weights included */
#define SCENE_MAX_KEYS (1u << 24)     /* of one sampler */
#define SCENE_MAX_LEVELS 3u           /* of detail */
#define SCENE_MAX_EVENTS 65535u       /* of one clip */
#define SCENE_MAX_BYTES ((size_t)1 << 30)
/* The limit of a whole file: vertices of primitives, and again of instances, each times 1 +
 * targets; indices; and for each channel its keys and a quarter of their numbers. */
#define SCENE_MAX_ELEMENTS ((uint64_t)1 << 25)
#define SCENE_MAX_NAME_BYTES 255u

/* A transform relative to the parent. */
typedef struct scene_local {
    trs trs;         /* r as stored: not always of unit length, never zero */
    bool has_matrix; /* if set, only `matrix` counts */
    mat34 matrix;
} scene_local;

typedef struct scene_node {
    const char *name; /* UTF-8 without NUL, at most SCENE_MAX_NAME_BYTES, "" if glTF has none */
    uint32_t parent;  /* SCENE_NONE at a root */
    uint32_t child_count;
    const uint32_t *children;
    uint32_t mesh, skin; /* SCENE_NONE if absent */
    bool in_scene;       /* reached from the default scene */
    uint32_t spring;     /* 1 + its index; 0: none */
    bool is_socket;      /* a joint even if it moves no vertex: see select.h */
    /* With a matrix its trs is the identity, and is used if a clip animates the node. The file may also
     * have TRS with a rotation that is not of unit length. */
    scene_local local;
    uint32_t weight_count; /* number of the node's own default morph weights; 0: the mesh's apply */
    const double *weights;
} scene_node;

/* An in-between joint, which --volume adds: see between.h. */
typedef struct scene_between {
    uint32_t parent, joint; /* of the skin */
    uint32_t part;          /* of the joint's turn: 1 to 255, of 256 */
    double pivot[3];        /* in the bind pose: a child's is its origin */
} scene_between;

typedef struct scene_skin {
    const char *name;
    uint32_t joint_count;
    const uint32_t *joints;     /* node indices; a node may occur twice */
    const mat34 *inverse_binds; /* identity matrices if glTF has none */
    uint32_t between_count;
    const scene_between *betweens; /* for vertices their indices begin at joint_count */
} scene_skin;

typedef struct scene_image {
    uint32_t width, height;
    const uint8_t (*pixels)[4]; /* [height][width], R, G, B as sRGB, alpha */
} scene_image;

typedef enum scene_wrap { SCENE_REPEAT, SCENE_MIRRORED, SCENE_CLAMPED } scene_wrap;

/* The properties of a material that are used. */
typedef struct scene_material {
    const char *name;
    uint32_t index;        /* index in glTF, SCENE_NONE: the default material */
    double base_colour[4]; /* baseColorFactor, linear */
    double metallic, roughness;
    bool double_sided;
    bool unlit;                /* KHR_materials_unlit */
    bool is_opaque;            /* alpha is ignored */
    bool blends;               /* drawn as a mask of the alpha of its texture alone */
    double cutoff;             /* alpha below it is not drawn; 0: is_opaque */
    bool nearest;              /* magFilter NEAREST: texels are not interpolated */
    const char *image_name;    /* name or file name of the base colour texture's image, or "" */
    const scene_image *image;  /* NULL: no texture, or it could not be read */
    scene_wrap wrap[2];        /* across, down */
    uint32_t uv_set;           /* the n of the TEXCOORD_n that the texture uses */
    double uv_transform[2][3]; /* applied to these before wrapping */
} scene_material;

extern const scene_material scene_default_material;

typedef struct scene_target {
    /* Deltas per vertex, or NULL if the target does not change that attribute. */
    const double (*positions)[3];
    const double (*normals)[3];
    const double (*tangents)[3];
} scene_target;

typedef struct scene_primitive {
    uint32_t mode; /* glTF: 0 points .. 4 triangles, 5 strip, 6 fan */
    uint32_t vertex_count;
    const double (*positions)[3]; /* NULL: nothing is drawn (vertex_count is then 0) */
    const double (*normals)[3];   /* these and the following: NULL where absent */
    const double (*tangents)[4];
    const double (*uvs)[2];         /* TEXCOORD_0 */
    const double (*colours)[4];     /* COLOR_0, alpha 1 where it has three components */
    uint32_t influences_per_vertex; /* 4 for each JOINTS_n/WEIGHTS_n pair, 0: none */
    /* [vertex_count][influences_per_vertex], into skin.joints: in range if the weight is not zero,
     * otherwise anything. */
    const uint32_t *joints;
    const double *weights; /* the same shape, as stored: >= 0 and finite, any sum */
    uint32_t joint_limit;  /* 1 + the largest joint index that has a weight; 0 if none */
    /* The same with the weights of the file, which dual quaternions blend; NULL: linear. */
    const struct scene_primitive *dual;
    uint32_t index_count;
    const uint32_t *indices; /* NULL: vertices in order; every one < vertex_count */
    uint32_t target_count;
    const scene_target *targets;
    const scene_material *material; /* the default one if glTF names none */
    const double (*texture_uvs)[2]; /* for the material's image, or NULL */
    /* How many vertices the file has, and [vertex_count] which of these they are, ascending; NULL: all. */
    uint32_t whole_count;
    const uint32_t *origin;
    /* [level_count - 1] of the scene, what is drawn from afar; NULL: all of it, at each level. */
    const struct scene_lod *lods;
} scene_primitive;

/* Triangles of a coarser level of detail, each with vertices that the level before has, too. */
typedef struct scene_lod {
    uint32_t triangle_count;
    const uint32_t (*triangles)[3];
} scene_lod;

typedef struct scene_mesh {
    const char *name;
    uint32_t primitive_count;
    const scene_primitive *primitives;
    uint32_t target_count;     /* the largest of its primitives */
    const double *weights;     /* default morph weights [target_count], zero if glTF has none */
    const char **target_names; /* [target_count]; NULL: they have no names; one may be "" */
} scene_mesh;

typedef enum scene_path {
    SCENE_TRANSLATION,
    SCENE_ROTATION,
    SCENE_SCALE,
    SCENE_WEIGHTS
} scene_path;

typedef enum scene_interpolation {
    SCENE_STEP,
    SCENE_LINEAR,
    SCENE_CUBICSPLINE
} scene_interpolation;

typedef struct scene_channel {
    uint32_t node;
    scene_path path;
    scene_interpolation interpolation;
    uint32_t key_count;   /* >= 1 */
    uint32_t width;       /* numbers per value: 3, 4, or the mesh's target_count */
    const double *times;  /* [key_count], seconds, strictly increasing, may be negative */
    const double *values; /* [key_count][width]; CUBICSPLINE [key_count][3][width]: in-tangent,
                             value, out-tangent */
} scene_channel;

/* The values of one key: with cubic interpolation its tangents, too. */
static inline uint32_t scene_key_values(const scene_channel *channel)
{
    return channel->interpolation == SCENE_CUBICSPLINE ? 3 : 1;
}

typedef struct scene_event {
    const char *name;
    double time_s; /* any value */
} scene_event;

/* Where a clip moves the texture of a material: KHR_texture_transform's offset at each key, which holds
 * until the next. */
typedef struct scene_shift {
    uint32_t material, key_count;  /* index in glTF */
    const double *times, *offsets; /* [key_count], [key_count][2] */
} scene_shift;

typedef struct scene_clip {
    const char *name;
    uint32_t index; /* of the glTF animation, which need not be the clip's own: see select.h */
    uint32_t channel_count; /* no two channels have the same node and path */
    const scene_channel *channels;
    double start_s, end_s; /* first and last key of all channels and shifts; 0 0 without */
    uint32_t event_count;
    const scene_event *events; /* in the file's order */
    uint32_t shift_count;
    const scene_shift *shifts;
} scene_clip;

/* A primitive that is drawn: in the default scene, of a mesh with POSITION, and chosen
 * (select.h). */
typedef struct scene_instance {
    uint32_t node, mesh, primitive;
    uint32_t skin; /* SCENE_NONE: rigid on the node; otherwise the primitive has joints */
} scene_instance;

/* A key of the root motion that was taken out of a clip: see reduce/root_motion.h. */
typedef struct scene_root_key {
    int32_t tick; /* since the clip's start; ascending, the first is 0 */
    double x, z;  /* glTF units */
    double turns; /* about +Y, more than one for full turns; a multiple of 2^-24 */
} scene_root_key;

typedef struct scene_root_track {
    uint32_t key_count; /* 0: the clip stays in place */
    const scene_root_key *keys;
} scene_root_track;

typedef struct scene_root {
    uint32_t node; /* the node whose motion it was */
    bool moves, turns;
    const scene_root_track *tracks; /* [clip_count] */
} scene_root;

/* What a spring's tails keep out of, or stay in: a sphere, or a capsule. */
typedef struct scene_collider {
    uint32_t node;
    bool is_capsule, is_inside;
    bool is_used;                     /* by a spring; the nodes of others need not be joints */
    double offset[3], end[3], radius; /* in the node's axes */
} scene_collider;

/* A joint that swings: src/motion/springs.inc. Lengths are glTF units, forces these in a second. */
typedef struct scene_spring {
    uint32_t node;
    uint32_t tail;   /* the node at the end of its bone; SCENE_NONE: SCENE_LEAF beyond it */
    uint32_t centre; /* the node in whose axes tails move; SCENE_NONE: the scene's */
    double stiffness, drag, force[3], radius;
    uint32_t collider_count;
    const uint32_t *colliders; /* indices in the scene's */
} scene_spring;

#define SCENE_LEAF 0.07 /* along the way from its parent */

/* What an expression adds to the weight of a morph target. */
typedef struct scene_face_bind {
    struct scene_face_bind *next;
    uint32_t node, target; /* below the target_count of the node's mesh */
    double weight;         /* [0, 1] */
} scene_face_bind;

/* What an expression is of, and what it does to those of each kind but the first. */
enum scene_expression_kind { SCENE_OTHER, SCENE_BLINK, SCENE_LOOK, SCENE_MOUTH };
enum scene_override { SCENE_LEAVES, SCENE_BLOCKS, SCENE_BLENDS };

typedef struct scene_expression {
    const char *name; /* of VRMC_vrm 1.0, where it is one of those */
    uint32_t kind;
    bool is_binary;
    uint32_t overrides[3];
    scene_face_bind *binds;
} scene_expression;

/* How a character looks at something: lookAt of VRM. */
typedef struct scene_gaze {
    uint32_t head, eyes[2]; /* nodes; of the eyes, left and right, or SCENE_NONE */
    bool turns;             /* eyes turn; else expressions show it */
    double offset[3];       /* of the eyes from the head, in its axes */
    double front;           /* 1: it faces +Z, -1: -Z */
    double ranges[4][2];    /* outward, inward, up, down: of one turn, or of one */
} scene_gaze;

/* The path of a file that the scene was read from, or that belongs to it. Every function that reads a
 * file must add it, as the bake depends on it (--depfile). */
typedef struct scene_file {
    struct scene_file *next;
    bool was_read; /* if so, the scene depends on it */
    char path[];
} scene_file;

typedef struct scene {
    uint32_t node_count, skin_count, mesh_count, clip_count, instance_count;
    scene_node *nodes;
    uint32_t *order; /* [node_count] all nodes, depth first: each before its descendants */
    scene_skin *skins;
    scene_mesh *meshes;
    scene_clip *clips;                     /* one per chosen glTF animation, even an empty one */
    scene_instance *instances;             /* ascending by node, then primitive */
    uint32_t spring_count, collider_count; /* each node has one spring at most */
    scene_spring *springs;
    scene_collider *colliders;
    uint32_t expression_count;
    scene_expression *expressions;
    const scene_gaze *gaze; /* NULL: none */
    const scene_root *root; /* NULL: no root motion is wanted */
    /* The same with all its triangles, and the same nodes; NULL: none were removed. */
    const struct scene *whole;
    uint32_t level_count; /* of detail, with the finest; 0 or 1: there is no other */
    /* How far from dual quaternion skinning of the file's weights vertices may be, over the model's
     * size; 0: they are blended linearly. */
    double volume;
    /* How far the surface of a level is from all of it at most, over the model's size; ascending. */
    double level_errors[SCENE_MAX_LEVELS];
    scene_file *files; /* in no particular order; some images may be missing */
    region memory;     /* holds all arrays */
} scene;

/* Zeroed memory that lives as long as the scene, never NULL. A caller that allocates much must
 * check from time to time that the scene is within SCENE_MAX_BYTES. */
void *scene_alloc(scene *s, size_t count, size_t size);

/* Adds a path to the scene's files. */
void scene_note_file(scene *s, const char *path, bool was_read);

static inline bool scene_is_within(const scene *s)
{
    return s->memory.bytes <= SCENE_MAX_BYTES;
}

/* `count` rows of so many bytes: those with the numbers in kept[count]; NULL of NULL. */
void *scene_take_rows(region *memory, const void *rows, size_t bytes, const uint32_t *kept,
                      uint32_t count);

/* Leaves a primitive some of its vertices, in arrays of its own; its indices stay as they are. */
void scene_take_vertices(scene_primitive *p, region *memory, const uint32_t *kept, uint32_t count);

/* Releases everything and zeroes the scene. */
void scene_free(scene *s);

/* The name of a mesh: that of the node that draws it, or its own if the node has none. */
static inline const char *scene_mesh_name(const scene *s, uint32_t node)
{
    const scene_node *n = &s->nodes[node];
    return n->name[0] != '\0' ? n->name : s->meshes[n->mesh].name;
}

/* How many morph targets the mesh of a node has. */
static inline uint32_t scene_target_count(const scene *s, uint32_t node)
{
    const uint32_t mesh = s->nodes[node].mesh;
    return mesh == SCENE_NONE ? 0 : s->meshes[mesh].target_count;
}

/* The primitive of an instance. */
static inline const scene_primitive *scene_instance_primitive(const scene *s,
                                                              const scene_instance *i)
{
    return &s->meshes[i->mesh].primitives[i->primitive];
}

static inline bool scene_is_textured(const scene_primitive *p)
{
    return p->material->image != NULL && p->texture_uvs != NULL;
}

/* The index in the file of a primitive's vertex. */
static inline uint32_t scene_vertex_origin(const scene_primitive *p, uint32_t vertex)
{
    return p->origin == NULL ? vertex : p->origin[vertex];
}
