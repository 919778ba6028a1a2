/* SPDX-License-Identifier: MIT */
/* Writes morph targets to MRPH and DLTA. */
#include "bake/write/sections.h"

/* Writes the default weights, and the deltas of the vertices that targets touch. */
static void put_targets(byte_buffer *morphs, byte_buffer *out, bake_stats *stats,
                        const bake_model *model, uint32_t mesh, const bake_records *records)
{
    const bake_morph *morph = &model->morphs[mesh];
    const encoding_traits *p = model->job.traits;
    const size_t bytes = traits_delta_bytes(p, morph->delta_flags);
    /* The ordinal of the first delta of each touched vertex, and of the end. */
    FREED uint32_t *ordinals = diag_calloc((size_t)records->count + 1, sizeof *ordinals);
    FREED_BY(buffer_free) byte_buffer deltas = {.big_endian = model->job.options->big_endian};
    uint32_t touched = 0;
    for (uint32_t i = 0; i < records->count; i++) {
        const bake_record *r = &records->records[i];
        if (r->delta_count == 0)
            continue;
        buffer_bytes(&deltas, records->deltas.bytes + r->deltas, r->delta_count * bytes);
        ordinals[touched + 1] = ordinals[touched] + r->delta_count;
        touched++;
    }
    stats->vertices_morphed += touched;
    stats->delta_count += ordinals[touched];
    buffer_u32(morphs, (uint32_t)out->count);
    for (uint32_t k = 0; k < model->meshes.meshes[mesh].target_count; k++)
        encode_component(out, p, FORMAT_WEIGHTS, morph->weights[k], 0);
    buffer_u32(morphs, touched, (uint32_t)out->count);
    for (uint32_t v = 0; v <= touched; v++)
        buffer_u32(out, ordinals[v]);
    buffer_u32(morphs, (uint32_t)out->count);
    buffer_bytes(out, deltas.bytes, deltas.count);
}

void write_morph(byte_buffer *morphs, byte_buffer *deltas, sections *out, const bake_model *model,
                 uint32_t mesh, const bake_records *records)
{
    const uint32_t target_count = model->meshes.meshes[mesh].target_count;
    uint32_t first_target = 0;
    for (uint32_t m = 0; m < mesh; m++)
        first_target += model->meshes.meshes[m].target_count;
    buffer_u32(morphs, target_count, first_target);
    if (target_count > 0)
        put_targets(morphs, deltas, &out->stats, model, mesh, records);
    else
        for (int i = 0; i < 4; i++) /* defaults, vertex_count, offsets, deltas */
            buffer_u32(morphs, 0);
    buffer_u16(morphs, (uint16_t)records->delta_shift, model->morphs[mesh].delta_flags);
}
