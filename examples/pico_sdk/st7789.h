/* SPDX-License-Identifier: MIT */
/* An ST7789 of 240 x 240 pixels on SPI0, at the pins of Pimoroni's display packs for the Pico, by DMA. */
#pragma once

#include "hardware/dma.h"
#include "hardware/spi.h"
#include "pelt/draw.h"
#include "pico/stdlib.h"

#define SIDE 240
enum { PIN_DC = 16, PIN_CS, PIN_SCK, PIN_MOSI, PIN_LIGHT };

static uint channel;

static void st7789_wait(void)
{
    dma_channel_wait_for_finish_blocking(channel);
}

static void command(uint8_t code, const uint8_t *data, size_t count)
{
    st7789_wait();
    while (spi_is_busy(spi0))
        tight_loop_contents();
    spi_set_format(spi0, 8, SPI_CPOL_0, SPI_CPHA_0, SPI_MSB_FIRST);
    gpio_put(PIN_DC, false);
    spi_write_blocking(spi0, &code, 1);
    gpio_put(PIN_DC, true);
    spi_write_blocking(spi0, data, count);
}

static void st7789_start(void)
{
    static const uint8_t rgb565 = 0x55, order = 0;
    spi_init(spi0, 62500 * 1000);
    gpio_set_function(PIN_SCK, GPIO_FUNC_SPI);
    gpio_set_function(PIN_MOSI, GPIO_FUNC_SPI);
    const uint32_t outputs = 1u << PIN_DC | 1u << PIN_CS | 1u << PIN_LIGHT;
    gpio_init_mask(outputs); /* which are low: the display is selected */
    gpio_set_dir_out_masked(outputs);
    channel = (uint)dma_claim_unused_channel(true);
    busy_wait_ms(120);
    command(0x11, NULL, 0); /* awake */
    busy_wait_ms(120);
    command(0x3a, &rgb565, 1);
    command(0x36, &order, 1);
    command(0x21, NULL, 0); /* its panels show colours inverted otherwise */
    command(0x29, NULL, 0); /* on */
    gpio_put(PIN_LIGHT, true);
}

/* All that pelt asks of a display; returns while the pixels are on their way. */
static void st7789_send(const pelt_band *strip)
{
    const int last = (int)(strip->first_line + strip->line_count - 1);
    const uint8_t columns[4] = {0, 0, 0, SIDE - 1};
    const uint8_t rows[4] = {0, (uint8_t)strip->first_line, 0, (uint8_t)last};
    dma_channel_config config = dma_channel_get_default_config(channel);
    command(0x2a, columns, 4);
    command(0x2b, rows, 4);
    command(0x2c, NULL, 0);
    spi_set_format(spi0, 16, SPI_CPOL_0, SPI_CPHA_0, SPI_MSB_FIRST);
    channel_config_set_transfer_data_size(&config, DMA_SIZE_16);
    channel_config_set_dreq(&config, spi_get_dreq(spi0, true));
    dma_channel_configure(channel, &config, &spi_get_hw(spi0)->dr, strip->colours,
                          (uint)(strip->width * strip->line_count), true);
}
