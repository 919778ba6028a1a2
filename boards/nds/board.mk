# SPDX-License-Identifier: MIT
# Nintendo DS: ARM946E-S. Hot code is in ITCM, everything else in the 4 MB of main memory, into
# which an .nds file is loaded as a whole. The second core, an ARM7TDMI, sleeps.
CORE             := arm9
# the emulator executes SMLALBB wrongly, which the compiler uses there
$(OBJ)/tests/unit/test_pack.o: FLAGS += -mcpu=arm920t
CROSS            := arm-none-eabi-
CPU_FLAGS        := -mcpu=arm946e-s -marm -DPELT_NDS
SOURCES          := common/fault_arm.c common/semihosting.c common/mailbox.c nds/start.S \
                    nds/header.S
FLASH_ORIGIN     := 0x02000000
# less 4 KB before the stack, where accesses fault
FLASH_BYTES      := 2044K
# less 64 KB at the end, where loaders keep data of the card
RAM_ORIGIN       := 0x02200000
RAM_BYTES        := 0x1f0000
CLOCK_KHZ        := 67028
HOT_REGION       := ITCM
# behind the vectors
ITCM_ORIGIN      := 0x01ff8040
ITCM_BYTES       := 0x7fc0
FLOATS_IN_FLASH  := yes
# header and the ARM7's program, half of it each
CARD_BYTES       := 1024
hex_ORIGIN       := 0x01fffc00
# there is no COUNTER, as emulators do not keep this machine's time
# the emulator has neither alignment faults nor the protection unit
UNNOTICED        := unaligned overflow
MACHINE          := nds/machine.c
SUFFIX           := nds
RUNNER           := run_libretro
RUNNER_FLAGS     := -d $(abspath $(BUILD)/nds) desmume
# the engine's products and ours (pelt/nds.h), in the emulator
MODELS.nds_engine := hero_q16
# there is no OPENOCD, as cards are written by other means
