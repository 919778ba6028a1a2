/* SPDX-License-Identifier: MIT */
/* Stands in for ESP-IDF on one of this project's boards: calls app_main(), prints, counts. */
#include <stdarg.h>
#include <stdio.h>

#include "board.h"
#include "esp_timer.h"
#include "text.h"

void app_main(void);

int printf(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            board_write(format, 1);
        } else if (format[1] == 's') {
            board_puts(va_arg(values, const char *));
            format += 1;
        } else if (format[1] == 'l') {
            board_put_u32((uint32_t)va_arg(values, unsigned long));
            format += 2;
        } else {
            board_put_hex8((uint32_t)va_arg(values, unsigned long));
            format += 4;
        }
    }
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
