/* SPDX-License-Identifier: MIT */
#include "pelt.h"

/* A port with kernels of its own has this file in its REPLACES. */
const char *pelt_port_name(void)
{
    return "reference";
}
