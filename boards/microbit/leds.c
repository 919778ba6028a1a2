/* SPDX-License-Identifier: MIT */
/* Buttons and LEDs of the micro:bit. The 25 LEDs are wired as three rows of nine, of which one row
 * is lit at a time: TIMER1 switches to the next every 3 ms, so that each is lit 111 times a second.
 */
#include "microbit.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))

#define GPIO_OUTSET REGISTER(0x50000508u)
#define GPIO_OUTCLR REGISTER(0x5000050cu)
#define GPIO_IN REGISTER(0x50000510u)
#define GPIO_DIRSET REGISTER(0x50000518u)
#define GPIO_CONFIG(pin) REGISTER(0x50000700u + 4u * (pin))
#define CONFIG_IN_PULLED_UP 0xcu /* an input with the chip's pull-up beside the board's own */

#define TIMER1_START REGISTER(0x40009000u)
#define TIMER1_CLEAR REGISTER(0x4000900cu)
#define TIMER1_COMPARED REGISTER(0x40009140u)
#define TIMER1_SHORTS REGISTER(0x40009200u)
#define TIMER1_INTENSET REGISTER(0x40009304u)
#define TIMER1_MODE REGISTER(0x40009504u)
#define TIMER1_BITMODE REGISTER(0x40009508u)
#define TIMER1_PRESCALER REGISTER(0x40009510u)
#define TIMER1_CC0 REGISTER(0x40009540u)
#define COMPARE0_CLEARS 1u  /* SHORTS */
#define COMPARE0 (1u << 16) /* INTENSET */
#define BITMODE_16 0u
#define TIMER1_IRQ 9u
#define NVIC_ISER REGISTER(0xe000e100u)

#define PIN_A 17u
#define PIN_B 26u
#define FIRST_COLUMN 4u /* of nine, low: lit */
#define FIRST_ROW 13u   /* of three, high: lit */
#define COLUMNS 9u
#define ROWS 3u
#define ROW_US 3000u
#define DARK 0xffu

/* The LED at a column of a row: its line is the high half of the byte, its column the low half. */
static const uint8_t wiring[ROWS][COLUMNS] = {
    {0x00, 0x02, 0x04, 0x34, 0x33, 0x32, 0x31, 0x30, 0x21},
    {0x24, 0x20, 0x22, 0x01, 0x03, 0x43, 0x41, DARK, DARK},
    {0x42, 0x44, 0x40, 0x10, 0x11, 0x12, 0x13, 0x14, 0x23}};

static volatile uint32_t lit[ROWS]; /* columns, FIRST_COLUMN in bit 0 */

void buttons_start(void)
{
    GPIO_CONFIG(PIN_A) = CONFIG_IN_PULLED_UP;
    GPIO_CONFIG(PIN_B) = CONFIG_IN_PULLED_UP;
}

uint32_t buttons_held(void)
{
    const uint32_t high = GPIO_IN;
    return ((high >> PIN_A & 1u) != 0u ? 0u : BUTTON_A) |
           ((high >> PIN_B & 1u) != 0u ? 0u : BUTTON_B);
}

void leds_start(void)
{
    const uint32_t columns = ((1u << COLUMNS) - 1u) << FIRST_COLUMN;
    const uint32_t rows = ((1u << ROWS) - 1u) << FIRST_ROW;
    GPIO_OUTCLR = rows;
    GPIO_OUTSET = columns;
    GPIO_DIRSET = rows | columns;
    TIMER1_MODE = 0;
    TIMER1_BITMODE = BITMODE_16;
    TIMER1_PRESCALER = 4; /* 16 MHz / 2^4 */
    TIMER1_CC0 = ROW_US;
    TIMER1_SHORTS = COMPARE0_CLEARS;
    TIMER1_INTENSET = COMPARE0;
    TIMER1_CLEAR = 1;
    NVIC_ISER = 1u << TIMER1_IRQ;
    TIMER1_START = 1;
}

void leds_show(const uint8_t rows[LEDS])
{
    uint32_t row, column;
    for (row = 0; row < ROWS; row++) {
        uint32_t columns = 0;
        for (column = 0; column < COLUMNS; column++) {
            const uint32_t at = wiring[row][column];
            if (at != DARK)
                columns |= ((uint32_t)rows[at >> 4] >> (at & 15u) & 1u) << column;
        }
        lit[row] = columns;
    }
}

static void next_row(void)
{
    static uint32_t row;
    TIMER1_COMPARED = 0;
    GPIO_OUTCLR = ((1u << ROWS) - 1u) << FIRST_ROW;
    GPIO_OUTSET = ((1u << COLUMNS) - 1u) << FIRST_COLUMN;
    row = row + 1u < ROWS ? row + 1u : 0u;
    GPIO_OUTCLR = lit[row] << FIRST_COLUMN;
    GPIO_OUTSET = 1u << (row + FIRST_ROW);
}

/* These vectors follow the core's 16 (common/start_cortex_m.S) in the section. Only this
 * interrupt is ever enabled. */
__attribute__((section(".vectors"), used)) static void (*const vectors[TIMER1_IRQ + 1u])(void) = {
    [TIMER1_IRQ] = next_row};
