/* SPDX-License-Identifier: MIT */
/* Makes textures: what is used of an image, texels, palettes, coordinates. */
#include "bake/shape/meshes.h"

#include <string.h>

#include "scene/palette.h"

#define MOST_TEXTURES 255u /* of a blob */
#define MOST_BITS 10u      /* of a side */
#define NEAR 1e-4          /* of an image, by which coordinates may leave it */
#define MOST_PARTS 512u    /* see mark_triangle */
#define RING_WEIGHT 1e-29  /* of texels of the next line: they must not decide on colours */
#define MOST_USED ((uint64_t)1 << 24) /* texels of an image of which the covered ones are marked */
#define MOST_SHIFTS 64u               /* of a material whose texels are marked; more are kept */
#define RINGS 2 /* of texels around those that are covered, which take their colours */

/* A texture in the making. */
typedef struct draft {
    const scene_material *material;
    double low[2], high[2];    /* of the coordinates */
    uint32_t from[2], size[2]; /* the part of the image, in its texels */
    double shift[2];           /* whole images that are taken off the coordinates */
    /* [size[1]][size[0]] area of the surface on each texel; NULL for very large images, of which all
     * texels count alike */
    float *used;
} draft;

typedef struct drafts {
    const bake_job *job;
    const texture_light *light;
    draft *drafts;
    bake_texture *textures;
    uint32_t count;
} drafts;

/// Parts of images ///////////////////////////////////////////////////////////////////////////////

static bool is_same(const scene_material *a, const scene_material *b)
{
    return a == b ||
           (a->image == b->image && a->wrap[0] == b->wrap[0] && a->wrap[1] == b->wrap[1] &&
            memcmp(a->base_colour, b->base_colour, sizeof a->base_colour) == 0 &&
            a->blends == b->blends && a->cutoff == b->cutoff);
}

/* The index of the material's draft, a new one if necessary; BAKE_NONE: there are too many. */
static uint32_t draft_of(drafts *all, const scene_material *material)
{
    uint32_t i = 0;
    while (i < all->count && !is_same(all->drafts[i].material, material))
        i++;
    if (i == MOST_TEXTURES)
        return BAKE_NONE;
    if (i == all->count)
        all->drafts[all->count++] =
            (draft){.material = material, .low = {1e300, 1e300}, .high = {-1e300, -1e300}};
    return i;
}

/* What clips add to the places of a material, each once and first nothing. Returns how many there are, of
 * which the first MOST_SHIFTS are in `out`; low and high are those of all. */
static uint32_t shifts_of(double out[MOST_SHIFTS][2], double low[2], double high[2], const scene *s,
                          const scene_material *material)
{
    uint32_t count = 1;
    for (int axis = 0; axis < 2; axis++)
        low[axis] = high[axis] = out[0][axis] = 0;
    for (uint32_t c = 0; c < s->clip_count; c++)
        for (uint32_t i = 0; i < s->clips[c].shift_count; i++) {
            const scene_shift *shift = &s->clips[c].shifts[i];
            for (uint32_t k = 0; shift->material == material->index && k < shift->key_count; k++) {
                double by[2];
                uint32_t same = 0;
                texture_shift(by, material, shift->offsets + 2 * (size_t)k);
                for (int axis = 0; axis < 2; axis++) {
                    low[axis] = fmin(low[axis], by[axis]);
                    high[axis] = fmax(high[axis], by[axis]);
                }
                while (same < count && (out[same][0] != by[0] || out[same][1] != by[1]))
                    same++;
                if (same == count && count < MOST_SHIFTS)
                    memcpy(out[count++], by, sizeof by);
            }
        }
    return count;
}

