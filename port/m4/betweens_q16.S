/* SPDX-License-Identifier: MIT */
/* In-betweens in exact blobs; src/stage/betweens_fixed.c is the specification, whose names these are.
 *
 *   product                       quaternion             part
 *   r0        s                                          part, pivot's z
 *   r1        down                                       pivot's x, y
 *   r2, r3    x: what adds up, subtracts  x, square      S, out
 *   r4, r5    y                   y                      r4 with r6, r9, r10, r12: nine numbers of e
 *   r6, r7    z                   z, zeros               r5, r7, r8: a row of S
 *   r8        trace               w                      r7, r11, lr: a row of the in-between
 *   r9-r11    a row of T, levelled; then roots, their table and constant
 *   r12, lr   S and T */
#include "../select.h"

#if defined(PELT_BETWEENS_Q16) && PELT_BETWEENS_Q16 == PELT_IN_M4
#include "../arm.inc"

    .equ FROM, 0                    /* and way, row by row */
    .equ QUATERNION, 24             /* x, y, z, 1 - w */
    .equ ENDS, 44                   /* S and T */
    .equ TURNED, 52                 /* T after half a turn, rows of four */
    .equ AXIS, 100
    .equ FRAME, 108
    .equ PALETTE, FRAME             /* the arguments */
    .equ OUT, FRAME + 4
    .equ BETWEEN, FRAME + 8
    .equ COUNT, FRAME + 12

#define PIVOT 8
#define BETWEEN_BYTES 20
#define ENTRY_BYTES 48
#define MOST 0x1FE00000 /* translation, 2^29 - 2^21 */

/* \root, \m and \upper: rsqrt31, m and its upper half; r10, r11: the table, less 32 numbers, and what is
 * added, which is three halves. */
