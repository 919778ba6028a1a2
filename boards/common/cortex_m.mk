# SPDX-License-Identifier: MIT
# Settings that all boards with a Cortex-M share; CORE_FLAGS are the core's. The compiler must not
# generate unaligned accesses: the start-up code makes them fault, and a Cortex-M0 always faults.
CROSS      := arm-none-eabi-
CPU_FLAGS   = $(CORE_FLAGS) -mthumb -mno-unaligned-access
SOURCES    := common/start_cortex_m.S common/fault_cortex_m.c common/semihosting.c
CYCLES     := dwt
