/* SPDX-License-Identifier: MIT */
#include "host_data.h"

#include <math.h>
#include <string.h>

#include "src/blob/format.h"

static uint32_t state = 0x9E3779B9u; /* xorshift32 */

static uint32_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* In (-1, 1). */
static double next_signed(void)
{
    return ((double)next_random() - 2147483648.0) / 2147483648.0;
}

/* Random rotations (a quaternion's matrix) and translations within 4 units. */
void make_palettes(palettes *out)
{
    for (uint32_t j = 0; j < JOINTS; j++) {
        double q[4], squares = 0.0;
        for (unsigned i = 0; i < 4u; i++) {
            q[i] = next_signed() + 1e-3;
            squares += q[i] * q[i];
        }
        for (unsigned i = 0; i < 4u; i++)
            q[i] /= sqrt(squares);
        const double x = q[0], y = q[1], z = q[2], w = q[3];
        const double m[12] = {
            1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 4 * next_signed(),
            2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 4 * next_signed(),
            2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), 4 * next_signed()};
        for (unsigned e = 0; e < 12u; e++) {
            /* Folded: Q33 per step of 2^-10 units; translation Q17. */
            const double scale = e % 4u == 3u ? 131072.0 : 8388608.0;
            out->plain_f32[12u * j + e] = (float)m[e];
            out->plain_q16[12u * j + e] = (int32_t)lrint(m[e] * 65536.0);
            out->folded_q16[12u * j + e] = (int32_t)lrint(m[e] * scale);
        }
    }
}

/* Positive Q1.15 weights that sum to one. */
static void make_weights(int32_t weights[4], uint32_t influences)
{
    int32_t left = 32768;
    for (uint32_t k = 0; k + 1u < influences; k++) {
        const uint32_t most = (uint32_t)left - (influences - 1u - k);
        weights[k] = 1 + (int32_t)(next_random() % most);
        left -= weights[k];
    }
    weights[influences - 1u] = left;
}

static void write_record_f32(void *record, const plain_mesh *mesh, uint32_t vertex,
                             uint32_t influences)
{
    uint32_t *offsets = record;
    float *at = (float *)record + influences;
    for (uint32_t k = 0; k < influences; k++)
        offsets[k] = mesh->joints[vertex * influences + k] * FORMAT_ENTRY_BYTES;
    for (uint32_t k = 0; k < influences && influences > 1u; k++)
        *at++ = mesh->weights_f32[vertex * influences + k];
    memcpy(at, mesh->positions_f32 + 3u * vertex, 12);
    memcpy(at + 3, mesh->normals_f32 + 3u * vertex, 12);
}

static void write_record_q16(void *record, const plain_mesh *mesh, uint32_t vertex,
                             uint32_t influences)
{
    const uint32_t slots = influences == 3u ? 4u : influences;
    int16_t *at = record;
    const uint16_t *joints = mesh->joints + vertex * influences;
    memset(record, 0, format_record_bytes_q16(influences));
    for (uint32_t k = 0; k < slots; k++)
        *at++ = (int16_t)(joints[k < influences ? k : 0u] * FORMAT_ENTRY_BYTES);
    for (uint32_t k = 0; k < slots && influences > 1u; k++)
        *at++ = (int16_t)(k < influences ? mesh->weights_q16[vertex * influences + k] / 2 : 0);
    for (unsigned c = 0; c < 3u; c++) { /* Q10 steps; normals Q15, Q14 for the rigid kernel */
        const int32_t n = mesh->normals_q16[3u * vertex + c];
        at[c] = (int16_t)(mesh->positions_q16[3u * vertex + c] >> 6);
        at[3u + c] = (int16_t)(n >> (influences == 1u ? 2 : 1));
    }
}

static void make_vertex(plain_mesh *mesh, uint32_t vertex, uint32_t influences,
                        const uint16_t joints[4])
{
    int32_t weights[4] = {32768, 0, 0, 0};
    double n[3], squares = 0.0;
    make_weights(weights, influences);
    for (uint32_t k = 0; k < influences; k++) {
        mesh->joints[vertex * influences + k] = joints[k];
        mesh->weights_q16[vertex * influences + k] = weights[k] * 2;
        mesh->weights_f32[vertex * influences + k] = (float)weights[k] / 32768.0f;
    }
    for (unsigned c = 0; c < 3u; c++) {
        n[c] = next_signed() + 1e-3;
        squares += n[c] * n[c];
    }
    for (unsigned c = 0; c < 3u; c++) { /* representable in every layout */
        const int32_t p = (int32_t)(next_random() % 65536u) - 32768;
        const int32_t q14 = (int32_t)lrint(n[c] / sqrt(squares) * 16384.0);
        mesh->positions_q16[3u * vertex + c] = p * 64;
        mesh->positions_f32[3u * vertex + c] = (float)p / 1024.0f;
        mesh->normals_q16[3u * vertex + c] = (q14 > 16383 ? 16383 : q14) * 4;
        mesh->normals_f32[3u * vertex + c] = (float)(q14 > 16383 ? 16383 : q14) / 16384.0f;
    }
}

/* Runs of one joint set: offsets once, then records without. In place, as that is never longer. */
static void share_offsets(void *records, const packed_mesh *packed, uint32_t record_bytes,
                          uint32_t own_bytes, uint32_t offset_bytes)
{
    const uint32_t set_bytes = record_bytes - offset_bytes;
    uint8_t *to = records;
    const uint8_t *from = records;
    for (uint32_t i = 0; i < packed->run_count; i++) {
        memmove(to, from, offset_bytes);
        to += offset_bytes;
        for (uint32_t k = 0; k < packed->run_lengths[i]; k++, to += set_bytes, from += record_bytes)
            memmove(to, from + own_bytes, set_bytes);
    }
}

void make_mesh(plain_mesh *plain, packed_mesh *packed, uint32_t influences, uint32_t mean_run)
{
    uint16_t joints[4] = {0, 0, 0, 0};
    uint32_t left = 0;
    packed->run_count = 0;
    for (uint32_t i = 0; i < VERTICES; i++) {
        if (left == 0u) {
            for (unsigned k = 0; k < 4u; k++)
                joints[k] = (uint16_t)(next_random() % JOINTS);
            left = mean_run == 0u ? 1u : 1u + next_random() % (2u * mean_run - 1u);
            packed->run_lengths[packed->run_count++] = left < VERTICES - i ? left : VERTICES - i;
        }
        left--;
        make_vertex(plain, i, influences, joints);
        write_record_f32(packed->records_f32 + i * format_record_bytes_f32(influences) / 4u, plain,
                         i, influences);
        write_record_q16(packed->records_q16 + i * format_record_bytes_q16(influences) / 4u, plain,
                         i, influences);
    }
    if (mean_run == 0u)
        return;
    share_offsets(packed->records_q16, packed, format_record_bytes_q16(influences),
                  influences == 1u ? 2u : format_offset_bytes_q16(influences),
                  format_offset_bytes_q16(influences));
    share_offsets(packed->records_f32, packed, format_record_bytes_f32(influences),
                  format_offset_bytes_f32(influences), format_offset_bytes_f32(influences));
}
