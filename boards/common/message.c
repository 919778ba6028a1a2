/* SPDX-License-Identifier: MIT */
/* Semihosting calls as messages, see message.h. */
#include "message.h"

#include "semihosting.h"
#include "text.h"

int board_semihost(int operation, const void *block)
{
    volatile int result = -1;
    char digits[25];
    if (operation == SYS_WRITE0) {
        message_text(block);
        return 0;
    }
    text_hex8(digits, (uint32_t)operation);
    text_hex8(digits + 8, (uint32_t)(uintptr_t)block);
    text_hex8(digits + 16, (uint32_t)(uintptr_t)&result);
    digits[24] = '\0';
    __asm__ volatile("" : : : "memory"); /* the host reads the block and writes where it points */
    message_call(digits);
    __asm__ volatile("" : : : "memory");
    return result;
}
