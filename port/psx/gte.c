/* SPDX-License-Identifier: MIT */
/* Skins meshes of one joint per vertex in q16 on the PlayStation's GTE: pelt/psx.h. */
#include "pelt/psx.h"

#include <stdbool.h>
#include <stddef.h>

#include "../../src/blob/stored.h"
#include "../../src/kernel/kernel.h"

#ifdef PELT_PORT_PSX

/* MVMVA with the rotation matrix, without translation, shifted by 12; for V0 and for V1. */
#define ROTATE_V0 "0x4a086012"
#define ROTATE_V1 "0x4a08e012"

/// Matrices /////////////////////////////////////////////////////////////////////////////////////

static uint32_t magnitude(int32_t value)
{
    return (uint32_t)(value < 0 ? -value : value);
}

/* Rounds to nearest; |value| < 2^30. */
static int32_t scaled(int32_t value, uint32_t shift)
{
    return shift == 0u ? value : (value + (1 << (shift - 1u))) >> shift;
}

/* Two elements of 16 bits in a word. */
static uint32_t both(const int32_t *entry, unsigned low, unsigned high, uint32_t shift)
{
    return ((uint32_t)scaled(entry[low], shift) & 0xFFFFu) | (uint32_t)scaled(entry[high], shift)
                                                                 << 16;
}

static void convert(pelt_gte_matrix *out, const pelt_entry_q16 *entry)
{
    const int32_t *m = entry->opaque;
    uint32_t largest = 0, shift = 0;
    for (unsigned i = 0; i < 12u; i++)
        if (i % 4u != 3u && magnitude(m[i]) > largest)
            largest = magnitude(m[i]);
    while (largest + (1u << shift >> 1) >= 32768u << shift)
        shift++;
    out->rotation[0] = both(m, 0, 1, shift);
    out->rotation[1] = both(m, 2, 4, shift);
    out->rotation[2] = both(m, 5, 6, shift);
    out->rotation[3] = both(m, 8, 9, shift);
    out->rotation[4] = (uint32_t)scaled(m[10], shift);
    for (unsigned r = 0; r < 3u; r++)
        out->translation[r] = (m[4u * r + 3u] + 1) >> 1;
    out->shift = shift;
}

static pelt_status check_palette(const pelt_palette_q16 *palette)
{
    if (palette == NULL || palette->model == NULL || palette->entries == NULL)
        return PELT_E_ARGUMENT;
    return palette->model->encoding == PELT_EXACT ? PELT_OK : PELT_E_FAMILY;
}

pelt_status pelt_gte_matrix_get(pelt_gte_matrix *matrix, const pelt_palette_q16 *palette,
                                uint32_t entry)
{
    const pelt_status status = matrix == NULL ? PELT_E_ARGUMENT : check_palette(palette);
    if (status != PELT_OK)
        return status;
    if (entry >= stored_skin(palette->model, palette->skin)->entry_count)
        return PELT_E_RANGE;
    convert(matrix, &palette->entries[entry]);
    return PELT_OK;
}

/// Vertices /////////////////////////////////////////////////////////////////////////////////////

static void load_matrix(const pelt_gte_matrix *matrix)
{
    __asm__ volatile("ctc2 %0, $0\n\t"
                     "ctc2 %1, $1\n\t"
                     "ctc2 %2, $2\n\t"
                     "ctc2 %3, $3\n\t"
                     "ctc2 %4, $4"
                     :
                     : "r"(matrix->rotation[0]), "r"(matrix->rotation[1]), "r"(matrix->rotation[2]),
                       "r"(matrix->rotation[3]), "r"(matrix->rotation[4]));
}

/* Rotates V0 and V1; each has x and y in a word, then z. Returns both products. */
static inline void rotate(int32_t position[3], int32_t normal[3], uint32_t p_xy, int32_t p_z,
                          uint32_t n_xy, int32_t n_z)
{
    __asm__ volatile("mtc2 %0, $0\n\t"
                     "mtc2 %1, $1\n\t"
                     "mtc2 %2, $2\n\t"
                     "mtc2 %3, $3\n\t"
                     "nop\n\t"
                     "nop\n\t"
                     ".word " ROTATE_V0
                     :
                     : "r"(p_xy), "r"(p_z), "r"(n_xy), "r"(n_z));
    __asm__ volatile("mfc2 %0, $25\n\t" /* waits for the product */
                     "mfc2 %1, $26\n\t"
                     "mfc2 %2, $27\n\t"
                     "nop\n\t"
                     ".word " ROTATE_V1
                     : "=&r"(position[0]), "=&r"(position[1]), "=&r"(position[2]));
    __asm__ volatile("mfc2 %0, $25\n\t"
                     "mfc2 %1, $26\n\t"
                     "mfc2 %2, $27\n\t"
                     "nop"
                     : "=&r"(normal[0]), "=&r"(normal[1]), "=&r"(normal[2]));
}