static void extend(draft *d, const scene *s, const scene_primitive *p)
{
    double place[2], shifts[MOST_SHIFTS][2], low[2], high[2];
    shifts_of(shifts, low, high, s, p->material);
    for (uint32_t i = 0; i < 3 * element_count(p); i++) {
        texture_place(place, p->material, p->texture_uvs[element_vertex(p, i / 3, i % 3)]);
        for (int axis = 0; axis < 2; axis++) {
            d->low[axis] = fmin(d->low[axis], place[axis] + low[axis]);
            d->high[axis] = fmax(d->high[axis], place[axis] + high[axis]);
        }
    }
}

/* Decides which part of the image is kept along an axis. */
static void crop(draft *d, bake_texture *to, int axis)
{
    static const pelt_wrap wraps[] = {PELT_WRAP_REPEAT, PELT_WRAP_MIRROR, PELT_WRAP_CLAMP};
    const scene_wrap wrap = d->material->wrap[axis];
    const scene_image *image = d->material->image;
    const uint32_t whole = axis == 0 ? image->width : image->height;
    double low = d->low[axis], high = d->high[axis];
    const double shift = wrap == SCENE_REPEAT ? floor(low + NEAR) : 0;
    low -= shift, high -= shift;
    to->wrap[axis] = wraps[wrap];
    d->size[axis] = whole;
    if (wrap == SCENE_CLAMPED)
        low = fmin(fmax(low, 0), 1), high = fmin(fmax(high, 0), 1);
    else if (low < -NEAR || high > 1 + NEAR)
        return;
    to->wrap[axis] = PELT_WRAP_CLAMP;
    d->shift[axis] = shift;
    d->from[axis] = (uint32_t)fmin(fmax(floor(low * whole + NEAR), 0), whole - 1.0);
    const double end = fmin(fmax(ceil(high * whole - NEAR), d->from[axis] + 1.0), whole);
    d->size[axis] = (uint32_t)end - d->from[axis];
}

static uint32_t bits_above(double side)
{
    uint32_t bits = 1;
    while (bits < MOST_BITS && (double)(1u << bits) < side)
        bits++;
    return bits;
}

/* The sides: the longer one is that of the options, or the image's, whichever is less. */
static void choose_sides(const draft *d, bake_texture *to, uint32_t most)
{
    const int longer = d->size[1] > d->size[0];
    to->bits[longer] = bits_above(fmin(d->size[longer], most));
    const double side = (double)d->size[1 - longer] / d->size[longer] * (1u << to->bits[longer]);
    to->bits[1 - longer] = bits_above(side / 1.4142); /* the nearer power of two */
}

/// Used texels ///////////////////////////////////////////////////////////////////////////////////

/* The texel of the draft's part below a place in the image. */
static size_t place_in(const draft *d, const double place[2])
{
    const scene_image *image = d->material->image;
    size_t at[2];
    for (int axis = 0; axis < 2; axis++) {
        const double whole = axis == 0 ? image->width : image->height;
        double x = place[axis] - d->shift[axis];
        if (d->size[axis] == whole && d->material->wrap[axis] != SCENE_CLAMPED) {
            const bool mirrored = d->material->wrap[axis] == SCENE_MIRRORED;
            const double period = mirrored ? 2 : 1;
            if (x < 0 || x >= period)
                x -= period * floor(x / period);
            x = mirrored && x > 1 ? 2 - x : x;
        }
        /* by comparisons, which unlike fmin() are no calls; without a number it is the first */
        const double texel = x * whole - d->from[axis], last = d->size[axis] - 1.0;
        at[axis] = (size_t)(texel > 0 ? texel < last ? texel : last : 0);
    }
    return at[1] * d->size[0] + at[0];
}

/* Adds a triangle's area to the texels it covers, by points as far apart as texels are; shift: of its
 * places. */
