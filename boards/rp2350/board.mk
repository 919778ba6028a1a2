# SPDX-License-Identifier: MIT
# Raspberry Pi Pico 2: RP2350 with its two Cortex-M33. Linked only; no emulator of it is at hand.
CORE         := m33
ENDIAN       := little
CROSS        := arm-none-eabi-
# those of the board that stands in
STAND_IN     := mps2-an505
CPU_FLAGS    := -mcpu=cortex-m33 -mthumb -mfpu=fpv5-sp-d16 -mfloat-abi=hard \
                -mno-unaligned-access
SOURCES      := common/start_cortex_m.S common/fault_cortex_m.c common/semihosting.c \
                rp2350/image_def.S
FLASH_ORIGIN := 0x10000000
FLASH_BYTES  := 4M
RAM_ORIGIN   := 0x20000000
RAM_BYTES    := 520K
STACK_BYTES  := 16K
CLOCK_KHZ    := 150000
# serial flash behind a cache of 16 KB
HOT_REGION   := RAM
# cycles are counted by the core: make bench-image
COUNTER      := none
CYCLES       := dwt
TICK_PS      := 0
ICOUNT_SHIFT := 0
SUFFIX       := uf2
OPENOCD      := interface/cmsis-dap.cfg target/rp2350.cfg
