/* SPDX-License-Identifier: MIT */
/* The sections of a blob while they are written. */
#pragma once

#include <string.h>

#include "bake/curve/curve.h"
#include "bake/vertex/records.h"
#include "src/blob/format.h"

/// Numbers ///////////////////////////////////////////////////////////////////////////////////////

/* Turns the numbers of each encoding into bytes; src/blob/format.h has the layouts. */

/* Writes a local transform; translation and scale are stored as value * 2^exponent. */
void encode_local(byte_buffer *out, const encoding_traits *p, const trs *local,
                  int translation_exponent, int scale_exponent);

/* Writes a component of a constant; translations and scales as value * 2^exponent. */
void encode_component(byte_buffer *out, const encoding_traits *p, enum format_path path,
                      double value, int exponent);

/* The number of bits for keys: the library's value is value * 2^this; or CURVE_FLOATS. */
int encode_bits(const encoding_traits *p, enum format_path path, int exponent);

/* Writes the fields behind the joint of a palette entry. */
void encode_entry(byte_buffer *out, const encoding_traits *p, const mat34 *folded);

/* Writes a vertex: its offsets, and the fields behind them; buffer_pad4 follows each record. */
void encode_offsets(byte_buffer *out, const encoding_traits *p, const bake_record *record);
void encode_record(byte_buffer *out, const encoding_traits *p, const bake_record *record);

/// Boxes /////////////////////////////////////////////////////////////////////////////////////////

/* Boxes of a mesh's vertices along the axes of the joints that move them. They are made from stored
 * vertices through stored inverse binds, so that they contain what the device computes. */

/* Boxes of a joint in units of the model, or glTF units in f32; empty ones are left out. */
typedef struct joint_boxes {
    box3 box;
    box3 grid;         /* morphed, fixed: contains every position on the grid */
    uint32_t vertices; /* morphed: that are in it */
    struct target_box {
        box3 box;          /* at weight one */
        uint32_t vertices; /* that the target moves; 0: there is no box */
    } * deltas;            /* [target_count]; NULL: plain */
    uint32_t joint;
    int morphed, which; /* FORMAT_HEAVY or FORMAT_LIGHT */
} joint_boxes;

/* The weights of a target with which no position saturates. */
typedef struct weight_interval {
    double low, high;
} weight_interval;

typedef struct mesh_boxes {
    uint32_t count, target_count;
    joint_boxes *joints;     /* [count], plain ones first, heavy ones before light ones, by joint */
    weight_interval *ranges; /* [target_count]; NULL unless fixed and morphed */
    double light_weight;     /* most that a vertex takes of light boxes */
    double error;            /* fixed: of the kernels, in steps of Q16.16 */
    bool none;               /* the mesh is too large for boxes */
} mesh_boxes;

/* The palette entries of all skins as the device reads them, in the job's memory. */
typedef struct stored_entry stored_entry;
stored_entry *boxes_entries(const bake_model *model);

/* Makes the boxes of a mesh in the job's memory. */
mesh_boxes boxes_make(const bake_model *model, uint32_t mesh, const bake_records *records);

/// Sections //////////////////////////////////////////////////////////////////////////////////////

typedef struct sections {
    blob_writer writer;
    buffer_pool names; /* NAMES */
    bake_stats stats;
    byte_buffer *boxes;      /* BOXS, or NULL */
    const uint32_t **stored; /* [mesh][vertices_in] the stored vertex of each source vertex */
    bake_part part;          /* what of the bake they hold */
    /* Of the first ones, which do not depend on the budget of the tracks; 0: not all could be written. */
    uint32_t still_count;
} sections;

/* Adds a section that the library must know, or one that it may skip. */
static inline byte_buffer *section_add(sections *out, uint32_t tag)
{
    return blob_section_add(&out->writer, tag, FORMAT_SECTION_REQUIRED);
}

static inline byte_buffer *section_add_optional(sections *out, uint32_t tag)
{
    return blob_section_add(&out->writer, tag, 0);
}

/* The offset of a name in NAMES, to which it is added. */
static inline uint32_t write_name(sections *out, const char *name)
{
    return pool_add(&out->names, name, strlen(name) + 1);
}

void write_joints(sections *out, const bake_model *model);
void write_skins(sections *out, const bake_model *model);
bool write_meshes(sections *out, const bake_model *model);
bool write_clips(sections *out, const bake_model *model);
void write_no_meshes(sections *out); /* the sections that a blob must have, of skins too */
void write_no_clips(sections *out, const bake_model *model); /* these, and COVR */
void write_target_names(sections *out,
                        const bake_model *model); /* TRGT: where clips are elsewhere */
void write_masks(sections *out, const bake_model *model);
bool write_events(sections *out, const bake_model *model);
bool write_springs(sections *out, const bake_model *model);
bool write_face(sections *out, const bake_model *model);
/* spring_section.c: takes directions at rest to the axes of a node's parent joint. */
mat34 write_parent_axes(const bake_model *model, const mat34 *globals, uint32_t node);
bool write_root(sections *out, const bake_model *model);
void write_textures(sections *out, const bake_textures *textures);
void write_shifts(sections *out, const bake_model *model);
void write_boxes(sections *out, const bake_model *model);
void write_source(sections *out, const bake_model *model);

/* colour_section.c: writes the colours of a mesh's vertices to STRM. Returns their offset, and
 * whether they are a table. */
uint32_t write_colours(bool *is_table, byte_buffer *streams, const bake_records *records);

/* clusters.c: appends whole triangles in their order, in clusters of a byte per corner, by the size
 * of groups that needs the fewest bytes. Returns the low bits of their offset; 0, and appends nothing,
 * where 16 bits per index are no more or some group of 8 has too many windows. count: of the indices,
 * three each. */
uint32_t clusters_put(byte_buffer *out, const uint32_t *indices, uint32_t count);

/* part_section.c: collects the palette entries that each part of a mesh needs; writes PJNT after
 * all meshes. */
typedef struct part_lists {
    uint32_t first_part, first_data; /* offsets in PJNT */
    byte_buffer heads, parts, data;  /* records of meshes and of parts, and arrays of these */
} part_lists;
part_lists part_lists_begin(const bake_model *model);
void write_part_lists(part_lists *lists, sections *out, const bake_model *model, uint32_t mesh,
                      const bake_records *records);
void write_part_section(part_lists *lists, sections *out);

/* morph_section.c: writes the targets of one mesh to MRPH and DLTA. */
void write_morph(byte_buffer *morphs, byte_buffer *deltas, sections *out, const bake_model *model,
                 uint32_t mesh, const bake_records *records);
