# SPDX-License-Identifier: MIT
# Netduino Plus 2: STM32F405, Cortex-M4 with single-precision FPU.
include boards/common/cortex_m.mk
CORE         := m4
COUNTS_FLAGS := -DCOUNTS_SAMPLE_MAX=250 -DCOUNTS_UPDATE_MAX=380 -DCOUNTS_SPRING_MAX=900 \
                -DCOUNTS_OPEN_MAX=11 -DCOUNTS_CHECK_MAX=4 -DCOUNTS_AIM_MAX=2257 \
                -DCOUNTS_WHOLE_AIM_MAX=3540 -DCOUNTS_LIMB_MAX=4830 -DCOUNTS_WHOLE_LIMB_MAX=5860 \
                -DCOUNTS_CHARACTER_MAX=220
CORE_FLAGS   := -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard
FLASH_ORIGIN := 0x08000000
FLASH_BYTES  := 1M
RAM_ORIGIN   := 0x20000000
RAM_BYTES    := 128K
STACK_BYTES  := 8K
CLOCK_KHZ    := 168000
# TIM2: the emulator clocks it at 1 GHz, one tick per instruction
COUNTER      := stm32
TICK_PS      := 1000
QEMU         := qemu-system-arm -M netduinoplus2
OPENOCD      := interface/stlink.cfg target/stm32f4x.cfg
# an image fills its flash from the first byte on
SHOWCASE_SUFFIX := bin
