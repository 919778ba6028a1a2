# SPDX-License-Identifier: MIT
# BBC micro:bit: nRF51822, Cortex-M0.
include boards/common/cortex_m.mk
CORE           := m0
COUNTS_FLAGS   := -DCOUNTS_SPRING_MAX=2500 -DCOUNTS_SAMPLE_MAX=900 -DCOUNTS_OPEN_MAX=21 -DCOUNTS_UPDATE_MAX=480 \
                  -DCOUNTS_AIM_MAX=8220 -DCOUNTS_WHOLE_AIM_MAX=13770 -DCOUNTS_LIMB_MAX=15690 \
                  -DCOUNTS_WHOLE_LIMB_MAX=19320 -DCOUNTS_CHARACTER_MAX=220
CORE_FLAGS     := -mcpu=cortex-m0
FLASH_ORIGIN   := 0x00000000
FLASH_BYTES    := 256K
RAM_ORIGIN     := 0x20000000
RAM_BYTES      := 16K
STACK_BYTES    := 2K
CLOCK_KHZ      := 16000
# the demo has 250 vertices, drawn in black and white
HERO           := examples/hero/hero250.glb
HERO_FLAGS     := -DHERO_MONO -DACTOR_RANGE=32
BENCH_VERTICES := 64
# one test image would not fit, so there are several small ones
TEST_FLAGS     := -Os
TEST_SPLIT     := yes
# pictures whose triangles cross the nearest plane take more stack
LINK_FLAGS.test_4 := -USTACK_BYTES -DSTACK_BYTES=3072
# TIMER0, 16 MHz
COUNTER        := nrf51
CYCLES         := systick
TICK_PS        := 62500
ICOUNT_SHIFT   := 7
QEMU           := qemu-system-arm -M microbit
# the emulator accepts unaligned loads
UNNOTICED      := unaligned
OPENOCD        := interface/cmsis-dap.cfg target/nrf51.cfg
# the board has its own showcase, for 16 KB of RAM
SOURCES.showcase  = $(wildcard examples/microbit/*.c) $(addprefix examples/showcase/,checksum.c clips.c) \
                  examples/scenery/font.c \
                  $(addprefix boards/microbit/,leds.c oled.c)
SHOWCASE_BAKE    := --precision lean --window 64 --textures none
SHOWCASE_SUFFIX  := hex
