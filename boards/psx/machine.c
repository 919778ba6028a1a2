/* SPDX-License-Identifier: MIT */
/* The PlayStation as a machine of the showcase: 320 x 240, NTSC, two pages in video memory, filled
 * by the processor; the controller in the first port; time by the television's lines. */
#include "machine.h"

#define WIDTH 320
#define HEIGHT 240

#define GP0 (*(volatile uint32_t *)0x1f801810u)
#define GP1 (*(volatile uint32_t *)0x1f801814u) /* read: status */
#define GPU_READY 0x04000000u

#define INTERRUPTS (*(volatile uint32_t *)0x1f801070u)
#define VERTICAL_BLANK 0x01u
#define CONTROLLER 0x80u

#define LINES (*(volatile uint32_t *)0x1f801110u) /* timer 1, 16 bits */
#define LINES_MODE (*(volatile uint32_t *)0x1f801114u)
#define LINES_COUNT 0x0100u
#define LINES_PER_SECOND 15734u

#define PAD_DATA (*(volatile uint8_t *)0x1f801040u)
#define PAD_STATUS (*(volatile uint32_t *)0x1f801044u)
#define PAD_MODE (*(volatile uint16_t *)0x1f801048u)
#define PAD_CONTROL (*(volatile uint16_t *)0x1f80104au)
#define PAD_RATE (*(volatile uint16_t *)0x1f80104eu)
#define PAD_CAN_SEND 1u
#define PAD_HAS_DATA 2u
#define PAD_PULSE 0x0080u /* the controller's signal that it is ready, for about 3 microseconds */
#define PAD_BYTES 0x000du /* 8 bits, no parity */
#define PAD_250_KHZ 0x0088u
#define PAD_SELECT 0x1003u /* the first port; reports when the controller is ready for more */
#define PAD_READY 0x0010u  /* written: acknowledged */
#define PAD_PATIENCE 400u  /* loops; a controller answers within 100 microseconds */

#define GP0_FILL 0x02000000u
#define GP0_COPY 0xa0000000u
#define GP1_RESET 0x00000000u
#define GP1_DISPLAY_ON 0x03000000u
#define GP1_ORIGIN 0x05000000u
#define GP1_COLUMNS 0x06000000u
#define GP1_LINES 0x07000000u
#define GP1_MODE 0x08000001u /* 320 pixels, 15 bits, NTSC */

#define FIRST_COLUMN 0x260u /* in the television's line, in its own clocks: eight to a pixel */
#define FIRST_LINE 16u

#define PAGE_LINES 256u

#define POINT(x, y) ((uint32_t)(y) << 16 | (uint32_t)(x))

static uint32_t page; /* first line of the shown page in video memory */

static void command(uint32_t word)
{
    while ((GP1 & GPU_READY) == 0u) {
    }
    GP0 = word;
}

int machine_width = WIDTH, machine_height = HEIGHT;
const char *machine_help = "X clip  O list  L1 R1 turn\nup down zoom  start text  triangle view";

/// Picture //////////////////////////////////////////////////////////////////////////////////////

void machine_start(void)
{
    GP1 = GP1_RESET;
    command(GP0_FILL);
    GP0 = POINT(0, 0);
    GP0 = POINT(WIDTH, 2u * PAGE_LINES - 1u);
    GP1 = GP1_MODE;
    GP1 = GP1_COLUMNS | (FIRST_COLUMN + 8u * WIDTH) << 12 | FIRST_COLUMN;
    GP1 = GP1_LINES | (FIRST_LINE + HEIGHT) << 10 | FIRST_LINE;
    GP1 = GP1_ORIGIN;
    GP1 = GP1_DISPLAY_ON;
    page = PAGE_LINES;
    LINES_MODE = LINES_COUNT;
    PAD_CONTROL = 0;
    PAD_MODE = PAD_BYTES;
    PAD_RATE = PAD_250_KHZ;
}

/* Swaps red and blue; green loses its lowest bit. */
static uint32_t convert(uint32_t pixel)
{
    return pixel >> 11 | (pixel >> 1 & 0x3e0u) | (pixel & 31u) << 10;
}

void machine_panel(int x, int y, int width, int height, const uint16_t *rgb565)
{
    const int count = width * height;
    command(GP0_COPY);
    GP0 = POINT(x, (int)page + y);
    GP0 = POINT(width, height);
    for (int i = 0; i < count; i += 2)
        GP0 = convert(rgb565[i]) | convert(rgb565[i + 1]) << 16;
}

void machine_show(void)
{
    INTERRUPTS = ~VERTICAL_BLANK;
    while ((INTERRUPTS & VERTICAL_BLANK) == 0u) {
    }
    GP1 = GP1_ORIGIN | page << 10;
    page = PAGE_LINES - page;
}

/// Time /////////////////////////////////////////////////////////////////////////////////////////

/* Must be called more than once in four seconds, as long as the timer's 16 bits last. */
uint32_t machine_milliseconds(void)
{
    static uint32_t last, remainder, ms;
    const uint32_t now = LINES & 0xffffu;
    remainder += ((now - last) & 0xffffu) * 1000u; /* < 2^27 */
    last = now;
    ms += remainder / LINES_PER_SECOND;
    remainder %= LINES_PER_SECOND;
    return ms;
}

/// Controller ///////////////////////////////////////////////////////////////////////////////////

static void wait(volatile uint32_t *status, uint32_t bit, uint32_t value)
{
    for (uint32_t i = 0; i < PAD_PATIENCE && (*status & bit) != value; i++) {
    }
}

/* Exchanges a byte with the controller. */
static uint32_t exchange(uint32_t byte)
{
    uint32_t answer;
    wait(&PAD_STATUS, PAD_CAN_SEND, PAD_CAN_SEND);
    INTERRUPTS = ~CONTROLLER;
    PAD_DATA = (uint8_t)byte;
    wait(&PAD_STATUS, PAD_HAS_DATA, PAD_HAS_DATA);
    answer = PAD_DATA;
    wait(&INTERRUPTS, CONTROLLER, CONTROLLER);
    /* An acknowledgement before the end of the pulse would be followed by a second signal. */
    wait(&PAD_STATUS, PAD_PULSE, 0);
    PAD_CONTROL = PAD_SELECT | PAD_READY;
    return answer;
}

/* The value of an open line: no button is held. */
#define NO_BUTTONS 0xffffu
#define PAD_TALKS 0x5au

/* The bit of a button is 0 while it is held. */
static uint32_t read_pad(void)
{
    uint32_t i, talks, held;
    PAD_CONTROL = PAD_SELECT | PAD_READY; /* clears a late signal of the last time */
    for (i = 0; i < PAD_PATIENCE; i++)    /* the controller wakes up */
        __asm__ volatile("");
    (void)exchange(0x01);
    (void)exchange(0x42);
    talks = exchange(0);
    held = exchange(0);
    held |= exchange(0) << 8;
    PAD_CONTROL = 0;
    return talks == PAD_TALKS ? held : NO_BUTTONS;
}

uint32_t machine_buttons(void)
{
    static const uint16_t keys[] = {
        0x4000,        /* cross */
        0x2000,        /* circle */
        0x0400 | 0x80, /* L1, left */
        0x0800 | 0x20, /* R1, right */
        0x0008,        /* start */
        0x1000,        /* triangle */
        0x0010,        /* up */
        0x0040         /* down */
    };
    return machine_map(~read_pad(), keys);
}
