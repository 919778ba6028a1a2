/* SPDX-License-Identifier: MIT */
/*
 * With PELT_CHECK_KERNELS (make CHECK_KERNELS=1, in a BUILD of its own) the reference runs again
 * behind every kernel, and any bit that differs ends the program; float kernels may round
 * otherwise, by what num_agrees allows.
 */
#ifndef PELT_KERNEL_CHECK_H
#define PELT_KERNEL_CHECK_H

#ifdef PELT_CHECK_KERNELS

#ifndef PELT_CHECK_FAILED
#define PELT_CHECK_FAILED() __builtin_trap()
#endif

#define CHECK(call) call

#else

#define CHECK(call) (void)0

#endif

#endif
