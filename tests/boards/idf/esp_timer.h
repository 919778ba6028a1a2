/* SPDX-License-Identifier: MIT */
/* Stands in for ESP-IDF's: what examples/idf calls of it. */
#ifndef ESP_TIMER_H
#define ESP_TIMER_H
#include <stdint.h>
int64_t esp_timer_get_time(void);
#endif
