/* SPDX-License-Identifier: MIT */
#include "../../src/kernel/kernel.h"

#ifdef PELT_PORT_X86

#include "avx2.h"

/* By itself, so that a program's own takes its place. */
bool pelt_x86_floats(void)
{
    return true;
}

#endif
