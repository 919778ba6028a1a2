# SPDX-License-Identifier: MIT
# Raspberry Pi Pico: RP2040, two Cortex-M0+; the pins of its display are in panel.h.
include boards/common/cortex_m.mk
CORE           := m0
CORE_FLAGS     := -mcpu=cortex-m0plus
# divide.S has the compiler's division routines, which use the chip's divider
LIBRARY_FLAGS  := -DPELT_DIVIDER
SOURCES        := rp2040/boot2.S $(SOURCES) rp2040/panel.c rp2040/divide.S
FLASH_ORIGIN   := 0x10000000
FLASH_BYTES    := 2M
RAM_ORIGIN     := 0x20000000
RAM_BYTES      := 264K
STACK_BYTES    := 8K
CLOCK_KHZ      := 125000
# serial flash behind a cache of 16 KB
HOT_REGION     := RAM
# SysTick and the microseconds of TIMER; a taken branch takes 2 cycles
COUNTER        := rp2040
COUNTER_FLAGS  := -DBOARD_COUNTS_CYCLES=3
CYCLES         :=
TICK_PS        := 1000
DISPLAY        := yes
MACHINE        := rp2040/machine.c
SUFFIX         := uf2
# the emulator rp2040js
RUNNER         := run_rp2040.mjs
# there is no memory below the stack
OVERFLOW_TEXT  := address
OPENOCD        := interface/cmsis-dap.cfg target/rp2040.cfg
# an image of its own, which measures what both cores gain
SOURCES.cores  := examples/pico/cores.c boards/rp2040/core1.c $(wildcard examples/scenery/*.c)
MODELS.cores   := hero_q12
