/* SPDX-License-Identifier: MIT */
/* Normals to unit length in q16 for Armv7E-M and Armv8-M with DSP, bit by bit
 * pelt_reference_normalise_q16.
 *
 * The reference counts the leading zeros of the longest component, brings it to 15 bits, to
 * nearest, and looks up 1 / length of what that gives. Normals of a mesh have one length before
 * skinning, and blends of rotations make it a little shorter: so the shift of the vector before is
 * tried first. Where it gives squares in [97 * 2^23, 2^30), a length of 0.87 to 1, it is the
 * reference's:
 *   above 3 * 2^28 the longest component is longer than 2^14, so it had no more zeros;
 *   below 2^30 it is shorter than 2^15, so it had no fewer.
 * The squares' own shift is 2 there, and of the table 31 entries are left: y, below 2^15, and y^2 /
 * 2^15 in one word. All others, the first too, take the whole way, which leaves the shift to try.
 *
 * SMMULR(a, 2^k) is a / 2^(32 - k), rounded as the reference does; SMMLSR(a, -2^k) from 0 is the
 * same and has k = 31 too.
 *
 *   r0, r1   vector, stride in bytes
 *   r2       vectors left
 *   r3-r5    components
 *   r6, r7   squares; y and y^2, scale
 *   r8       words of y
 *   r9       -2^(15 + leading zeros to try)
 *   r10      98300, as in fx_rsqrt15
 *   r11, r12 0, 2^19 */
#include "../select.h"

#if defined(PELT_NORMALISE_Q16) && PELT_NORMALISE_Q16 == PELT_IN_M4
#include "../arm.inc"

.macro magnitude to, component
    eor     \to, \component, \component, asr #31
    sub     \to, \to, \component, asr #31
.endm

/* From squares \m, shifted, to the scale, in place; \y and r12 are lost. */
.macro rsqrt m, y
    ldr     r12, =pelt_rsqrt_table - 64
    lsr     \y, \m, #25
    ldrh    \y, [r12, \y, lsl #1]
    lsr     \m, \m, #16
    mul     r12, \y, \y
    lsr     r12, r12, #15
    mul     \m, \m, r12
    sub     \m, r10, \m, lsr #14
    smulwb  \m, \m, \y
.endm

/* In \wide vectors components have 16 bits or more, in others 15. */
.macro try_shift wide
    ldm     r0, {r3-r5}
    when \wide, each smmlsr, "r9, r11", r3, r4, r5
    smull   r6, r7, r3, r3
    smlal   r6, r7, r4, r4
    smlal   r6, r7, r5, r5
    cbnz    r7, 4f                  /* it does not reach far */
    lsr     r7, r6, #23
    sub     r7, r7, #97
    cmp     r7, #31
    when \wide, bhs 7f
    when !\wide, bhs 3f
    ldr     r7, [r8, r7, lsl #2]
    bfc     r6, #0, #14
    smulwt  r6, r6, r7              /* m y^2 2^12: m is the upper half of the squares, shifted */
    sub     r6, r10, r6, lsr #12
    smulwb  r6, r6, r7
    each    mul, r6, r3, r4, r5
    each    smmulr, r12, r3, r4, r5
    .if \wide
8:
    .endif
    words   str, r0, 0, r3, r4, r5
    add     r0, r0, r1
    subs    r2, r2, #1
.endm

kernel_begin pelt_kernel_normalise_q16
    cmp     r2, #0
    only    eq, bx, lr
    push    {r4-r11, lr}
    adr     r8, 9f
    movw    r10, #98300 & 0xffff
    movt    r10, #98300 >> 16
    mov     r11, #0
    mov     r12, #1 << 19
    b       3f

2:  try_shift 0
    bne     2b
    pop     {r4-r11, pc}
4:  b       3f

1:  try_shift 1
    bne     1b
    pop     {r4-r11, pc}
4:
    /* The reference's way. Without bits of its own a vector of 0 and -1 has 32 zeros instead of 31,
     * and all that follows is exactly as much larger. */
3:  ldm     r0, {r3-r5}
    eor     r6, r3, r3, asr #31
    eor     r7, r4, r4, asr #31
    eor     r9, r5, r5, asr #31
    orr     r6, r6, r7
    orr     r6, r6, r9
    clz     r6, r6
    sub     r7, r6, #1              /* to 31 bits and sign */
    each    lsl, r7, r3, r4, r5
    mov     r7, #1 << 16
    each    smmulr, r7, r3, r4, r5
    mul     r7, r3, r3
    mla     r7, r4, r4, r7
    mla     r7, r5, r5, r7          /* unsigned, at most 3 * 2^30; 2^28 or more unless all are 0 */
    rsb     r6, r6, #16
    cbz     r7, 5f
    add     r6, r6, r7, lsr #31     /* a vector much longer than 1 is one much shorter than 2 */
    clz     r9, r7
    bic     r9, r9, #1              /* 0 or 2 */
    lsl     r7, r7, r9
    rsqrt   r7, lr
    mov     r12, #1 << 18
    add     r9, r12, r9, lsl #17    /* 2^18 or 2^19 */
    mov     r12, #1 << 19
    each    mul, r7, r3, r4, r5
    each    smmulr, r9, r3, r4, r5
    words   str, r0, 0, r3, r4, r5
5:  add     r0, r0, r1
    subs    r2, r2, #1
    beq     6f
    mov     r9, #0x80000000
    asr     r9, r9, r6
    cmn     r6, #1                  /* 16 less the zeros to try, where no vector is all zero */
    bgt     1b
    beq     2b
    b       3b
6:  pop     {r4-r11, pc}

    /* A length of a little more than 1, as rounding leaves it. Components between -2^15 and 2^15, not
     * at either, say that the longest had no fewer zeros: rounding may leave -2^15 of what had one
     * fewer. Squares from 2^30 on, which are not shifted, prove that it had no more. */
7:  lsrs    r7, r6, #30
    beq     3b
    magnitude r7, r3
    magnitude lr, r4
    orr     r7, r7, lr
    magnitude lr, r5
    orr     r7, r7, lr
    lsrs    r7, r7, #15
    bne     3b
    rsqrt   r6, r7
    mov     r12, #1 << 18
    each    mul, r6, r3, r4, r5
    each    smmulr, r12, r3, r4, r5
    mov     r12, #1 << 19
    b       8b

    /* Of pelt_rsqrt_table from 65 on. */
    .balign 4
9:  .irp y, 18773, 18677, 18583, 18490, 18399, 18309, 18220, 18133, 18047, 17962, 17878, 17795, \
        17714, 17634, 17554, 17476, 17399, 17323, 17248, 17174, 17100, 17028, 16957, 16886, \
        16817, 16748, 16680, 16613, 16546, 16481, 16416
    .word   \y | (\y * \y >> 15) << 16
    .endr
    .ltorg
kernel_end pelt_kernel_normalise_q16

#endif
