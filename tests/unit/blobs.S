/* SPDX-License-Identifier: MIT */
/* tests/data/bake makes the files; paths are from the project's root. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define OWN be
#define OTHER le
#else
#define OWN le
#define OTHER be
#endif

    .macro blob name, stem, order, bytes
    .section .rodata.test_\name, "a"
    .globl test_\name
    .globl test_\name\()_end
    .balign 8
test_\name:
    .ifb \bytes
    .incbin "tests/data/\stem\()_\order\().pelt"
    .else
    .incbin "tests/data/\stem\()_\order\().pelt", 0, \bytes
    .endif
test_\name\()_end:
    .endm

    blob hero_q16, hero_q16, OWN
    blob tiny_q16, tiny_q16, OWN
    blob tiny_q12, tiny_q12, OWN
    blob tiny_f32, tiny_f32, OWN
    blob shared_q16, shared_q16, OWN
    blob shared_q12, shared_q12, OWN
    blob shared_f32, shared_f32, OWN
    blob packed_q16, packed_q16, OWN
    blob packed_q12, packed_q12, OWN
    blob tiny_other, tiny_q16, OTHER, 64

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
