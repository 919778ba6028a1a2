/* SPDX-License-Identifier: MIT */
/* Projects and shades vertices, see pelt/draw.h. */
#include "camera.h"

#define UNIT_BITS 12      /* the model's radius is below 2^this camera units */
#define POINT_LIMIT 16383 /* camera units per axis; what lies further away is clamped */
#define FOCAL_LIMIT 65535
#define PLACE_LIMIT 64000 /* of centres and ground: oval.c multiplies a centre by less than 2^15 */

const pelt_light pelt_light_from_left = {
    {-8192, 10650, 9339}, {282, 262, 226}, {52, 62, 86}, {44, 54, 72}};

/* sin(i * 90 / 64 degrees), Q14 */
static const int16_t sines[65] = {
    0,     402,   804,   1205,  1606,  2006,  2404,  2801,  3196,  3590,  3981,  4370,  4756,
    5139,  5520,  5897,  6270,  6639,  7005,  7366,  7723,  8076,  8423,  8765,  9102,  9434,
    9760,  10080, 10394, 10702, 11003, 11297, 11585, 11866, 12140, 12406, 12665, 12916, 13160,
    13395, 13623, 13842, 14053, 14256, 14449, 14635, 14811, 14978, 15137, 15286, 15426, 15557,
    15679, 15791, 15893, 15986, 16069, 16143, 16207, 16261, 16305, 16340, 16364, 16379, 16384,
};

/* Display value (sRGB) of linear i / 64, times 255 * 16. */
static const uint16_t display[65] = {
    0,    537,  791,  978,  1131, 1264, 1381, 1487, 1585, 1676, 1762, 1842, 1918,
    1991, 2061, 2127, 2191, 2253, 2313, 2371, 2427, 2481, 2534, 2586, 2636, 2685,
    2733, 2780, 2826, 2871, 2915, 2958, 3000, 3042, 3083, 3123, 3162, 3201, 3240,
    3277, 3314, 3351, 3387, 3423, 3458, 3492, 3527, 3560, 3594, 3627, 3659, 3691,
    3723, 3755, 3786, 3817, 3847, 3877, 3907, 3937, 3966, 3995, 4023, 4052, 4080,
};

int32_t pelt_sine_get(uint32_t angle)
{
    const uint32_t quarter = angle >> 14 & 3u;
    const uint32_t within = (quarter & 1u) != 0u ? 16384u - (angle & 16383u) : angle & 16383u;
    const uint32_t i = within >> 8;
    int32_t sine = sines[i];
    if (i < 64u)
        sine += (sines[i + 1u] - sine) * (int32_t)(within & 255u) / 256;
    return quarter < 2u ? sine : -sine;
}

const pelt_box_q16 pelt_box_nothing = {{INT32_MAX, INT32_MAX, INT32_MAX},
                                       {INT32_MIN, INT32_MIN, INT32_MIN}};

pelt_status pelt_box_add_q16(pelt_box_q16 *box, const int32_t position[3])
{
    if (box == NULL || position == NULL)
        return PELT_E_ARGUMENT;
    for (int i = 0; i < 3; i++) {
        box->min[i] = position[i] < box->min[i] ? position[i] : box->min[i];
        box->max[i] = position[i] > box->max[i] ? position[i] : box->max[i];
    }
    return PELT_OK;
}

static bool is_size(int32_t width, int32_t height)
{
    return width >= 1 && width <= PELT_PICTURE_MAX && height >= 1 && height <= PELT_PICTURE_MAX;
}

pelt_status pelt_camera_frame(pelt_camera *camera, const pelt_box_q16 *box, int32_t width,
                              int32_t height)
{
    uint32_t half[3] = {0, 0, 0};
    pelt_camera *cam = camera;
    if (camera == NULL || box == NULL || !is_size(width, height))
        return PELT_E_ARGUMENT;
    for (int i = 0; i < 3; i++) {
        cam->centre[i] = 0;
        if (box->min[0] <= box->max[0]) {
            half[i] = ((uint32_t)box->max[i] - (uint32_t)box->min[i]) / 2u;
            cam->centre[i] = (int32_t)(box->min[i] + (int64_t)half[i]);
        }
    }
    uint32_t wide = half[0] > half[2] ? half[0] : half[2];
    wide += (half[0] < half[2] ? half[0] : half[2]) / 4u; /* corners, seen while turning */
    uint32_t tall = half[1];
    uint32_t longest = wide > tall ? wide : tall;
    for (cam->shift = 0; longest >> cam->shift >= 1u << UNIT_BITS; cam->shift++) {
    }
    wide = (wide >> cam->shift) + 1u;
    tall = (tall >> cam->shift) + 1u;
    longest = (longest >> cam->shift) + 1u;
    for (int i = 0; i < 3; i++)
        cam->centre[i] >>= cam->shift;
    cam->ground = -(int32_t)tall;
    cam->radius = (int32_t)wide;
    cam->distance = (int32_t)longest * 5;
    cam->near_plane = (int32_t)longest * 2;
    tall += wide / 4u; /* the disc under the feet, seen from above */
    const int32_t by_width = width * 7 * (cam->distance - cam->radius) / (int32_t)wide;
    const int32_t by_height = height * 7 * cam->distance / (int32_t)tall;
    cam->focal = by_width < by_height ? by_width : by_height; /* 7/8 of the picture */
    cam->centre_x = width * 8;
    cam->light = &pelt_light_from_left;
    cam->centre_y = height * 8 - height * 2 / 5;
    return pelt_camera_turn(cam, 0, 0);
}

