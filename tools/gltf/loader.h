/* SPDX-License-Identifier: MIT */
/* Declarations that the parts of the glTF loader share. They work in this order: file, buffers,
 * views, accessors, materials, meshes (which read the images of the materials that they use),
 * skins, nodes, clips. */
#pragma once

#include "common/region.h"
#include "gltf/gltf.h"
#include "gltf/json.h"

#define GLTF_MAX_FILE_BYTES (1u << 30) /* of the file, and of all buffers together */
#define GLTF_MAX_ITEMS (1u << 20)      /* of one top-level array */

typedef struct gltf_buffer {
    const uint8_t *bytes; /* NULL: declared without data */
    uint8_t *owned;       /* to be freed, or NULL */
    uint64_t size_bytes;
} gltf_buffer;

typedef struct gltf_view {
    uint32_t buffer;
    uint32_t stride_bytes; /* 0: tightly packed */
    uint64_t offset_bytes, size_bytes;
    bool meshopt; /* the actual data are in EXT_meshopt_compression */
} gltf_view;

typedef enum gltf_component {
    GLTF_I8 = 5120,
    GLTF_U8 = 5121,
    GLTF_I16 = 5122,
    GLTF_U16 = 5123,
    GLTF_U32 = 5125,
    GLTF_F32 = 5126
} gltf_component;

typedef enum gltf_shape {
    GLTF_SCALAR,
    GLTF_VEC2,
    GLTF_VEC3,
    GLTF_VEC4,
    GLTF_MAT2,
    GLTF_MAT3,
    GLTF_MAT4,
    GLTF_SHAPE_COUNT
} gltf_shape;

/* The place where an accessor's data begin. */
typedef struct gltf_part {
    uint32_t view; /* or SCENE_NONE: all zeros */
    uint32_t stride_bytes;
    uint64_t offset_bytes;
} gltf_part;

typedef struct gltf_accessor {
    gltf_part data;
    gltf_component component;
    gltf_shape shape;
    bool normalised;
    uint32_t count;
    uint32_t sparse_count; /* 0: not sparse */
    gltf_part sparse_indices, sparse_values;
    gltf_component sparse_index_component;
    /* Decoded at first use; the scene owns them. */
    const double *numbers;
    const uint32_t *whole_numbers;
    uint32_t nan_count, first_nan; /* elements that are not finite, which `numbers` has as 0 */
} gltf_accessor;

/* An image, as far as materials in use have required it. */
typedef struct gltf_image {
    bool was_read;
    const char *name;
    const scene_image *pixels; /* NULL: its file cannot be read */
} gltf_image;

/* Things that are in the file and not in the scene, each counted for one warning about materials or
 * primitives. */
typedef enum gltf_dropped {
    GLTF_DROPPED_NORMAL,
    GLTF_DROPPED_METALLIC,
    GLTF_DROPPED_OCCLUSION,
    GLTF_DROPPED_EMISSIVE,
    GLTF_DROPPED_ALPHA,
    GLTF_DROPPED_UV,
    GLTF_DROPPED_COLOUR,
    GLTF_DROPPED_IMAGE,
    GLTF_DROPPED_COUNT
} gltf_dropped;

typedef struct gltf_loader {
    scene *scene;
    diag *d;
    const char *file; /* for warnings */
    const char *path; /* beside which external files are; NULL: these are not read */
    const gltf_options *options;
    json_at root;
    region memory;      /* holds everything that the scene does not keep */
    const uint8_t *bin; /* BIN chunk of a .glb, or NULL */
    size_t bin_bytes;
    bool quantised; /* whether KHR_mesh_quantization is in use */
    uint32_t buffer_count, view_count, accessor_count, material_count;
    gltf_buffer *buffers;
    gltf_view *views;
    gltf_accessor *accessors;
    uint32_t texture_count, image_count, sampler_count;
    scene_material *materials; /* [material_count], owned by the scene */
    /* [material_count] texture of the base colour; SCENE_NONE: none, or read already */
    uint32_t *textures;
    gltf_image *images;
    uint32_t *slots; /* [node_count][4] channels of the current clip; zeros before and after it */
    uint64_t drawn_vertices; /* so far */
    uint32_t dropped[GLTF_DROPPED_COUNT];
    uint64_t buffer_bytes; /* of all buffers and image files so far */
    uint64_t pixels;       /* of all images so far */
    uint64_t elements;     /* of SCENE_MAX_ELEMENTS so far */
} gltf_loader;

