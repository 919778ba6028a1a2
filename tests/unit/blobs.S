/* SPDX-License-Identifier: MIT */
/* The stored blobs that the unit tests play. tests/data/bake makes them; paths are from the root. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define OWN be
#define OTHER le
#else
#define OWN le
#define OTHER be
#endif

    .macro blob name, stem, order, bytes
    .section .rodata.blob_\name, "a"
    .globl blob_\name
    .balign 8
blob_\name:
    .ifb \bytes
    .incbin "tests/data/\stem\()_\order\().pelt"
    .else
    .incbin "tests/data/\stem\()_\order\().pelt", 0, \bytes
    .endif
    .endm

    .irp stem, hero_q16, tiny_q16, tiny_q12, tiny_f32, shared_q16, shared_q12, shared_f32, \
        packed_q16, packed_q12, pages_q16, pages_q12, pages_f32
    blob \stem, \stem, OWN
    .endr
    blob tiny_other, tiny_q16, OTHER, 64

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
