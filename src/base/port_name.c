/* SPDX-License-Identifier: MIT */
#include "../../port/select.h"
#include "pelt.h"

const char *pelt_port_name(void)
{
    return PELT_PORT_NAME;
}
