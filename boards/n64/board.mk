# SPDX-License-Identifier: MIT
# Nintendo 64: VR4300 (MIPS III, used with 32-bit registers) with FPU, big-endian, 4 MB of RAM. The
# boot code copies 1 MB of the cartridge to RAM, from which code and constants are used.
CORE         := n64
BAKE_CORE    := rv32
# at an ordered comparison of NaNs Mupen64Plus stops, or returns true; minus infinity is used
# instead
TEST_FLAGS   := -DTEST_NAN_BITS=0xFF800000u
# with -Og, or with -O2 alone, they do not fit
TEST_OPT     := -O2 -fno-inline
ENDIAN       := big
CROSS        := mips-linux-gnu-
# The toolchain's own libgcc is for MIPS32, so runtime.c replaces it. GCC takes a branch to cost more than the
# words without one; this processor has no conditional moves, and a picture takes a tenth longer with those.
CPU_FLAGS    := -EB -DPELT_N64 -march=vr4300 -mabi=32 -mfp32 -mhard-float -mno-abicalls -fno-pic -mno-shared \
                -G0 -mno-check-zero-division -mbranch-cost=1
NO_LIBGCC    := yes
SOURCES      := common/fault_trap.c common/semihosting.c n64/start.S n64/isviewer.c common/message.c \
                common/runtime.c
# the image begins with the cartridge's header, 4 KB before the loaded part; the vectors are there
# later
FLASH_ORIGIN := 0x80000000
FLASH_BYTES  := 1028K
RAM_ORIGIN   := 0x80180000
RAM_BYTES    := 2560K
CLOCK_KHZ    := 93750
# there is no COUNTER, as the board's emulator does not keep this machine's time; cen64 does
# the emulator notices neither unaligned accesses nor overflows
UNNOTICED    := unaligned overflow
# a screen, on which the demo also shows its pictures
DISPLAY      := yes
MACHINE      := n64/machine.c
# as many vertices as the data cache holds besides what they are projected to
HERO_FLAGS   := -DACTOR_RANGE=128 -DOVERLAY_SHADE=0x2109u
SUFFIX       := z64
RUNNER       := run_mupen