.macro rsqrt31 root, m, upper, near
    lsr \near, \m, #25
    ldrh \near, [r10, \near, lsl #1]
    mul \root, \near, \near
    lsr \root, \root, #13
    lsr \upper, \m, #16
    mul \root, \upper, \root
    sub \root, r11, \root, lsr #1
    lsr \root, \root, #15
    mul \root, \near, \root
.endm

/* \m shifted up by its zeros, an even number. */
.macro normalised m, zeros
    clz \zeros, \m
    bic \zeros, \zeros, #1
    lsl \m, \m, \zeros
.endm

kernel_begin pelt_betweens_exact
    add r1, r1, r1, lsl #1
    add r1, r0, r1, lsl #4
    push {r0-r11, lr}
    sub sp, sp, #FRAME

/* Where S and T take the pivot; how far T is to be shifted down. */
1:  ldrh r4, [r2]
    ldrh r5, [r2, #2]
    mov r1, #ENTRY_BYTES
    mla r4, r4, r1, r0
    mla r5, r5, r1, r0
    strd r4, r5, [sp, #ENDS]
    ldrd r6, r7, [r2, #PIVOT]
    ldr r8, [r2, #PIVOT + 8]
    mov r1, #64
    .irp row, 0, 1, 2
    ldm r5!, {r0, r9, r10, r11}
    smlatt r1, r0, r0, r1
    smlatt r1, r9, r9, r1
    smlatt r1, r10, r10, r1
    smlawb r3, r0, r6, r11
    smlawb r3, r9, r7, r3
    smlawb r3, r10, r8, r3
    ldm r4!, {r0, r9, r10, r11}
    smlawb r2, r0, r6, r11
    smlawb r2, r9, r7, r2
    smlawb r2, r10, r8, r2
    sub r3, r3, r2
    strd r2, r3, [sp, #FROM + 8 * \row]
    .endr
    ldrd r12, lr, [sp, #ENDS]
    clz r1, r1
    rsb r1, r1, #34
    lsr r1, r1, #1

/* Sums of products. The row's first word is the translation before it. */
2:  ldm lr!, {r9, r10, r11}
    each asr, r1, r9, r10, r11
    ldr r0, [r12]
    smulwb r8, r0, r9
    smulwb r7, r0, r10
    smulwb r4, r0, r11
    ldr r0, [r12, #4]
    smulwb r6, r0, r9
    smlawb r8, r0, r10, r8
    smulwb r3, r0, r11
    ldr r0, [r12, #8]
    smulwb r5, r0, r9
    smulwb r2, r0, r10
    smlawb r8, r0, r11, r8
    .irp at, 16, 32
    ldm lr!, {r0, r9, r10, r11}
    each asr, r1, r9, r10, r11
    ldr r0, [r12, #\at]
    smlawb r8, r0, r9, r8
    smlawb r7, r0, r10, r7
    smlawb r4, r0, r11, r4
    ldr r0, [r12, #\at + 4]
    smlawb r6, r0, r9, r6
    smlawb r8, r0, r10, r8
    smlawb r3, r0, r11, r3
    ldr r0, [r12, #\at + 8]
    smlawb r5, r0, r9, r5
    smlawb r2, r0, r10, r2
    smlawb r8, r0, r11, r8
    .endr
    cmp r8, #0
    ble 6f

/* The quaternion of x, y, z and the trace, 15 bits. */
3:  sub r2, r2, r3
    sub r4, r4, r5
    sub r6, r6, r7
    mov r0, #64
    smlatt r0, r2, r2, r0
    smlatt r0, r4, r4, r0
    smlatt r0, r6, r6, r0
    smlatt r0, r8, r8, r0
    clz r0, r0
    rsb r0, r0, #34
    lsr r0, r0, #1
    each asr, r0, r2, r4, r6, r8
    mul r3, r2, r2
    mla r3, r4, r4, r3
    mla r3, r6, r6, r3
    mla r5, r8, r8, r3
    sub r5, r5, r3, lsr #2
    ldr r10, =pelt_rsqrt_table - 64
    cmp r5, #4096
    blo 7f
    normalised r5, r7
    ldr r11, =(3 << 30) + 40960
    rsqrt31 r9, r5, r12, r0
    lsr r9, r9, #15
    mul r9, r12, r9
    lsr r7, r7, #1
    add r7, r7, #15
    lsr r9, r9, r7
    add r8, r8, r9
    movw r0, #21847
    smulwb r8, r8, r0
    lsr r3, r3, #2
    mla r5, r8, r8, r3
    normalised r5, r7
    rsqrt31 r9, r5, r12, r0
    add r9, r9, #0x8000
    lsr r9, r9, #16
    lsr r7, r7, #1
    rsb r7, r7, #16
    mov r0, #0x4000
    mla r2, r2, r9, r0
    mla r4, r4, r9, r0
    mla r6, r6, r9, r0
    lsl r8, r8, #1
    mla r8, r8, r9, r0
    each asr, r7, r2, r4, r6, r8
    cmp r1, #0
    beq 8f
4:  rsb r8, r8, #0x8000
    usat r8, #16, r8
    strd r2, r4, [sp, #QUATERNION]
    strd r6, r8, [sp, #QUATERNION + 8]

/* A part: r7 the reciprocal, of r11; r9 f, r5 g. */
5:  ldr r1, [sp, #BETWEEN]
    ldrh r0, [r1, #4]
    mul r9, r0, r8
    asr r9, r9, #15
    rsb r5, r0, #0x8000
    mul r5, r5, r9
    rsb r9, r9, #0x8000
    mvn r7, #0xC0000000
    sub r7, r7, r5, lsl #1
    lsr r11, r7, #23
    ldrh r11, [r10, r11, lsl #1]
    mul r11, r11, r11
    lsr r11, r11, #13
    lsr r7, r7, #14
    mov r12, #0x10000
    mls r12, r7, r11, r12
    lsr r12, r12, #16
    mul r7, r11, r12
    lsr r7, r7, #15
    mul r7, r0, r7
    asr r7, r7, #15
    mul r9, r7, r9
    asr r9, r9, #15
    mul r5, r7, r0
    asr r5, r5, #15
    mul r7, r5, r2                  /* r7, r8, r5: g times x, y, z */
    asr r7, r7, #15
    mul r8, r5, r4
    asr r8, r8, #15
    mul r5, r5, r6
    asr r5, r5, #15
    mul r12, r9, r2                 /* r12, lr, r9: f times these */
    mul lr, r9, r4
    mul r9, r9, r6
    mul r11, r7, r4                 /* e[1], e[3] */
    sub r3, r11, r9
    add r11, r11, r9
    mul r9, r7, r6                  /* e[6], e[2] */
    sub r10, r9, lr
    add r9, r9, lr
    mul lr, r8, r6                  /* e[5], e[7] */
    mul r7, r7, r2
    sub r2, lr, r12
    add lr, lr, r12
    mla r8, r8, r4, r7              /* the squares' sums: e[0], e[4], e[8] */
    mla r5, r5, r6, r8
    sub r12, r7, r5
    sub r4, r8, r7
    sub r4, r4, r5
    rsb r6, r8, #0
    ssat r12, #16, r12, asr #15
    ssat r4, #16, r4, asr #15
    ssat r6, #16, r6, asr #15
    each asr, #15, r9, r10
    pkhbt r12, r12, r3, lsl #1
    pkhbt r9, r9, r11, lsl #1
    pkhbt r4, r4, r2, lsl #1
    pkhbt r10, r10, lr, lsl #1
    ldrd r2, r3, [r1, #PIVOT]
    ldr r5, [r1, #PIVOT + 8]
    pkhbt r1, r2, r3, lsl #16
    pkhbt r0, r0, r5, lsl #16
    ldr r2, [sp, #ENDS]
    ldr r3, [sp, #OUT]
    .irp row, 0, 1, 2
    ldm r2!, {r5, r7, r8, r11}
    smulwt r11, r5, r12
    smlawb r11, r7, r4, r11
    smlawt r11, r8, r10, r11
    smulwb lr, r5, r9
    smlawt lr, r7, r4, lr
    smlawb lr, r8, r6, lr
    add r11, r7, r11, lsl #2
    add lr, r8, lr, lsl #2
    smulwt r7, r7, r9
    smlawb r7, r5, r12, r7
    smlawb r7, r8, r10, r7
    add r7, r5, r7, lsl #2
    ssat r7, #31, r7
    ssat r11, #31, r11
    ssat lr, #31, lr
    stm r3!, {r7, r11, lr}
    ldrd r5, r8, [sp, #FROM + 8 * \row]
    smulwb r7, r7, r1
    smlawt r7, r11, r1, r7
    smlawt r7, lr, r0, r7
    smulwb r8, r8, r0
    sub r5, r5, r7
    add r5, r5, r8, lsl #1
    add r7, r5, #MOST
    cmp r7, #2 * MOST
    blo 0f
    mov r7, #MOST
    sub r7, r7, #1
    eor r5, r7, r5, asr #31
0:  str r5, [r3], #4
    .endr
    ldr r5, [sp, #COUNT]
    subs r5, r5, #1
    beq 9f
    ldr r2, [sp, #BETWEEN]
    ldr r0, [r2]
    ldr r1, [r2, #BETWEEN_BYTES]!
    str r3, [sp, #OUT]
    str r2, [sp, #BETWEEN]
    str r5, [sp, #COUNT]
    cmp r0, r1
    ldr r0, [sp, #PALETTE]
    bne 1b
    ldrd r2, r4, [sp, #QUATERNION]
    ldrd r6, r8, [sp, #QUATERNION + 8]
    ldr r10, =pelt_rsqrt_table - 64
    b 5b

/* The diagonal's largest, and T's other columns negated, once. */
6:  ldr r10, =pelt_rsqrt_table - 64
    cmp r1, #0
    beq 7f
    add r3, sp, #TURNED
    sub lr, lr, #44
    movs r6, #0
    movs r7, #0
    movs r8, #0
    mov r5, #3
1:  ldm lr!, {r9, r10, r11}
    add lr, lr, #4
    each asr, r1, r9, r10, r11
    ldr r0, [r12], #4
    ldr r2, [r12], #4
    ldr r4, [r12], #8
    smlawb r6, r0, r9, r6
    smlawb r7, r2, r10, r7
    smlawb r8, r4, r11, r8
    stm r3!, {r9, r10, r11}
    add r3, r3, #4
    subs r5, r5, #1
    bne 1b
    sub r12, r12, #48
    movs r0, #0
    cmp r6, r7
    ite ge
    movge r5, r6
    movlt r5, r7
    only lt, mov, r0, #1
    cmp r5, r8
    only lt, mov, r0, #2
    str r0, [sp, #AXIS]
    add lr, sp, #TURNED
    mov r5, #3
1:  .irp column, 0, 1, 2
    ldr r2, [lr, #4 * \column]
    cmp r0, #\column
    only ne, rsb, r2, r2, #0
    str r2, [lr, #4 * \column]
    .endr
    add lr, lr, #16
    subs r5, r5, #1
    bne 1b
    add lr, sp, #TURNED
    movs r1, #0
    b 2b

/* None. */
7:  movs r2, #0
    movs r4, #0
    movs r6, #0
    mov r8, #0x8000
    b 4b

/* The half turn about an axis is taken back: to (w, z, -y, -x), (-z, w, x, -y) or (y, -x, w, -z), or the
 * negative of that where its last is negative. */
8:  ldr r0, [sp, #AXIS]
    cmp r0, #1
    beq 2f
    bhi 3f
    mov r3, r8
    rsb r8, r2, #0
    mov r2, r3
    mov r3, r4
    mov r4, r6
    rsb r6, r3, #0
    b 1f
2:  mov r3, r8
    rsb r8, r4, #0
    mov r4, r3
    mov r3, r2
    rsb r2, r6, #0
    mov r6, r3
    b 1f
3:  mov r3, r8
    rsb r8, r6, #0
    mov r6, r3
    mov r3, r2
    mov r2, r4
    rsb r4, r3, #0
1:  cmp r8, #0
    bge 4b
    each rsb, #0, r2, r4, r6, r8
    b 4b
9:  add sp, sp, #FRAME + 16
    pop {r4-r11, pc}
    .ltorg
kernel_end pelt_betweens_exact
#endif