pelt_status pelt_camera_turn(pelt_camera *camera, uint32_t yaw, uint32_t pitch)
{
    pelt_camera *cam = camera;
    if (!pelt_draw_is_framed(camera))
        return PELT_E_ARGUMENT;
    cam->yaw_sine = pelt_sine_get(yaw);
    cam->yaw_cosine = pelt_sine_get(yaw + 16384u);
    cam->pitch_sine = pelt_sine_get(pitch);
    cam->pitch_cosine = pelt_sine_get(pitch + 16384u);
    return PELT_OK;
}

uint32_t pelt_camera_size_get(const pelt_camera *camera)
{
    if (!pelt_draw_is_framed(camera))
        return 0;
    const uint32_t wide = (uint32_t)camera->radius, tall = 0u - (uint32_t)camera->ground;
    const uint32_t most = wide > tall ? wide : tall, least = wide + tall - most;
    /* as framed at most 2^12 each, and focal is below 2^16; products of others wrap */
    return (most * 8u + least * 3u) / 4u * (uint32_t)camera->focal / (uint32_t)camera->distance;
}

/* Lengths below 2^15 and Q14 factors: sums stay below 2^30. */
static inline void turn(int32_t *x, int32_t *y, int32_t sine, int32_t cosine)
{
    const int32_t turned = (*x * cosine + *y * sine) >> 14;
    *y = (*y * cosine - *x * sine) >> 14;
    *x = turned;
}

/* Whether value is from 1 to most. */
static inline bool counts_to(int32_t value, uint32_t most)
{
    return (uint32_t)value - 1u < most;
}

static inline bool is_place(int32_t value)
{
    return (uint32_t)value + PLACE_LIMIT <= 2u * PLACE_LIMIT;
}

bool pelt_draw_is_framed(const pelt_camera *camera)
{
    return camera != NULL && counts_to(camera->near_plane, INT16_MAX) &&
           counts_to(camera->focal, FOCAL_LIMIT) && counts_to(camera->distance, 1u << 20) &&
           is_place(camera->centre_x) && is_place(camera->centre_y) && is_place(camera->ground) &&
           camera->shift < 32u && camera->light != NULL;
}

static inline int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* To +-limit, which most are within. */
static inline void clamp_three(int32_t v[3], int32_t limit)
{
    const uint32_t one = (uint32_t)limit;
    if ((((uint32_t)v[0] + one) | ((uint32_t)v[1] + one) | ((uint32_t)v[2] + one)) >= 2u * one)
        for (int i = 0; i < 3; i++)
            v[i] = clamp(v[i], -limit, limit);
}

/* From the model's centre. */
static inline int32_t coordinate(const pelt_camera *cam, const int32_t position[3], int axis)
{
    return (int32_t)((uint32_t)(position[axis] >> cam->shift) - (uint32_t)cam->centre[axis]);
}

static inline void place(int32_t point[3], const pelt_camera *cam, const int32_t position[3])
{
    point[0] = coordinate(cam, position, 0);
    point[1] = coordinate(cam, position, 1);
    point[2] = coordinate(cam, position, 2);
    clamp_three(point, POINT_LIMIT);
    turn(&point[0], &point[2], cam->yaw_sine, cam->yaw_cosine);
}

/* Quotients by one divisor. An Arm core without a division instruction takes one division for all of
 * them, unless the chip has a divider (PELT_DIVIDER): reciprocal is floor((2^32 - 1) / divisor), so for
 * 0 <= n < 2^31 the upper word of their product is the quotient or one less, and the remainder decides. */
typedef struct divider {
    uint32_t divisor, reciprocal;
} divider;

#if defined(__arm__) && !defined(__ARM_FEATURE_IDIV) && !defined(PELT_DIVIDER)
#define DIVIDES_ONCE 1
#else
#define DIVIDES_ONCE 0
#endif

static inline divider divide_by(int32_t divisor)
{
    const divider d = {(uint32_t)divisor, DIVIDES_ONCE ? 0xFFFFFFFFu / (uint32_t)divisor : 0u};
    return d;
}

