# SPDX-License-Identifier: MIT
# Raspberry Pi Pico 2 with its two Hazard3 cores, RISC-V without an FPU, instead of the Cortex-M33.
include boards/rp2350/board.mk
CORE          := rv32
CROSS         := riscv64-unknown-elf-
STAND_IN      := riscv32-virt
# ISA spec 2.2 includes the CSR instructions in "i"
CPU_FLAGS     := -march=rv32imac -mabi=ilp32 -misa-spec=2.2 -mcmodel=medany
# only for compiling, as the compiler's library has no such variant; GCC 12.2 does not know Zbs
LIBRARY_FLAGS := -march=rv32imac_zba_zbb
SOURCES       := common/start_riscv.S common/fault_trap.c common/semihosting.c rp2350/image_def.S
# it has no DWT; a tick of minstret is an instruction
CYCLES        :=
TICK_PS       := 1000
OPENOCD       := interface/cmsis-dap.cfg target/rp2350-riscv.cfg
