/* SPDX-License-Identifier: MIT */
/* Pictures by rays, see reference_view.h. */
#include "reference_view.h"

#include <math.h>
#include <string.h>

#include "../../src/draw/body.h"
#include "scene/mat.h"

enum { MOST_PIXELS = 320 * 240 };

typedef struct corner {
    double at[3]; /* right, up, away */
    double rgb[3], texel[2];
} corner;

void reference_see(double at[3], const pelt_camera *cam, const int32_t position[3], bool shadow)
{
    const double ys = cam->yaw_sine / 16384.0, yc = cam->yaw_cosine / 16384.0;
    const double ps = cam->pitch_sine / 16384.0, pc = cam->pitch_cosine / 16384.0;
    double p[3];
    for (int i = 0; i < 3; i++)
        p[i] = position[i] / (double)(1u << cam->shift) - cam->centre[i];
    double right = p[0] * yc + p[2] * ys, out = p[2] * yc - p[0] * ys;
    const double above = p[1] - cam->ground > 0 ? p[1] - cam->ground : 0;
    if (shadow) {
        right += above / 4;
        out -= above / 5;
        p[1] = cam->ground;
    }
    at[0] = right;
    at[1] = p[1] * pc - out * ps;
    at[2] = cam->distance - out * pc - p[1] * ps;
}

int32_t reference_wrapped(int32_t i, int32_t side, uint32_t wrap)
{
    if (wrap == PELT_WRAP_CLAMP)
        return i < 0 ? 0 : i >= side ? side - 1 : i;
    i &= 2 * side - 1;
    return wrap == PELT_WRAP_MIRROR && i >= side ? 2 * side - 1 - i : i & (side - 1);
}

/* Returns false for a texel that is clear. */
static bool tint(double rgb[3], const pelt_texture_info *t, const double at[2])
{
    const int32_t x = reference_wrapped((int32_t)floor(at[0]), (int32_t)t->width, t->wrap_across),
                  y = reference_wrapped((int32_t)floor(at[1]), (int32_t)t->height, t->wrap_down);
    uint16_t texel;
    memcpy(&texel, (const uint8_t *)t->rows + (uint32_t)y * t->row_bytes + 2 * x, 2);
    rgb[0] *= (texel >> 11) / 31.0;
    rgb[1] *= (texel >> 5 & 63) / 63.0;
    rgb[2] *= (texel & 31) / 31.0;
    return texel != t->clear;
}

static void draw(uint16_t *pixels, double *depths, int32_t width, int32_t height,
                 const body_part *part, const corner c[3], double nearest)
{
    const pelt_camera *cam = &part->body->cam;
    double rows[3][3], low = height, high = 0; /* lines */
    for (int i = 0; i < 3; i++) {
        const double y = (cam->centre_y - c[i].at[1] * cam->focal / c[i].at[2]) / 16;
        low = c[i].at[2] < nearest ? -INFINITY : fmin(low, y);
        high = c[i].at[2] < nearest ? INFINITY : fmax(high, y);
    }
    for (int i = 0; i < 3; i++)
        vec3_cross(rows[i], c[(i + 1) % 3].at, c[(i + 2) % 3].at);
    const double volume = vec_dot(c[0].at, rows[0], 3);
    if (volume == 0 ||
        (volume < 0 && ((part->flags | part->body->flags) & PELT_DRAW_TWO_SIDED) == 0))
        return;
    const int32_t first = (int32_t)fmax(low, 0) * width;
    for (int32_t i = first; i < width * height && i / width <= high; i++) {
        const double ray[3] = {(i % width * 16 + 8 - cam->centre_x) / (double)cam->focal,
                               (cam->centre_y - i / width * 16 - 8) / (double)cam->focal, 1};
        double weights[3], sum = 0, rgb[3] = {0, 0, 0}, texel[2] = {0, 0};
        bool inside = true;
        for (int k = 0; k < 3 && inside; k++) {
            weights[k] = vec_dot(rows[k], ray, 3) / volume;
            inside = weights[k] >= 0;
            sum += weights[k];
        }
        if (!inside || sum * nearest > 1 || (!part->shadow && sum <= depths[i]))
            continue;
        for (int k = 0; k < 3; k++) {
            for (int n = 0; n < 3; n++)
                rgb[n] += c[k].rgb[n] * weights[k] / sum;
            for (int n = 0; n < 2; n++)
                texel[n] += c[k].texel[n] * weights[k] / sum;
        }
        if (part->texture.rows != NULL && !tint(rgb, &part->texture, texel))
            continue;
        depths[i] = part->shadow ? 0 : sum;
        pixels[i] = PELT_RGB565((uint32_t)rgb[0], (uint32_t)rgb[1], (uint32_t)rgb[2]);
    }
}

void reference_view(uint16_t *pixels, int32_t width, int32_t height, const pelt_body *body,
                    const pelt_vertex_q16 *vertices, double nearest)
{
    static double depths[MOST_PIXELS];
    const pelt_draw_vertex *of[3];
    body_part part;
    corner c[3];
    memset(depths, 0, sizeof depths);
    for (pelt_draw_first(&part, body); part.body != NULL; pelt_draw_next(&part))
        for (uint32_t i = 0; i < part.triangle_count; i++) {
            body_corners(of, &part, i);
            for (int k = 0; k < 3; k++) {
                const pelt_draw_vertex *all = part.shadow ? body->shadows : body->vertices;
                reference_see(c[k].at, &body->cam, vertices[of[k] - all].position, part.shadow);
                c[k].rgb[0] = of[k]->r;
                c[k].rgb[1] = of[k]->g;
                c[k].rgb[2] = of[k]->b;
                if (part.texture.rows == NULL)
                    continue;
                const pelt_texel_place place =
                    body_place(&part.info, &part.texture, (uint32_t)(of[k] - part.vertices));
                c[k].texel[0] = place.u / 16.0;
                c[k].texel[1] = place.v / 16.0;
            }
            draw(pixels, depths, width, height, &part, c, nearest);
        }
}
