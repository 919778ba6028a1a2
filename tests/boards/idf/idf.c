/* SPDX-License-Identifier: MIT */
/* Stands in for ESP-IDF on one of this project's boards: calls app_main(), prints, counts. */
#include <stdio.h>

#include "board.h"
#include "esp_timer.h"
#include "text.h"

void app_main(void);

int printf(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    board_print_list(format, values);
    va_end(values);
    return 0;
}

/* Returns instructions. */
int64_t esp_timer_get_time(void)
{
    return board_counter();
}

int main(void)
{
    board_counter_init();
    app_main();
    board_puts("PASS esp-idf\n");
    return 0;
}
