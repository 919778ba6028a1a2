# SPDX-License-Identifier: MIT
# BBC micro:bit: nRF51822, Cortex-M0.
microbit.CORE         := m0
microbit.ENDIAN       := little
microbit.CROSS        := arm-none-eabi-
microbit.CPU_FLAGS    := -mcpu=cortex-m0 -mthumb
microbit.STARTUP      := cortex_m
microbit.FLASH_ORIGIN := 0x00000000
microbit.FLASH_BYTES  := 256K
microbit.RAM_ORIGIN   := 0x20000000
microbit.RAM_BYTES    := 16K
microbit.STACK_BYTES  := 2K
microbit.HOT_REGION   := FLASH
# the test image would not fit
microbit.TEST_FLAGS   := -Os
# TIMER0, 16 MHz
microbit.COUNTER      := nrf51
microbit.TICK_PS      := 62500
microbit.ICOUNT_SHIFT := 7
microbit.QEMU         := qemu-system-arm -M microbit
# the emulator carries unaligned loads out
microbit.UNNOTICED    := unaligned
microbit.OPENOCD      := interface/cmsis-dap.cfg target/nrf51.cfg