/* value * 2^up, halves rounded up where bits are dropped; |value| < 2^20, up <= 10. */
static inline int32_t shifted(int32_t value, int32_t up)
{
    return up >= 0 ? (int32_t)((uint32_t)value << up) : (value + (1 << (-up - 1))) >> -up;
}

/* Skins records of one influence; `offsets` is for a run of one joint set. Sums after the shift by
 * 12 are Q(21 - shift) and half a step too low on average, so a result is twice the sum and one.
 * Raw normals are as long as the reference's, which are the product / 2^16. */
static void skin_run(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                     const uint8_t *records, uint32_t count, const pelt_palette_q16 *palette,
                     const uint16_t *offsets)
{
    pelt_gte_matrix matrix;
    uint32_t loaded = UINT32_MAX;
    matrix.shift = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t *half = (const uint16_t *)(const void *)records;
        const uint32_t offset = offsets == NULL ? *half++ : *offsets;
        int32_t p[3], n[3];
        if (offset != loaded) {
            loaded = offset;
            convert(&matrix, &palette->entries[loaded / FORMAT_ENTRY_BYTES]);
            load_matrix(&matrix);
        }
        rotate(p, n, (uint32_t)half[0] | (uint32_t)half[1] << 16, half[2],
               (uint32_t)half[3] | (uint32_t)half[4] << 16, half[5]);
        for (unsigned r = 0; r < 3u; r++) {
            positions[r] = matrix.translation[r] + shifted(2 * p[r] + 1, (int32_t)matrix.shift - 6);
            if (normals != NULL)
                normals[r] = shifted(2 * n[r] + 1, (int32_t)matrix.shift - 5);
        }
        positions = advance(positions, stride_bytes);
        if (normals != NULL)
            normals = advance(normals, stride_bytes);
        records += offsets == NULL ? format_record_bytes_q16(1) : format_set_bytes_q16(1);
    }
}

/// A range of a mesh ////////////////////////////////////////////////////////////////////////////

static bool is_rigid(const format_run *run)
{
    const uint32_t others = FORMAT_RUN_COPIES | FORMAT_RUN_PACKED;
    return run->influences == 1u && (run->flags & others) == 0u;
}

static void finish_normals(int32_t *normals, uint32_t stride_bytes, uint32_t count,
                           const format_run *run, uint32_t raw_bits)
{
    const uint32_t flags = run->flags & (FORMAT_RUN_UNIT_NORMALS | FORMAT_RUN_MORPHED);
    if (flags == FORMAT_RUN_UNIT_NORMALS)
        pelt_reference_rescale_q16(normals, stride_bytes, count, raw_bits);
    else
        pelt_kernel_normalise_q16(normals, stride_bytes, count);
}

pelt_status pelt_mesh_skin_gte(const pelt_output_q16 *out, uint32_t mesh,
                               const pelt_palette_q16 *palette, uint32_t first, uint32_t count)
{
    pelt_status status = check_palette(palette);
    if (status == PELT_OK)
        status = pelt_mesh_skin_q16(out, mesh, palette, NULL, first, 0);
    if (status != PELT_OK)
        return status;
    const pelt_model *model = palette->model;
    const format_mesh *m = stored_mesh(model, mesh);
    if (count > m->vertex_count - first)
        return PELT_E_RANGE;
    for (uint32_t i = 0; i < m->run_count; i++) {
        const format_run *run = stored_run(model, m->first_run + i);
        const uint32_t run_end = run->first_vertex + run->vertex_count;
        const uint32_t from = run->first_vertex > first ? run->first_vertex : first;
        const uint32_t to = run_end < first + count ? run_end : first + count;
        if (from >= to)
            continue;
        pelt_output_q16 part = *out;
        part.positions = advance(out->positions, (from - first) * out->stride_bytes);
        if (out->normals != NULL)
            part.normals = advance(out->normals, (from - first) * out->stride_bytes);
        if (!is_rigid(run)) {
            (void)pelt_mesh_skin_q16(&part, mesh, palette, NULL, from, to - from);
            continue;
        }
        const uint8_t *records = stored_rigid_q16(model, run, from);
        skin_run(part.positions, part.normals, out->stride_bytes, records, to - from, palette,
                 stored_offsets(model, run));
        if (out->normals != NULL && (out->flags & PELT_RAW_NORMALS) == 0u)
            finish_normals(part.normals, out->stride_bytes, to - from, run, m->raw_normal_bits);
    }
    return PELT_OK;
}

#endif
