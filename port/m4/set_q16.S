/* SPDX-License-Identifier: MIT */
/* Skinning in q16 of runs whose records share their joints, two to four influences, for this port
 * and port/arm9; skin_q16.S tells the rest. The offsets come once, as the fifth argument.
 *
 * A load that follows another load or a store takes one cycle on Cortex-M4, as many words at once
 * take one more than words: so loads stand together, behind stores where they can, and words come
 * one by one from where they are wanted. */
#include "../select.h"

#if defined(PELT_SETS_Q16) && PELT_SETS_Q16 == PELT_IN_M4
#include "kernel.inc"

/// Two influences ////////////////////////////////////////////////////////////////////////////////
/* The entries are copied to the stack, row by row; the end of the records is behind them.
 *
 *   r0       output of the next vertex, less 4
 *   r1       record
 *   r2-r5    weights; p0-p2
 *   r6, r9   position, normal
 *   r7-r11   words
 *   r12, lr  2; 1 */
/* Products of one column stand between another's words and their use. Leaves the normal in r9. */
.macro two_row row, position
    ldr r6, [sp, #\row + 12]
    ldr r8, [sp, #\row + 28]
    ldr r9, [sp, #\row]
    ldr r10, [sp, #\row + 16]
    smlawb r6, r6, r2, r12
    smlawb r9, r9, r2, lr
    smlawt r6, r8, r2, r6
    smlawt r9, r10, r2, r9
    ldr r8, [sp, #\row + 4]
    ldr r10, [sp, #\row + 20]
    ldr r11, [sp, #\row + 8]
    ldr r7, [sp, #\row + 24]
    smlawb r6, r9, r3, r6
    smlawb r8, r8, r2, lr
    smlawt r9, r9, r4, lr
    smlawt r8, r10, r2, r8
    smlawb r11, r11, r2, lr
    smlawt r6, r8, r3, r6
    smlawt r11, r7, r2, r11
    smlawb r9, r8, r5, r9
    smlawb r6, r11, r4, r6
    smlawt r9, r11, r5, r9
    str r6, [r0, #\position]
.endm

.macro copy_row from
    ldm \from!, {r8-r11}
    stm r5!, {r8-r11}
.endm

enter pelt_kernel_set_2_q16
    ldr r5, [sp, #36]
    add r12, r1, r2, lsl #4         @ records of 16 bytes
    sub r0, r0, #4
    sub sp, sp, #100
    ldr r5, [r5]
    mov r2, r3
    entries r3, r4, r5, r2
    mov r5, sp
    .rept 3
    all copy_row, r3, r4
    .endr
    str r12, [r5]
    mov r12, #2
    mov lr, #1
1:  ldm r1!, {r2-r5}
    two_row 0, 4
    str r9, [r0, #16]
    two_row 32, 8
    str r9, [r0, #20]
    two_row 64, 12
    ldr r8, [sp, #96]
    str r9, [r0, #24]!
    cmp r1, r8
    bne 1b
leave pelt_kernel_set_2_q16, 100

/// Three and four influences, two vertices at a time /////////////////////////////////////////////
/* A word of the palette is loaded once for two vertices, from the entries themselves: short runs do
 * not pay for a copy. The matrices of both are mixed to the stack, word by word, then both vertices
 * are transformed. A load that follows another load or store takes one cycle on Cortex-M4: so the
 * stores of one word stand before the loads of the next. On the cores that issue or forward one
 * product at a time, those of the two vertices alternate.
 *
 * An odd count begins with its first vertex as both of a pair, of which only the second is
 * transformed: carry and zero, which the products keep. Positions alone (positions_q16.S) are mixed
 * by the same code: carry without zero, and with overflow where their count is odd.
 *
 *   mixing                                    transforming
 *   r0-r3    entries                          entries
 *   r4-r7    a word of each                   a row
 *   r8, r9   weights of the first vertex      r8-r10  p0-p2
 *   r10, r11 weights of the second            r11     1
 *   r12      sum of the first                 record of the first vertex
 *   lr       what sums start from             output of the first vertex
 *   stack    matrix of the first vertex, of the second; record, output, end of the records */
#define SECOND 48
#define RECORD 96
#define OUTPUT 100
#define END    104
#define FRAME  108

.macro pair_mix influences, elements:vararg
    .irp e, \elements
    ldr r4, [r0, #4 * \e]
    ldr r5, [r1, #4 * \e]
    ldr r6, [r2, #4 * \e]
    when \influences > 3, ldr r7, [r3, #4 * \e]
    smlawb r12, r4, r8, lr
    smlawb r4, r4, r10, lr
    smlawt r12, r5, r8, r12
    smlawt r4, r5, r10, r4
    smlawb r12, r6, r9, r12
    smlawb r4, r6, r11, r4
    .if \influences == 4
    smlawt r12, r7, r9, r12
    smlawt r4, r7, r11, r4
    .endif
    str r12, [sp, #4 * \e]
    str r4, [sp, #SECOND + 4 * \e]
    .endr
.endm

.macro pair_transform matrix, record, output
    words ldr, r12, \record + 8, r8, r9, r10
    .irp row, 0, 1, 2
    words ldr, sp, \matrix + 16 * \row, r4, r5, r6, r7
    smlawb r7, r4, r8, r7
    smlawt r4, r4, r9, r11
    smlawt r7, r5, r8, r7
    smlawb r4, r5, r10, r4
    smlawb r7, r6, r9, r7
    smlawt r4, r6, r10, r4
    str r7, [lr, #\output + 4 * \row]
    str r4, [lr, #\output + 4 * \row + 12]
    .endr
.endm

/* Positions, their stride in r11. */
.macro pair_positions matrix, record
    words ldr, r12, \record + 8, r8, r9
    .irp row, 0, 1, 2
    words ldr, sp, \matrix + 16 * \row, r4, r5, r6, r7
    smlawb r7, r4, r8, r7
    smlawt r7, r5, r8, r7
    smlawb r7, r6, r9, r7
    str r7, [lr, #4 * \row]
    .endr
    add lr, lr, r11
.endm

#if defined(PELT_POSITIONS_Q16) && PELT_POSITIONS_Q16 == PELT_IN_M4
#define WITH_POSITIONS 1
#else
#define WITH_POSITIONS 0
#endif
#define STRIDE (FRAME + 36)         /* their first argument on the stack, which is read by then */

.macro set_many name, influences
enter \name
    ldr r4, [sp, #36]
    sub sp, sp, #FRAME
    mov r12, r1
    mov r8, r3
    and r9, r2, #1
    cmp r9, #1                      @ carry and zero, or neither
4:  add r7, r2, r2, lsl #2          @ records of 20 bytes
    add r7, r12, r7, lsl #2
    ldm r4, {r5, r6}
    words str, sp, OUTPUT, r0, r7
    sub r7, r0, #24
    entries r0, r1, r5, r8
    last_entries \influences, r2, r3, r6, r8
    bcc 1f
    .if WITH_POSITIONS
    beq 5f
    bvc 1f
    ldr r9, [sp, #STRIDE]
    add r7, r7, #24
    sub r7, r7, r9
    .endif
5:  ldr r10, [r12]
    ldr r11, [r12, #4]
    sub r12, r12, #20
    str r7, [sp, #OUTPUT]
    str r12, [sp, #RECORD]
    mov r8, r10
    mov r9, r11
    b 2f

1:  str r12, [sp, #RECORD]
    words ldr, r12, 0, r8, r9
    words ldr, r12, 20, r10, r11
2:  mov lr, #\influences / 2
    pair_mix \influences, 0, 1, 2, 4, 5, 6, 8, 9, 10
    mov lr, #3
    pair_mix \influences, 3, 7, 11
    words ldr, sp, RECORD, r12, lr
    mov r11, #1
    when WITH_POSITIONS, bcs 6f
    when !WITH_POSITIONS, bcs 3f
    pair_transform 0, 0, 0
3:  pair_transform SECOND, 20, 24
    add r12, r12, #40
    add lr, lr, #48
    str lr, [sp, #OUTPUT]
    ldr r4, [sp, #END]
    cmp r12, r4
    bcc 1b
    leave , FRAME

    .if WITH_POSITIONS
6:  beq 3b
    ldr r11, [sp, #STRIDE]
    bvs 7f
    pair_positions 0, 0
8:  pair_positions SECOND, 20
    add r12, r12, #40
    str lr, [sp, #OUTPUT]
    ldr r4, [sp, #END]
    cmp r4, r12
    bne 1b                          @ carry
    leave , FRAME
7:  add lr, lr, r11
    b 8b
    .endif
kernel_end \name

    .if WITH_POSITIONS
/* Registers are saved: positions r0, stride r1, records r2, count r3, palette r4, offsets r5. */
function pelt_kernel_positions_set_\influences\()_q16
    sub sp, sp, #FRAME
    str r1, [sp, #STRIDE]
    and r9, r3, #1
    mov r12, r2
    lsl r9, r9, #28
    mov r8, r4
    orr r9, r9, #0x20000000
    mov r4, r5
    msr APSR_nzcvq, r9
    mov r2, r3
    b 4b
kernel_end pelt_kernel_positions_set_\influences\()_q16
    .endif
.endm

set_many pelt_kernel_set_3_q16, 3
set_many pelt_kernel_set_4_q16, 4

#endif