static void mark_triangle(draft *d, const scene_primitive *p, const uint32_t vertices[3],
                          const double shift[2])
{
    const double size[2] = {d->material->image->width, d->material->image->height};
    double places[3][2], normal[3], longest = 1;
    for (int i = 0; i < 3; i++)
        texture_place(places[i], p->material, p->texture_uvs[vertices[i]]);
    for (int i = 0; i < 3; i++)
        for (int axis = 0; axis < 2; axis++)
            longest = fmax(longest, fabs(places[i][axis] - places[(i + 1) % 3][axis]) * size[axis]);
    const double area = vec3_normal(normal, p->positions[vertices[0]], p->positions[vertices[1]],
                                    p->positions[vertices[2]]);
    const uint32_t parts = (uint32_t)ceil(fmin(2 * longest, MOST_PARTS));
    const float weight = (float)((isfinite(area) ? area : 0) / ((double)parts * parts));
    for (uint32_t i = 0; i < parts; i++) {
        for (uint32_t k = 0; i + k < parts; k++) {
            const double b = (i + 1 / 3.0) / parts, c = (k + 1 / 3.0) / parts;
            double place[2];
            for (int axis = 0; axis < 2; axis++)
                place[axis] = places[0][axis] + shift[axis] +
                              b * (places[1][axis] - places[0][axis]) +
                              c * (places[2][axis] - places[0][axis]);
            d->used[place_in(d, place)] += weight + 1e-30f;
        }
    }
}

static void mark(draft *d, const scene *s, const scene_primitive *p)
{
    double shifts[MOST_SHIFTS][2], low[2], high[2];
    const uint32_t count = shifts_of(shifts, low, high, s, p->material);
    for (uint32_t t = 0; d->used != NULL && t < element_count(p); t++)
        for (uint32_t i = 0; i < count; i++)
            mark_triangle(d, p,
                          (const uint32_t[]){element_vertex(p, t, 0), element_vertex(p, t, 1),
                                             element_vertex(p, t, 2)},
                          shifts[i]);
}

/// Texels ////////////////////////////////////////////////////////////////////////////////////////

typedef struct texel_sum {
    double colour[3], alpha, weight; /* linear; weight: area of the surface */
    bool hidden;                     /* below the cutoff */
} texel_sum;

/* Adds the texels of the image below one of the texture's, which covers [low, high) of the part. */
static void add_box(texel_sum *sum, const drafts *all, const draft *d, const double low[2],
                    const double high[2], bool unused)
{
    const scene_image *image = d->material->image;
    for (uint32_t y = (uint32_t)low[1]; y < d->size[1] && y < high[1]; y++) {
        for (uint32_t x = (uint32_t)low[0]; x < d->size[0] && x < high[0]; x++) {
            const uint8_t *stored =
                image->pixels[(size_t)(d->from[1] + y) * image->width + d->from[0] + x];
            const double part = (fmin(x + 1.0, high[0]) - fmax(x, low[0])) *
                                (fmin(y + 1.0, high[1]) - fmax(y, low[1]));
            const double used = unused ? 1e-30 : (double)d->used[(size_t)y * d->size[0] + x];
            const double alpha = d->material->is_opaque ? 1 : stored[3] / 255.0;
            for (int c = 0; c < 3; c++)
                sum->colour[c] += part * used * (alpha + 1e-9) * all->light->of[stored[c]];
            sum->alpha += part * used * alpha;
            sum->weight += part * used;
        }
    }
}

static texel_sum sum_texel(const drafts *all, const draft *d, const bake_texture *t, uint32_t x,
                           uint32_t y)
{
    const uint32_t at[2] = {x, y};
    double low[2], high[2];
    texel_sum sum = {.weight = 0};
    for (int axis = 0; axis < 2; axis++) {
        const double step = (double)d->size[axis] / (1u << t->bits[axis]);
        low[axis] = at[axis] * step;
        high[axis] = low[axis] + step;
    }
    add_box(&sum, all, d, low, high, d->used == NULL);
    if (sum.weight == 0)
        add_box(&sum, all, d, low, high, true);
    for (int c = 0; c < 3; c++)
        sum.colour[c] = fmin(sum.colour[c] / (sum.alpha + 1e-9 * sum.weight) *
                                 fmax(d->material->base_colour[c], 0),
                             1);
    sum.alpha /= sum.weight;
    sum.hidden =
        sum.alpha * (d->material->blends ? 1 : d->material->base_colour[3]) < d->material->cutoff;
    sum.weight = sum.weight > 1e-25 ? sum.weight : 0;
    return sum;
}

