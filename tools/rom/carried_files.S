/* SPDX-License-Identifier: MIT */
/* The files that the tool carries, joined in the file that CARRIED names; carried.h describes the
 * layout. */
#if defined(__wasm__)
    .section .rodata.carried_files, "", @
    .type carried_files, @object
#elif defined(_WIN32)
    .section .rdata, "dr"
#else
    .section .rodata, "a"
    .type carried_files, %object
#endif
    .globl carried_files
    .balign 8
carried_files:
    .incbin CARRIED
#ifdef __ELF__
    .size carried_files, . - carried_files
    .section .note.GNU-stack, "", %progbits
#elif defined(__wasm__)
    .size carried_files, . - carried_files
#endif
