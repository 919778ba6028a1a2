/* SPDX-License-Identifier: MIT */
/* Where a character goes, and none. A showcase is linked with it instead of one, as what the linker
 * adds (jumps to other memory) has an order that depends on how many sections there are. */
    .section .model, "a"
    .balign 8
