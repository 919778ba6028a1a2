# SPDX-License-Identifier: MIT
# Netduino Plus 2: STM32F405, Cortex-M4 with single-precision FPU.
netduinoplus2.CORE         := m4
netduinoplus2.ENDIAN       := little
netduinoplus2.CROSS        := arm-none-eabi-
netduinoplus2.CPU_FLAGS    := -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard
netduinoplus2.STARTUP      := cortex_m
netduinoplus2.FLASH_ORIGIN := 0x08000000
netduinoplus2.FLASH_BYTES  := 1M
netduinoplus2.RAM_ORIGIN   := 0x20000000
netduinoplus2.RAM_BYTES    := 128K
netduinoplus2.STACK_BYTES  := 8K
netduinoplus2.HOT_REGION   := FLASH
# TIM2: the emulator clocks it at 1 GHz, one tick per instruction
netduinoplus2.COUNTER      := stm32
netduinoplus2.TICK_PS      := 1000
netduinoplus2.ICOUNT_SHIFT := 0
netduinoplus2.QEMU         := qemu-system-arm -M netduinoplus2
netduinoplus2.OPENOCD      := interface/stlink.cfg target/stm32f4x.cfg
