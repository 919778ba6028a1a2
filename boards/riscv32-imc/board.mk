# SPDX-License-Identifier: MIT
# The machine of riscv32-virt with the instructions of an ESP32-C3: the emulator refuses all others,
# and float is computed in software.
include $(dir $(lastword $(MAKEFILE_LIST)))../riscv32-virt/board.mk
CPU_FLAGS     := -march=rv32imc -mabi=ilp32 -misa-spec=2.2 -mcmodel=medany
QEMU          += -cpu rv32,a=false,f=false,d=false,zba=false,zbb=false,zbc=false,zbs=false
