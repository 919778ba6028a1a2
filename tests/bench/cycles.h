/* SPDX-License-Identifier: MIT */
/* A core's cycle counter. There is one file cycles_*.c for each kind; tests/images.mk chooses it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Returns false if there is no such counter. */
bool cycles_start(void);
/* Counts up, in the bits of cycles_mask. In an emulator without the counter it stands still. */
uint32_t cycles_now(void);
extern const uint32_t cycles_mask;
