/* SPDX-License-Identifier: MIT */
/* The panel of the RP2040: an ST7789 on SPI0, with DMA channel 0. */
#include "panel.h"

#include <stddef.h>

#define REG(address) (*(volatile uint32_t *)(address))
#define CLEAR 0x3000u /* added to a peripheral's address: clears the bits written */

#define RESETS 0x4000c000u
#define IO_BANK0 0x40014000u
#define PADS 0x4001c000u
#define SPI0 0x4003c000u
#define TIMER 0x40054000u
#define DMA 0x50000000u
#define SIO 0xd0000000u

#define UNITS (1u << 2 | 1u << 5 | 1u << 8 | 1u << 16) /* DMA, IO_BANK0, PADS_BANK0, SPI0 */
#define HIGH 0x14u /* SIO: sets, clears pins, makes them outputs */
#define LOW 0x18u
#define DRIVE 0x24u

#define SPI_CONTROL0 (SPI0 + 0x00u)
#define SPI_CONTROL1 (SPI0 + 0x04u)
#define SPI_DATA (SPI0 + 0x08u)
#define SPI_STATUS (SPI0 + 0x0cu)
#define SPI_ON 2u
#define SPI_BUSY (1u << 4)
#define SPI_ROOM (1u << 1)
#define BITS_8 7u /* mode 0 */
#define BITS_16 15u

#define DMA_FROM (DMA + 0x00u)
#define DMA_TO (DMA + 0x04u)
#define DMA_COUNT (DMA + 0x08u)
#define DMA_CONTROL (DMA + 0x0cu)
#define DMA_BUSY (1u << 24)
/* On, 16 bits a transfer, reads incremented, paced by SPI0 (16), chained to no other channel. */
#define DMA_START (1u << 0 | 1u << 2 | 1u << 4 | 16u << 15 | 0u << 11)

#define SLEEP_OUT 0x11u
#define INVERTED 0x21u /* required by the glass of these panels */
#define ON 0x29u
#define COLUMNS 0x2au
#define ROWS 0x2bu
#define WRITE 0x2cu
#define ORDER 0x36u
#define FORMAT 0x3au

static void pin(uint32_t number, uint32_t function)
{
    REG(PADS + 4u + 4u * number) =
        0x56u; /* as after reset: input on, 4 mA, pulled down, Schmitt trigger */
    REG(IO_BANK0 + 8u * number + 4u) = function;
}

static void sleep_ms(uint32_t ms)
{
    const uint32_t start = REG(TIMER + 0x28u);
    while (REG(TIMER + 0x28u) - start < 1000u * ms) {
    }
}

/* The line that distinguishes commands from data may change only after the last bit has left. */
static void idle(void)
{
    while (REG(SPI_STATUS) & SPI_BUSY) {
    }
}

/* Sets the bits of a frame; the controller must be off meanwhile. */
static void frames_of(uint32_t bits)
{
    idle();
    REG(SPI_CONTROL1) = 0;
    REG(SPI_CONTROL0) = bits;
    REG(SPI_CONTROL1) = SPI_ON;
}

static void send(uint32_t byte)
{
    while (!(REG(SPI_STATUS) & SPI_ROOM)) {
    }
    REG(SPI_DATA) = byte;
}

static void command(uint32_t code, const uint8_t *data, size_t count)
{
    frames_of(BITS_8);
    REG(SIO + LOW) = 1u << PANEL_DC;
    send(code);
    idle();
    REG(SIO + HIGH) = 1u << PANEL_DC;
    while (count-- > 0u)
        send(*data++);
}

static void range(uint32_t code, int first, int count)
{
    const uint32_t last = (uint32_t)(first + count - 1);
    const uint8_t data[4] = {(uint8_t)((uint32_t)first >> 8), (uint8_t)first, (uint8_t)(last >> 8),
                             (uint8_t)last};
    command(code, data, sizeof data);
}

void panel_start(void)
{
    static const uint8_t rgb565 = 0x55, order = 0;
    const uint32_t outputs = 1u << PANEL_CS | 1u << PANEL_DC | 1u << PANEL_LIGHT;
    REG(RESETS + CLEAR) = UNITS;
    while ((REG(RESETS + 8u) & UNITS) != UNITS) {
    }
    REG(SIO + HIGH) = 1u << PANEL_CS | 1u << PANEL_DC;
    REG(SIO + LOW) = 1u << PANEL_LIGHT;
    REG(SIO + DRIVE) = outputs;
    pin(PANEL_SCK, 1u);
    pin(PANEL_MOSI, 1u);
    pin(PANEL_DC, 5u);
    pin(PANEL_CS, 5u);
    pin(PANEL_LIGHT, 5u);
    REG(SPI0 + 0x10u) = 2u; /* 125 MHz / 2 */
    REG(SPI0 + 0x24u) = 2u; /* DMA for what is sent */
    REG(SIO + LOW) = 1u << PANEL_CS;
    sleep_ms(120); /* after power-on */
    command(SLEEP_OUT, NULL, 0);
    idle();
    sleep_ms(120);
    command(FORMAT, &rgb565, 1);
    command(ORDER, &order, 1);
    command(INVERTED, NULL, 0);
    command(ON, NULL, 0);
}

/* The buffer is not volatile: the barriers keep writes to it before a transfer, and after one,
 * on their side of the accesses to registers. */
static void barrier(void)
{
    __asm__ volatile("dmb" : : : "memory");
}

void panel_wait(void)
{
    while (REG(DMA_CONTROL) & DMA_BUSY) {
    }
    idle();
    barrier();
}

void panel_send(int x, int y, int width, int height, const uint16_t *rgb565)
{
    panel_wait();
    range(COLUMNS, x, width);
    range(ROWS, y, height);
    command(WRITE, NULL, 0);
    frames_of(BITS_16); /* the higher byte goes first, as the panel expects */
    REG(DMA_FROM) = (uint32_t)(uintptr_t)rgb565;
    REG(DMA_TO) = SPI_DATA;
    REG(DMA_COUNT) = (uint32_t)(width * height);
    barrier();
    REG(DMA_CONTROL) = DMA_START;
    REG(SIO + HIGH) = 1u << PANEL_LIGHT; /* from the first picture on */
}