static inline uint32_t quotient(const divider *d, uint32_t n)
{
    if (!DIVIDES_ONCE)
        return n / d->divisor;
    const uint32_t q = (uint32_t)((uint64_t)n * d->reciprocal >> 32);
    return q + (n - q * d->divisor >= d->divisor ? 1u : 0u);
}

/* Towards zero, as C divides. */
static inline int32_t signed_quotient(const divider *d, int32_t n)
{
    if (!DIVIDES_ONCE)
        return n / (int32_t)d->divisor;
    return n < 0 ? -(int32_t)quotient(d, 0u - (uint32_t)n) : (int32_t)quotient(d, (uint32_t)n);
}

/* point: after the yaw. A vector of three clamped coordinates is shorter than 2^15, and focal is
 * below 2^16, so products stay below 2^31. */
static inline void project(pelt_draw_vertex *out, const pelt_camera *cam, const int32_t point[3])
{
    int32_t up = point[1], towards = point[2];
    turn(&towards, &up, cam->pitch_sine, cam->pitch_cosine);
    const int32_t away = cam->distance - towards;
    if (away >= cam->near_plane) {
        const divider by_away = divide_by(away);
        const int32_t x = signed_quotient(&by_away, point[0] * cam->focal) + cam->centre_x;
        const int32_t y = cam->centre_y - signed_quotient(&by_away, up * cam->focal);
        if ((((uint32_t)x + PELT_DRAW_LIMIT) | ((uint32_t)y + PELT_DRAW_LIMIT)) <
            2u * PELT_DRAW_LIMIT) { /* a power of two: both are in range */
            out->x = (int16_t)x;
            out->y = (int16_t)y;
            out->depth =
                (uint16_t)quotient(&by_away, (uint32_t)PELT_DEPTH_MAX * (uint32_t)cam->near_plane);
            out->outside = 0;
            return;
        }
    }
    out->outside = 1; /* for crossing.c, camera units: below 2^15 */
    out->x = (int16_t)point[0];
    out->y = (int16_t)up;
    out->depth = (uint16_t)clamp(away, INT16_MIN, INT16_MAX);
}

const pelt_extent pelt_extent_nothing = {{INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN}};

pelt_status pelt_extent_add(pelt_extent *extent, const pelt_camera *camera,
                            const int32_t position[3])
{
    pelt_draw_vertex at;
    int32_t point[3];
    if (extent == NULL || position == NULL || !pelt_draw_is_framed(camera))
        return PELT_E_ARGUMENT;
    place(point, camera, position);
    project(&at, camera, point);
    for (int i = 0; i < 2 && at.outside == 0; i++) {
        const int32_t value = i == 0 ? at.x : at.y;
        extent->min[i] = value < extent->min[i] ? value : extent->min[i];
        extent->max[i] = value > extent->max[i] ? value : extent->max[i];
    }
    return PELT_OK;
}

/* Where the middle of the covered part, `from` the centre, goes to `to`. */
static int32_t moved_centre(int32_t to, int32_t from, int32_t focal, int32_t old_focal)
{
    const int64_t centre = to - from * (int64_t)focal / old_focal;
    return centre < -PLACE_LIMIT  ? -PLACE_LIMIT
           : centre > PLACE_LIMIT ? PLACE_LIMIT
                                  : (int32_t)centre;
}

/* Both `want` and `have` are below 2^16. */
pelt_status pelt_camera_fit(pelt_camera *camera, const pelt_extent *covered, int32_t width,
                            int32_t height)
{
    int32_t want = height * 64 / 5;
    pelt_camera *cam = camera;
    if (!pelt_draw_is_framed(camera) || covered == NULL || !is_size(width, height))
        return PELT_E_ARGUMENT;
    if (covered->min[0] > covered->max[0]) /* no vertex was added */
        return PELT_OK;
    for (int i = 0; i < 2; i++)
        if (covered->min[i] < -PELT_DRAW_LIMIT || covered->max[i] >= PELT_DRAW_LIMIT ||
            covered->min[i] > covered->max[i])
            return PELT_E_ARGUMENT;
    const int32_t wide = covered->max[0] - covered->min[0] + 1;
    const int32_t tall = covered->max[1] - covered->min[1] + 1;
    int32_t have = tall;
    if (width * 15 * (int64_t)tall < (int64_t)want * wide) {
        want = width * 15;
        have = wide;
    }
    int32_t focal = (int32_t)(cam->focal * (int64_t)want / have);
    focal = clamp(focal, 1, FOCAL_LIMIT);
    const int32_t middle_x = (covered->min[0] + covered->max[0]) / 2 - cam->centre_x;
    const int32_t middle_y = (covered->min[1] + covered->max[1]) / 2 - cam->centre_y;
    cam->centre_x = moved_centre(width * 8, middle_x, focal, cam->focal);
    cam->centre_y = moved_centre(height * 15 / 2, middle_y, focal, cam->focal);
    cam->focal = focal;
    return PELT_OK;
}

