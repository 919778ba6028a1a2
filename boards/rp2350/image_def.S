/* SPDX-License-Identifier: MIT */
/* An RP2350 recognises an image, and for which kind of its cores it is, by this block in the first
 * 4 KB of the flash. It then starts from the vectors at the image's beginning, or with RISC-V at
 * its first instruction; it needs no second stage. */
#ifdef __riscv
#define KIND 0x1101 /* RP2350, RISC-V, executable */
#else
#define KIND 0x1021 /* RP2350, Arm, secure, executable */
#endif
    .section .vectors, "a"
    .balign 4
    .word 0xffffded3                /* a block starts */
    .byte 0x42, 1                   /* kind of the image: one word */
    .short KIND
    .byte 0xff                      /* the last item: one word of items before it */
    .short 1
    .byte 0
    .word 0                         /* no other block */
    .word 0xab123579                /* end */
