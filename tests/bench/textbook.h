/* SPDX-License-Identifier: MIT */
/*
 * What the speed of the kernels is compared with: skinning loops as tutorials write them, over
 * plain arrays, for any compiler.
 *
 *   transform   each influence's matrix transforms the vertex; the results are summed by weight
 *   blend       the influences' matrices are summed by weight; the sum transforms the vertex
 *
 * q16: everything is Q16.16; each product is taken in 64 bits and shifted back.
 */
#ifndef BENCH_TEXTBOOK_H
#define BENCH_TEXTBOOK_H

#include <stdint.h>

/*
 * out        [vertex_count]: position, then normal if there are any: 6 or 3 words each
 * positions  [vertex_count][3]
 * normals    [vertex_count][3] or NULL
 * joints     [vertex_count][influence_count]
 * weights    [vertex_count][influence_count], sum one
 * palette    [] 3x4, row major
 */
void textbook_transform_f32(float *out, const float *positions, const float *normals,
                            const uint16_t *joints, const float *weights, const float *palette,
                            uint32_t influence_count, uint32_t vertex_count);
void textbook_blend_f32(float *out, const float *positions, const float *normals,
                        const uint16_t *joints, const float *weights, const float *palette,
                        uint32_t influence_count, uint32_t vertex_count);
void textbook_transform_q16(int32_t *out, const int32_t *positions, const int32_t *normals,
                            const uint16_t *joints, const int32_t *weights, const int32_t *palette,
                            uint32_t influence_count, uint32_t vertex_count);
void textbook_blend_q16(int32_t *out, const int32_t *positions, const int32_t *normals,
                        const uint16_t *joints, const int32_t *weights, const int32_t *palette,
                        uint32_t influence_count, uint32_t vertex_count);

#endif