uint8_t pelt_display_get(int32_t linear)
{
    const uint32_t v = (uint32_t)clamp(linear, 0, 4095);
    const uint16_t *at = display + (v >> 6);
    return (uint8_t)((at[0] + ((uint32_t)(at[1] - at[0]) * (v & 63u) >> 6)) >> 4);
}

/* lit, edge: 0 ... 256; a light's colours below 2^10, so all is below 2^20. */
static inline uint8_t shade_channel(const pelt_light *light, int i, int32_t lit, int32_t edge,
                                    int32_t colour)
{
    const int32_t bright = light->ambient[i] + ((light->lamp[i] * lit) >> 8);
    return pelt_display_get((colour * bright >> 4) + (light->rim[i] * edge >> 6));
}

static inline void shade(pelt_draw_vertex *out, const pelt_camera *cam, const int32_t normal[3],
                         const uint8_t colour[3])
{
    int32_t to[3] = {normal[0] >> 2, normal[1] >> 2, normal[2] >> 2};
    const pelt_light *light = cam->light;
    int32_t lit, edge;
    clamp_three(to, 16384);
    int32_t x = to[0], y = to[1], z = to[2];
    turn(&x, &z, cam->yaw_sine, cam->yaw_cosine);
    turn(&z, &y, cam->pitch_sine, cam->pitch_cosine);
    /* Half of the light wraps around the body: ((1 + cosine) / 2)^2, Q8. */
    lit = (x * light->direction[0] + y * light->direction[1] + z * light->direction[2]) >> 14;
    lit = clamp((lit + 16384) >> 7, 0, 256);
    lit = (lit * lit) >> 8;
    /* Light of the outline, more of it from above: (1 - facing)^2 * (1 + up) / 2, Q8. */
    edge = clamp((16384 - z) >> 6, 0, 256);
    edge = (edge * edge) >> 8;
    edge = (edge * clamp((y + 16384) >> 7, 0, 256)) >> 8;
    out->r = shade_channel(light, 0, lit, edge, colour[0]);
    out->g = shade_channel(light, 1, lit, edge, colour[1]);
    out->b = shade_channel(light, 2, lit, edge, colour[2]);
}

/* point: after the yaw. */
static inline void project_shadow(pelt_draw_vertex *out, const pelt_camera *cam,
                                  const int32_t point[3], const uint8_t colour[3])
{
    const int32_t above = clamp(point[1] - cam->ground, 0, POINT_LIMIT);
    int32_t below[3] = {point[0] + (above >> 2), cam->ground, point[2] - above / 5};
    clamp_three(below, POINT_LIMIT);
    project(out, cam, below);
    out->r = colour[0];
    out->g = colour[1];
    out->b = colour[2];
}

void pelt_draw_project(pelt_draw_vertex *out, pelt_draw_vertex *shadow, const pelt_camera *cam,
                       const int32_t position[3], const int32_t *normal, const uint8_t colour[3],
                       const uint8_t shadow_colour[3])
{
    int32_t point[3];
    place(point, cam, position);
    project(out, cam, point);
    if (shadow != NULL)
        project_shadow(shadow, cam, point, shadow_colour);
    if (normal != NULL) {
        shade(out, cam, normal, colour);
    } else {
        out->r = pelt_display_get(colour[0] * 16);
        out->g = pelt_display_get(colour[1] * 16);
        out->b = pelt_display_get(colour[2] * 16);
    }
}

pelt_status pelt_camera_project(pelt_draw_vertex *out, const pelt_camera *camera,
                                const int32_t position[3], const int32_t *normal,
                                const uint8_t colour[3])
{
    if (out == NULL || !pelt_draw_is_framed(camera) || position == NULL || colour == NULL)
        return PELT_E_ARGUMENT;
    pelt_draw_project(out, NULL, camera, position, normal, colour, NULL);
    return PELT_OK;
}

pelt_status pelt_camera_project_ground(pelt_draw_vertex *out, const pelt_camera *camera, int32_t x,
                                       int32_t z, const uint8_t colour[3])
{
    if (out == NULL || !pelt_draw_is_framed(camera) || colour == NULL)
        return PELT_E_ARGUMENT;
    int32_t point[3] = {x, camera->ground, z};
    clamp_three(point, POINT_LIMIT);
    turn(&point[0], &point[2], camera->yaw_sine, camera->yaw_cosine);
    project(out, camera, point);
    out->r = colour[0];
    out->g = colour[1];
    out->b = colour[2];
    return PELT_OK;
}
