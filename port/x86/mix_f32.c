/* SPDX-License-Identifier: MIT */
/*
 * Mixes of f32 entries as skin_f32.c makes them on its way: with fused multiply-adds where the
 * processor has them, so that a vertex comes out the same to the bit through a mix.
 */
#include "../../src/kernel/kernel.h"

#if defined(PELT_MIX_F32) && PELT_MIX_F32 == PELT_IN_X86

#define FEATURES "avx2,fma"
#define FLOATS
#include "avx2.h"

AVX2 PELT_HOT(mix_avx2)
static void mix_avx2(float *mixes, const uint8_t *heads, uint32_t count, const float *palette,
                     uint32_t influences)
{
    for (uint32_t i = 0; i < count; i++, mixes += 12) {
        const uint32_t *offsets = (const uint32_t *)(const void *)heads;
        const float *weights = (const float *)(const void *)heads + influences;
        const float *m = palette + offsets[0] / 4u;
        __m256 rows01 = _mm256_mul_ps(_mm256_loadu_ps(m), _mm256_broadcast_ss(weights));
        __m128 row2 = _mm_mul_ps(_mm_loadu_ps(m + 8), _mm_broadcast_ss(weights));
        for (uint32_t k = 1; k < influences; k++) {
            const __m256 weight = _mm256_broadcast_ss(weights + k);
            m = palette + offsets[k] / 4u;
            rows01 = _mm256_fmadd_ps(_mm256_loadu_ps(m), weight, rows01);
            row2 = _mm_fmadd_ps(_mm_loadu_ps(m + 8), _mm256_castps256_ps128(weight), row2);
        }
        _mm256_storeu_ps(mixes, rows01);
        _mm_storeu_ps(mixes + 8, row2);
        heads += format_head_bytes_f32(influences);
    }
}

PELT_HOT(pelt_kernel_mix_f32)
void pelt_kernel_mix_f32(float *mixes, const uint8_t *heads, uint32_t count, const float *palette,
                         uint32_t influences)
{
    if (has_avx2())
        mix_avx2(mixes, heads, count, palette, influences);
    else
        pelt_reference_mix_f32(mixes, heads, count, palette, influences);
}

#endif
