/* SPDX-License-Identifier: MIT */
#include "pelt.h"

const char *pelt_port_name(void)
{
    return "m68k";
}
