/* SPDX-License-Identifier: MIT */
/* How the colours of a baked character differ from those of its source: pictures of both in double
 * precision, from six sides, at rest and at three moments of its clips, 240 x 240 with 16 samples a
 * pixel, without light. The source has its whole textures, interpolated, and all its triangles. Both are
 * drawn on the source's vertices. */
#pragma once

#include "bake/job/job.h"
#include "scene/scene.h"

/* Whether a primitive that is drawn has a texture. */
bool appearance_has_textures(const scene *s);

/* Replaces BAKE_AUTO in options->texture_side, and texels that are not given with it, by what takes
 * the fewest bytes within options->colour_error; measures what results into *colour. Returns false
 * with a message in `d` if an error that was given cannot be kept; the default one is warned of. */
bool appearance_choose(bake_options *options, bake_colour_stats *colour, const scene *s, diag *d);
