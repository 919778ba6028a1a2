# SPDX-License-Identifier: MIT
# QEMU's "virt" RISC-V machine with one rv32 core, hard float; no flash, two halves of its DRAM.
riscv32-virt.CORE         := rv32
riscv32-virt.ENDIAN       := little
riscv32-virt.CROSS        := riscv64-unknown-elf-
# ISA spec 2.2 counts the CSR instructions in with "i"
riscv32-virt.CPU_FLAGS    := -march=rv32imafc -mabi=ilp32f -misa-spec=2.2 -mcmodel=medany
riscv32-virt.STARTUP      := riscv
riscv32-virt.FLASH_ORIGIN := 0x80000000
riscv32-virt.FLASH_BYTES  := 4M
riscv32-virt.RAM_ORIGIN   := 0x80400000
riscv32-virt.RAM_BYTES    := 4M
riscv32-virt.STACK_BYTES  := 16K
riscv32-virt.HOT_REGION   := FLASH
# minstret
riscv32-virt.COUNTER      := riscv
riscv32-virt.TICK_PS      := 1000
riscv32-virt.ICOUNT_SHIFT := 0
riscv32-virt.QEMU         := qemu-system-riscv32 -M virt -bios none
# the emulator carries unaligned loads out
riscv32-virt.UNNOTICED     := unaligned
riscv32-virt.OVERFLOW_TEXT := address
# no OPENOCD: this machine exists in the emulator only
