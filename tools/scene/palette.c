/* SPDX-License-Identifier: MIT */
/* Chooses palettes: clusters of colours in OKLab. */
#include "scene/palette.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/texel.h"

#define ROUNDS 8 /* of k-means */

/* Pixels of one colour of 5-6-5; a cluster's sums are weighted. */
typedef struct shade {
    double lab[3], weight;
    uint32_t cluster;
    uint16_t code;
} shade;

typedef struct cluster {
    double sum[3], weight, lab[3];
    double spread[3]; /* squared distances along each axis */
} cluster;

static double distance(const double a[3], const double b[3])
{
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return vec_dot(d, d, 3);
}

static void gather(cluster *clusters, uint32_t count, const shade *shades, uint32_t shade_count)
{
    for (uint32_t i = 0; i < count; i++)
        memset(clusters[i].sum, 0, sizeof clusters[i].sum), clusters[i].weight = 0;
    for (uint32_t i = 0; i < shade_count; i++) {
        cluster *of = &clusters[shades[i].cluster];
        for (int c = 0; c < 3; c++)
            of->sum[c] += shades[i].weight * shades[i].lab[c];
        of->weight += shades[i].weight;
    }
    for (uint32_t i = 0; i < count; i++)
        for (int c = 0; c < 3 && clusters[i].weight > 0; c++)
            clusters[i].lab[c] = clusters[i].sum[c] / clusters[i].weight;
}

/* Splits the cluster with the largest error along its widest axis; false: all are single colours. */
static bool split(cluster *clusters, uint32_t count, shade *shades, uint32_t shade_count)
{
    uint32_t worst = 0;
    int axis = 0;
    for (uint32_t i = 0; i < count; i++)
        memset(clusters[i].spread, 0, sizeof clusters[i].spread);
    for (uint32_t i = 0; i < shade_count; i++) {
        cluster *of = &clusters[shades[i].cluster];
        for (int c = 0; c < 3; c++) {
            const double d = shades[i].lab[c] - of->lab[c];
            of->spread[c] += shades[i].weight * d * d;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        for (int c = 0; c < 3; c++)
            if (clusters[i].spread[c] > clusters[worst].spread[axis])
                worst = i, axis = c;
    if (!(clusters[worst].spread[axis] > 1e-12 * clusters[worst].weight))
        return false;
    for (uint32_t i = 0; i < shade_count; i++)
        if (shades[i].cluster == worst && shades[i].lab[axis] > clusters[worst].lab[axis])
            shades[i].cluster = count;
    return true;
}

/* Sorts shades into at most `most` clusters, first by splitting, then by k-means. */
static uint32_t cluster_shades(cluster *clusters, uint32_t most, shade *shades, uint32_t count)
{
    uint32_t found = 1;
    gather(clusters, found, shades, count);
    while (found < most && split(clusters, found, shades, count))
        gather(clusters, ++found, shades, count);
    for (int round = 0; round < ROUNDS && found == most; round++) {
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < found; k++)
                if (distance(shades[i].lab, clusters[k].lab) <
                    distance(shades[i].lab, clusters[shades[i].cluster].lab))
                    shades[i].cluster = k;
        gather(clusters, found, shades, count);
    }
    return found;
}

/* The colour of 5-6-5 among a cluster's that is nearest to its middle. */
static uint16_t nearest_of(const cluster *of, uint32_t index, const shade *shades, uint32_t count)
{
    double least = HUGE_VAL;
    uint16_t code = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double far = distance(shades[i].lab, of->lab);
        if (shades[i].cluster == index && far < least)
            least = far, code = shades[i].code;
    }
    return code;
}

struct palette {
    uint32_t place[65536]; /* of a colour's shade, one more; 0: none */
    shade *shades;
    uint32_t count;
};

palette *palette_make(void)
{
    return diag_calloc(1, sizeof(palette));
}

void palette_free(palette *p)
{
    free(p->shades);
    free(p);
}

void palette_add(palette *p, uint16_t code, double weight)
{
    if (p->place[code] == 0) {
        p->shades = diag_grow(p->shades, p->count, sizeof *p->shades);
        p->shades[p->count] = (shade){.code = code};
        p->place[code] = ++p->count;
    }
    p->shades[p->place[code] - 1].weight += weight;
}

uint32_t palette_choose(uint16_t *colours, palette *p, uint32_t most, const texture_light *light)
{
    FREED cluster *clusters = diag_calloc(most, sizeof *clusters);
    for (uint32_t i = 0; i < p->count; i++) {
        uint8_t rgba[4];
        double colour[3];
        texture_texel(rgba, p->shades[i].code, NULL, UINT32_MAX);
        for (int c = 0; c < 3; c++)
            colour[c] = light->of[rgba[c]];
        texture_oklab(p->shades[i].lab, colour);
    }
    const uint32_t found = p->count == 0 ? 0 : cluster_shades(clusters, most, p->shades, p->count);
    for (uint32_t k = 0; k < found; k++)
        colours[k] = nearest_of(&clusters[k], k, p->shades, p->count);
    return found;
}

uint32_t palette_index(const palette *p, uint16_t code)
{
    return p->shades[p->place[code] - 1].cluster;
}
