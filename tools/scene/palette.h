/* SPDX-License-Identifier: MIT */
/* Chooses the colours of a palette for the pixels of a texture or of an animation. */
#pragma once

#include "scene/texture.h"

typedef struct palette palette;

palette *palette_make(void);
void palette_free(palette *p);

/* Adds `weight` pixels of a colour 5-6-5. In another order rounded sums may lead to another choice. */
void palette_add(palette *p, uint16_t code, double weight);

/* Chooses up to `most` of the colours that were added, by their weights and by how different they look.
 * Returns the number of colours. */
uint32_t palette_choose(uint16_t *colours, palette *p, uint32_t most, const texture_light *light);

/* The index of the chosen colour that stands for one that was added. */
uint32_t palette_index(const palette *p, uint16_t code);
