/* SPDX-License-Identifier: MIT */
/* The micro:bit's display, driven by TWI0 at 400 kHz. */
#include "microbit.h"

#include <stddef.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))

#define TWI_STARTTX REGISTER(0x40003008u)
#define TWI_STOP REGISTER(0x40003014u)
#define TWI_STOPPED REGISTER(0x40003104u)
#define TWI_SENT REGISTER(0x4000311cu)
#define TWI_ERROR REGISTER(0x40003124u)
#define TWI_ERRORSRC REGISTER(0x400034c4u)
#define TWI_ENABLE REGISTER(0x40003500u)
#define TWI_PSELSCL REGISTER(0x40003508u)
#define TWI_PSELSDA REGISTER(0x4000350cu)
#define TWI_TXD REGISTER(0x4000351cu)
#define TWI_FREQUENCY REGISTER(0x40003524u)
#define TWI_ADDRESS REGISTER(0x40003588u)
#define ENABLED 5u
#define FREQUENCY_400K 0x06680000u
#define ERRORS 6u /* address or data not acknowledged; written to clear them */

#define GPIO_CONFIG(pin) REGISTER(0x50000700u + 4u * (pin))
#define CONFIG_OPEN_DRAIN 0x60cu /* input, pulled up, drives low only */
#define PIN_SCL 0u
#define PIN_SDA 30u

#define ADDRESS 0x3cu
#define COMMANDS 0x00u /* kind of the bytes that follow */
#define PIXELS 0x40u

/* A byte takes 23 us; this number of loops takes 16,000 instructions, a millisecond. */
#define PATIENCE 4000u

static bool wait_for(const volatile uint32_t *event)
{
    for (uint32_t left = PATIENCE; left > 0u; left--) {
        if (TWI_ERROR != 0u)
            return false;
        if (*event != 0u)
            return true;
    }
    return false;
}

static bool put(uint32_t byte)
{
    TWI_SENT = 0;
    TWI_TXD = byte;
    return wait_for(&TWI_SENT);
}

static bool send(uint32_t kind, const uint8_t *bytes, size_t count)
{
    bool heard;
    TWI_ERROR = 0;
    TWI_STARTTX = 1;
    heard = put(kind);
    for (size_t i = 0; i < count && heard; i++)
        heard = put(bytes[i]);
    TWI_ERROR = 0;
    TWI_ERRORSRC = ERRORS;
    TWI_STOPPED = 0;
    TWI_STOP = 1;
    return wait_for(&TWI_STOPPED) && heard;
}

bool oled_start(void)
{
    static const uint8_t commands[] = {
        0xae,                   /* off */
        0xd5, 0x80,             /* clock */
        0xa8, 63,               /* lines, less one */
        0xd3, 0,                /* first line */
        0x40,                   /* and first row of the display's memory */
        0x8d, 0x14,             /* charge pump on */
        0x20, 0,                /* columns, then pages */
        0xa1, 0xc8,             /* connector at the top */
        0xda, 0x12,             /* pins of odd and even lines are on opposite sides */
        0x81, 0xcf,             /* contrast */
        0xd9, 0xf1, 0xdb, 0x40, /* precharge, voltage of dark pixels */
        0xa4, 0xa6              /* shows the memory, 1 is lit */
    };
    static const uint8_t dark[OLED_WIDTH], on = 0xaf;
    bool heard;
    GPIO_CONFIG(PIN_SCL) = CONFIG_OPEN_DRAIN;
    GPIO_CONFIG(PIN_SDA) = CONFIG_OPEN_DRAIN;
    TWI_ENABLE = 0;
    TWI_PSELSCL = PIN_SCL;
    TWI_PSELSDA = PIN_SDA;
    TWI_FREQUENCY = FREQUENCY_400K;
    TWI_ADDRESS = ADDRESS;
    TWI_ENABLE = ENABLED;
    heard = send(COMMANDS, commands, sizeof commands);
    for (uint32_t page = 0; page < OLED_HEIGHT / 8u && heard; page++)
        heard = oled_page(page, dark); /* the memory contains noise at first */
    return heard && send(COMMANDS, &on, 1);
}

bool oled_page(uint32_t page, const uint8_t columns[OLED_WIDTH])
{
    const uint8_t place[] = {0x21, 0, OLED_WIDTH - 1, 0x22, (uint8_t)page, (uint8_t)page};
    return send(COMMANDS, place, sizeof place) && send(PIXELS, columns, OLED_WIDTH);
}