/* Gives texels beside covered ones their colours, as coordinates are rounded. */
static void spread(texel_sum *texels, const bake_texture *t)
{
    const int32_t width = 1 << t->bits[0], height = 1 << t->bits[1];
    for (int ring = 0; ring < RINGS; ring++) {
        for (int32_t i = 0; i < width * height; i++) {
            const int32_t x = i % width, y = i / width;
            const int32_t beside[4] = {x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i,
                                       y > 0 ? i - width : i, y < height - 1 ? i + width : i};
            for (int k = 0; k < 4 && texels[i].weight == 0; k++)
                if (texels[beside[k]].weight > RING_WEIGHT * (ring + 1)) {
                    texels[i] = texels[beside[k]];
                    texels[i].weight = RING_WEIGHT * (ring + 1);
                }
        }
    }
}

/// Palettes //////////////////////////////////////////////////////////////////////////////////////

/* Replaces colours of 5-6-5 by indices of a palette of `most`, whose first is the clear one if there
 * is one. */
static void use_palette(bake_texture *t, uint16_t *texels, const texel_sum *sums, uint32_t most,
                        const texture_light *light)
{
    const uint32_t size = 1u << (t->bits[0] + t->bits[1]), first = t->clear == BAKE_NONE ? 0 : 1;
    palette *p = palette_make();
    for (uint32_t i = 0; i < size; i++)
        if (!sums[i].hidden)
            palette_add(p, texels[i], sums[i].weight + 1e-30);
    palette_choose(t->colours + first, p, most - first, light);
    for (uint32_t i = 0; i < size; i++)
        texels[i] = sums[i].hidden ? 0 : (uint16_t)(first + palette_index(p, texels[i]));
    palette_free(p);
}

/* The number of different colours that are seen; *unused: one that none has, or BAKE_NONE. */
static uint32_t count_colours(uint32_t *unused, const uint16_t *texels, const texel_sum *sums,
                              uint32_t size)
{
    FREED bool *seen = diag_calloc(65536, sizeof *seen);
    uint32_t count = 0;
    for (uint32_t i = 0; i < size; i++)
        seen[texels[i]] |= !sums[i].hidden;
    *unused = BAKE_NONE;
    for (uint32_t code = 65536; code-- > 0;) {
        count += seen[code] ? 1u : 0u;
        *unused = seen[code] ? *unused : code;
    }
    return count;
}

static void make_texels(drafts *all, uint32_t index, uint32_t wanted)
{
    const draft *d = &all->drafts[index];
    bake_texture *t = &all->textures[index];
    const uint32_t width = 1u << t->bits[0], size = 1u << (t->bits[0] + t->bits[1]);
    FREED_BY(region_free) region memory = {0};
    texel_sum *sums = region_calloc(&memory, size, sizeof *sums);
    uint16_t *texels = job_calloc(all->job, size, sizeof *texels);
    bool hides = false;
    for (uint32_t i = 0; i < size; i++)
        sums[i] = sum_texel(all, d, t, i % width, i / width);
    spread(sums, t);
    for (uint32_t i = 0; i < size; i++) {
        texels[i] = texture_565(all->light, sums[i].colour);
        hides |= sums[i].hidden;
    }
    uint32_t unused;
    const uint32_t colours = count_colours(&unused, texels, sums, size) + (hides ? 1u : 0u);
    t->texels = wanted != 0 ? wanted : colours <= 16 ? PELT_TEXELS_I4 : PELT_TEXELS_I8;
    t->clear = hides ? 0 : BAKE_NONE;
    if (t->texels != PELT_TEXELS_RGB565)
        use_palette(t, texels, sums, t->texels == PELT_TEXELS_I4 ? 16 : 256, all->light);
    else if (hides && (t->clear = unused) != BAKE_NONE)
        for (uint32_t i = 0; i < size; i++)
            texels[i] = sums[i].hidden ? (uint16_t)unused : texels[i];
    t->indices = texels;
}

