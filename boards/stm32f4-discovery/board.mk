# SPDX-License-Identifier: MIT
# STM32F4 Discovery: an STM32F407, whose flash and first 128 KB of RAM are at the addresses of an
# STM32F405's, so its images run unchanged in the emulator of a board with that chip.
include boards/netduinoplus2/board.mk
OPENOCD := board/stm32f4discovery.cfg
