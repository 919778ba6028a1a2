/* SPDX-License-Identifier: MIT */
/* Declares what the example uses of Zephyr, with its signatures:
 * https://docs.zephyrproject.org/latest/doxygen/html/kernel_8h.html */
#pragma once

#include <stdint.h>

int64_t k_uptime_get(void);
__attribute__((format(printf, 1, 2))) void printk(const char *fmt, ...);
