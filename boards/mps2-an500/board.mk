# SPDX-License-Identifier: MIT
# Arm MPS2 with AN500: Cortex-M7 with single-precision FPU.
include boards/mps2-an385/board.mk
CORE          := m7
CORE_FLAGS    := -mcpu=cortex-m7 -mfpu=fpv5-sp-d16 -mfloat-abi=hard -DPELT_PORT_M7
FLASH_BYTES   := 3840K
# the end of the memory at 0, which has no wait states, takes the place of the ITCM
ITCM_ORIGIN   := 0x003c0000
ITCM_BYTES    := 256K
HOT_REGION    := ITCM
