/* SPDX-License-Identifier: MIT */
/* The reference kernels as code of the benchmark's own: where a linker script leaves the library's
 * out of fast memory, these are in it, as the loops are that they are compared with. */
#include "kernel_f32.c"