static inline bool gltf_ok(const gltf_loader *l)
{
    return l->d->exit_code == DIAG_OK;
}

/* Memory of the scene, or NULL after diag_fail. */
void *gltf_alloc(gltf_loader *l, size_t count, size_t size);
/* Charges work to SCENE_MAX_ELEMENTS, so that a small file cannot take hours. */
bool gltf_spend(gltf_loader *l, uint64_t elements, const json_at *where);
/* The top-level array `key`; NULL, with count 0, if it is absent. */
json_at gltf_list(gltf_loader *l, uint32_t *count, const char *key, uint32_t max);
/* An object of such an array. */
json_at gltf_item(const gltf_loader *l, const char *key, uint32_t index);
/* Reads all objects of a list; returns false after the first failure. */
typedef bool gltf_reader(gltf_loader *l, uint32_t index, const json_at *object);
bool gltf_each(gltf_loader *l, const json_at *list, gltf_reader *read);
/* Copies the "name" of an object, or a text, cut at the end of a character. NULL after
 * diag_fail. */
const char *gltf_name(gltf_loader *l, const json_at *object);
const char *gltf_copy_name(gltf_loader *l, const char *text, size_t length);
/* The "weights" of morph targets of a mesh or a node, any number of them. */
const double *gltf_read_weights(gltf_loader *l, uint32_t *count, const json_at *object);

/* file.c: containers */

/* Reads the first max_bytes of a regular file, malloc'ed. Returns NULL, or the reason of the
 * failure in words. */
const char *gltf_read_file(uint8_t **out, size_t *size_bytes, const char *path, size_t max_bytes);
/* Splits a .glb; all bytes of a .gltf are JSON. */
bool gltf_split(gltf_loader *l, const char **json, size_t *json_bytes, const uint8_t *bytes,
                size_t size_bytes);
/* buffer.c */

/* The content of a URI; gltf_free_bytes releases it. */
typedef struct gltf_bytes {
    uint8_t *bytes;
    size_t count;
    char *path;         /* of a file; NULL for a data: URI */
    const char *reason; /* why the file cannot be read, or NULL */
} gltf_bytes;

/* Whether a URI holds its content (data:...) instead of naming a file. */
bool gltf_uri_has_data(const char *uri);
/* Reads at most max_bytes of a file. Returns false if the URI itself is wrong or leaves the
 * folder. */
bool gltf_read_uri(gltf_loader *l, gltf_bytes *out, const json_at *uri, size_t max_bytes);
void gltf_free_bytes(gltf_bytes *bytes);
bool gltf_load_buffers(gltf_loader *l);
void gltf_free_buffers(gltf_loader *l);
/* Adds the images that are files to the scene's files. */
void gltf_note_images(gltf_loader *l);

/* access.c: views, accessors */

bool gltf_load_views(gltf_loader *l);
bool gltf_load_accessors(gltf_loader *l);
uint32_t gltf_component_bytes(gltf_component component);
/* Numbers of an element, its bytes, and the offset of one of its numbers; columns of matrices are
 * padded to 4 bytes. */
uint32_t gltf_width(const gltf_accessor *accessor);
uint32_t gltf_element_bytes(const gltf_accessor *accessor);
uint32_t gltf_number_offset(const gltf_accessor *accessor, uint32_t number);

