/* SPDX-License-Identifier: MIT */
/* Stands in for ESP-IDF's header: declares the functions that examples/idf calls. */
#pragma once
#include <stdint.h>
int64_t esp_timer_get_time(void); /* microseconds */
