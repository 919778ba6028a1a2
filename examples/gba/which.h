/* SPDX-License-Identifier: MIT */
/* What the demo (which_hero.c) and the player of `pelt rom` (which_slot.c) do differently. */
#ifndef GBA_WHICH_H
#define GBA_WHICH_H

#include <stdbool.h>

#include "figure.h"
#include "frame.h"

/* Opens what there is; ends the run where it cannot be used. */
void which_open(figure *f);

/* Does what the words of the command line say; false: nothing, so that it is played. */
bool which_run(figure *f, const char *words);

/* Writes what is always on the screen, from this line on. */
void which_put(uint32_t line);

/* Costs of the version in use: main.c. */
frame_costs *which_costs(const figure *f);

#endif
