/* SPDX-License-Identifier: MIT */
/* Interpolates root motion tracks. */
#include "scene/root_place.h"

#define TURN 6.283185307179586477

root_place root_at(const scene_root_track *track, double ticks)
{
    if (track->key_count == 0)
        return (root_place){0, 0, 0};
    const scene_root_key *keys = track->keys;
    uint32_t low = 0, high = track->key_count;
    while (high - low > 1) { /* finds the last key at or before the time, or the first */
        const uint32_t middle = low + (high - low) / 2;
        if (keys[middle].tick <= ticks)
            low = middle;
        else
            high = middle;
    }
    const scene_root_key *a = &keys[low], *b = high < track->key_count ? &keys[high] : a;
    const double u =
        b == a || ticks <= a->tick ? 0 : (ticks - a->tick) / ((double)b->tick - a->tick);
    return (root_place){a->x + (b->x - a->x) * u, a->z + (b->z - a->z) * u,
                        a->turns + (b->turns - a->turns) * u};
}

mat34 root_matrix(const root_place *place)
{
    const double c = cos(TURN * place->turns), s = sin(TURN * place->turns);
    return (mat34){{{c, 0, s, place->x}, {0, 1, 0, 0}, {-s, 0, c, place->z}}};
}

mat34 root_inverse(const root_place *place)
{
    const double c = cos(TURN * place->turns), s = sin(TURN * place->turns);
    return (mat34){{{c, 0, -s, s * place->z - c * place->x},
                    {0, 1, 0, 0},
                    {s, 0, c, -s * place->x - c * place->z}}};
}
