# SPDX-License-Identifier: MIT
# What boards with a Cortex-M have in common; CORE_FLAGS are the core's. No unaligned words of the
# compiler's own: the start-up makes them fault, and a Cortex-M0 does by itself.
CROSS      := arm-none-eabi-
CPU_FLAGS   = $(CORE_FLAGS) -mthumb -mno-unaligned-access
SOURCES    := common/start_cortex_m.S common/fault_cortex_m.c common/semihosting.c
CYCLES     := dwt
