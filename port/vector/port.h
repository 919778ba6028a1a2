/* SPDX-License-Identifier: MIT */
/* Hosts with registers of four 32-bit lanes: x86-64, AArch64, WebAssembly with SIMD. On x86-64 SSE2
 * is there without asking, AVX2 and FMA are used where the processor has them, asked at run time by
 * __builtin_cpu_supports: besides memcpy and memset, libgcc (or compiler-rt) is linked. */
#if defined(__SSE2__) || !defined(VECTOR_AVX2) /* *_avx2.c are empty elsewhere */
#define PELT_PORT_NAME "vector"

#define PELT_SKIN_Q16 PELT_IN_VECTOR
#define PELT_SKIN_F32 PELT_IN_VECTOR
#define PELT_POSITIONS_Q16 PELT_IN_VECTOR
#define PELT_POSITIONS_F32 PELT_IN_VECTOR
#define PELT_POSITIONS_ALWAYS /* there is room */
#define PELT_TANGENTS_Q16 PELT_IN_VECTOR
#define PELT_TANGENTS_F32 PELT_IN_VECTOR
#define PELT_NORMALISE_F32 PELT_IN_VECTOR
#define PELT_PLAIN_F32 PELT_IN_VECTOR
#define PELT_STAGES_F32 PELT_IN_VECTOR
#define PELT_BLEND_F32 PELT_IN_VECTOR
#ifdef __SSE2__ /* with AVX2 */
#define PELT_NORMALISE_Q16 PELT_IN_VECTOR
#define PELT_STAGES_Q16 PELT_IN_VECTOR
#define PELT_LOOPS_Q16 PELT_IN_VECTOR
#define PELT_TRACKS_Q16 PELT_IN_VECTOR
#define PELT_TRACKS_F32 PELT_IN_VECTOR
#define PELT_BLEND_Q16 PELT_IN_VECTOR
#define PELT_PLAIN_Q16 PELT_IN_VECTOR
#endif

#define PELT_BLOCK_VERTICES 64u
#endif
