# SPDX-License-Identifier: MIT
# Raspberry Pi Pico 2: RP2350 with its two Cortex-M33. Images are only linked, as there is no
# emulator of it.
include boards/common/cortex_m.mk
CORE         := m33
# flags of the board that runs the same library instead
STAND_IN     := mps2-an505
CORE_FLAGS   := -mcpu=cortex-m33 -mfpu=fpv5-sp-d16 -mfloat-abi=hard
SOURCES      += rp2350/image_def.S
FLASH_ORIGIN := 0x10000000
FLASH_BYTES  := 4M
RAM_ORIGIN   := 0x20000000
RAM_BYTES    := 520K
CLOCK_KHZ    := 150000
# serial flash behind a cache of 16 KB
HOT_REGION   := RAM
# there is no COUNTER, but the core counts cycles: make bench-image
SUFFIX       := uf2
OPENOCD      := interface/cmsis-dap.cfg target/rp2350.cfg
