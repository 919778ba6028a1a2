/* SPDX-License-Identifier: MIT */
/* Takes the place of a character in an image without one. The image is linked with it, because the
 * order of code that the linker adds (jumps to other memory) depends on the number of sections. */
    .section .model, "a"
    .balign 8
