# SPDX-License-Identifier: MIT
# STM32F4 Discovery: an STM32F407, whose flash and first 128 KB of RAM are where an STM32F405 has
# them. Its images run in the emulator of that board unchanged.
include boards/netduinoplus2/board.mk
OPENOCD := board/stm32f4discovery.cfg
