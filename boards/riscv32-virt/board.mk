# SPDX-License-Identifier: MIT
# QEMU's "virt" RISC-V machine with one rv32 core, hard float; no flash, two halves of its DRAM.
CORE          := rv32
CROSS         := riscv64-unknown-elf-
# ISA spec 2.2 counts the CSR instructions in with "i"
CPU_FLAGS     := -march=rv32imafc -mabi=ilp32f -misa-spec=2.2 -mcmodel=medany
SOURCES       := common/start_riscv.S common/fault_trap.c common/semihosting.c
FLASH_ORIGIN  := 0x80000000
FLASH_BYTES   := 4M
RAM_ORIGIN    := 0x80400000
RAM_BYTES     := 4M
CLOCK_KHZ     := 100000
# minstret
COUNTER       := riscv
TICK_PS       := 1000
QEMU          := qemu-system-riscv32 -M virt -bios none
# the emulator carries unaligned loads out
UNNOTICED     := unaligned
OVERFLOW_TEXT := address
# no OPENOCD: this machine exists in the emulator only
