# SPDX-License-Identifier: MIT
# QEMU's "virt" RISC-V machine with one rv32 core and hard float. It has no flash; its DRAM is split
# into two halves.
CORE          := rv32
CROSS         := riscv64-unknown-elf-
# ISA spec 2.2 includes the CSR instructions in "i"
CPU_FLAGS     := -march=rv32imafc -mabi=ilp32f -misa-spec=2.2 -mcmodel=medany
SOURCES       := common/start_riscv.S common/fault_trap.c common/semihosting.c
FLASH_ORIGIN  := 0x80000000
FLASH_BYTES   := 4M
RAM_ORIGIN    := 0x80400000
RAM_BYTES     := 4M
CLOCK_KHZ     := 100000
# an instruction, which is a tick of minstret
TICK_PS       := 1000
QEMU          := qemu-system-riscv32 -M virt -bios none
# the emulator accepts unaligned loads
UNNOTICED     := unaligned
OVERFLOW_TEXT := address
# there is no OPENOCD, as this machine exists only in the emulator