/* decode.c: accessors as numbers */

/* Decodes all numbers of an accessor to double, [count][width], normalised if the accessor says so,
 * and finite. NULL after a failure. */
const double *gltf_decode(gltf_loader *l, uint32_t accessor);
/* The same, but numbers that are not finite become 0, and nan_count is the number of elements with
 * one. */
const double *gltf_decode_weights(gltf_loader *l, uint32_t accessor);
/* The same for an accessor of unsigned integers. */
const uint32_t *gltf_decode_whole(gltf_loader *l, uint32_t accessor);

/* attribute.c: legal types of vertex attributes */

typedef enum gltf_rule {
    GLTF_RULE_POSITION,
    GLTF_RULE_NORMAL, /* and the deltas of normals and tangents */
    GLTF_RULE_TANGENT,
    GLTF_RULE_UV,
    GLTF_RULE_COLOUR,
    GLTF_RULE_JOINT,
    GLTF_RULE_WEIGHT,
    GLTF_RULE_INDEX
} gltf_rule;

bool gltf_check_types(gltf_loader *l, uint32_t accessor, gltf_rule rule, const json_at *where);
/* Checks that an accessor has as many elements as POSITION. */
bool gltf_check_count(gltf_loader *l, uint32_t accessor, uint32_t vertex_count,
                      const json_at *where);
/* The accessor of an attribute, with types and count checked; SCENE_NONE if it is absent or after a
 * failure. */
uint32_t gltf_find_attribute(gltf_loader *l, const json_at *attributes, const char *name,
                             gltf_rule rule, uint32_t vertex_count);
/* The attribute's numbers, which must not be changed; NULL if it is absent or after a failure. */
void *gltf_read_attribute(gltf_loader *l, const json_at *attributes, const char *name,
                          gltf_rule rule, uint32_t vertex_count);

/* influence.c */

bool gltf_read_influences(gltf_loader *l, scene_primitive *primitive, const json_at *attributes);

/* material.c */

bool gltf_load_materials(gltf_loader *l);
/* A material in use, with its image read; SCENE_NONE is the default material. */
const scene_material *gltf_use_material(gltf_loader *l, uint32_t index);
void gltf_warn_dropped(const gltf_loader *l);

/* image.c */

/* Returns name and pixels of an image. A file that cannot be read causes a warning, and pixels are
 * NULL. NULL after a failure. */
const gltf_image *gltf_read_image(gltf_loader *l, uint32_t index);

/* mesh.c, skin.c, node.c, clip.c: the parts of the scene */

bool gltf_load_meshes(gltf_loader *l);
bool gltf_load_skins(gltf_loader *l);
/* Converts a column-major glTF matrix; returns false if its fourth row is not 0 0 0 1. */
bool gltf_matrix(mat34 *out, const double columns[16]);
bool gltf_load_nodes(gltf_loader *l);
bool gltf_load_clips(gltf_loader *l);

/* event.c */

/* Reads the events in an animation's extras. */
bool gltf_read_events(gltf_loader *l, scene_clip *clip, const json_at *animation);
/* Reads the events of the file that the options name. */
bool gltf_load_events(gltf_loader *l);

/* spring.c */

bool gltf_load_springs(gltf_loader *l);
/* Applies --spring NODES:NAME=VALUE,... in order, and makes all nodes that springs need joints. Of a
 * chain of named nodes the last is only the end of a bone, as in VRMC_springBone, but for `leaf`. */
bool gltf_take_springs(gltf_loader *l);
/* Of VRM 0.x: components as members, where glTF's z may be the other way; absent ones stay. */
void gltf_read_xyz(double out[3], const json_at *object, const char *key, double z);

/* face.c: expressions and gaze, after springs; options of the command line are applied */

bool gltf_load_face(gltf_loader *l);

/* rest.c: rotations off unit length, after all parts */

void gltf_keep_rotations(scene *s, const char *file);