size_t texture_bytes(const bake_texture *t)
{
    const size_t texels = (size_t)1 << (t->bits[0] + t->bits[1]);
    return t->texels == PELT_TEXELS_I4   ? texels / 2 + 32
           : t->texels == PELT_TEXELS_I8 ? texels + 512
                                         : texels * 2;
}

/// Primitives ////////////////////////////////////////////////////////////////////////////////////

/* The coordinates of a primitive's vertices in units of its texture. */
static void map(bake_mapping *out, const drafts *all, const scene_primitive *p)
{
    const draft *d = &all->drafts[out->texture];
    double(*uvs)[2] = job_calloc(all->job, p->vertex_count, sizeof *uvs);
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        texture_place(uvs[v], p->material, p->texture_uvs[v]);
        for (int axis = 0; axis < 2; axis++) {
            const double whole = axis == 0 ? d->material->image->width : d->material->image->height;
            uvs[v][axis] =
                ((uvs[v][axis] - d->shift[axis]) * whole - d->from[axis]) / d->size[axis];
        }
    }
    out->uvs = (const double(*)[2])uvs;
}

bake_textures textures_make(const bake_job *job)
{
    const scene *s = job->scene;
    const uint32_t side = job->options->texture_side;
    texture_light light;
    drafts all = {.job = job, .light = &light};
    bake_mapping **of = job_calloc(job, s->mesh_count, sizeof *of);
    region memory = {0};
    texture_light_make(&light);
    all.drafts = region_calloc(&memory, MOST_TEXTURES, sizeof *all.drafts);
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const uint32_t m = s->instances[i].mesh, count = s->meshes[m].primitive_count;
        if (of[m] != NULL)
            continue;
        of[m] = job_calloc(job, count, sizeof **of);
        for (uint32_t k = 0; k < count; k++) {
            const scene_primitive *p = &s->meshes[m].primitives[k];
            of[m][k] = (bake_mapping){.texture = BAKE_NONE, .uvs = p->uvs};
            if (side == 0 || side == BAKE_AUTO || !scene_is_textured(p) || element_corners(p) != 3)
                continue;
            of[m][k].texture = draft_of(&all, p->material);
            if (of[m][k].texture != BAKE_NONE)
                extend(&all.drafts[of[m][k].texture], s, p);
        }
    }
    all.textures = job_calloc(job, all.count, sizeof *all.textures);
    for (uint32_t i = 0; i < all.count; i++) {
        draft *d = &all.drafts[i];
        all.textures[i].material = d->material;
        for (int axis = 0; axis < 2; axis++)
            crop(d, &all.textures[i], axis);
        choose_sides(d, &all.textures[i], side);
        all.textures[i].whole[0] = (double)d->material->image->width / d->size[0];
        all.textures[i].whole[1] = (double)d->material->image->height / d->size[1];
        const uint64_t size = (uint64_t)d->size[0] * d->size[1];
        d->used = size > MOST_USED ? NULL : region_calloc(&memory, size, sizeof *d->used);
    }
    for (uint32_t m = 0; m < s->mesh_count; m++)
        for (uint32_t k = 0; of[m] != NULL && k < s->meshes[m].primitive_count; k++)
            if (of[m][k].texture != BAKE_NONE) {
                mark(&all.drafts[of[m][k].texture], s, &s->meshes[m].primitives[k]);
                map(&of[m][k], &all, &s->meshes[m].primitives[k]);
            }
    for (uint32_t i = 0; i < all.count; i++)
        make_texels(&all, i, job->options->texels);
    region_free(&memory); /* before the next stage needs its own */
    const bake_textures out = {all.count, all.textures, of};
    colours_make(&out, job);
    return out;
}
