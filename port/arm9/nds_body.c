/* SPDX-License-Identifier: MIT */
/* Shades bodies in lists of the Nintendo DS's geometry engine, see pelt/nds.h. */
#include "nds_parts.h"

#include "../../src/draw/camera.h"
#include "../../src/draw/plane.h"
#include "../../src/draw/triangle.h"

#ifdef PELT_NDS

static bool is_open(const pelt_nds_body *body)
{
    return body != NULL && body->model != NULL && body->model->blob != NULL &&
           body->words != NULL && body->starts != NULL && body->places != NULL &&
           pelt_draw_is_framed(&body->cam);
}

/// Vertices /////////////////////////////////////////////////////////////////////////////////////

/* As camera.c has it. */
static void write_light(pelt_nds_body *body)
{
    const pelt_light *light = body->cam.light;
    for (uint32_t i = 0; i <= 256u; i++) {
        body->lamps[i] = body->rims[i] = 0;
        for (uint32_t c = 0; c < 3u; c++) { /* both below 2^11, and then 2^10 */
            const uint32_t lamp = light->ambient[c] + (light->lamp[c] * (i * i >> 8) >> 8);
            const uint32_t rim = light->rim[c] * i >> 8;
            body->lamps[i] |= (lamp < 1023u ? lamp : 1023u) << 10u * c;
            body->rims[i] |= (rim < 1023u ? rim : 1023u) << 10u * c;
        }
    }
    for (int32_t i = 0; i < 512; i++) /* 8 steps of linear light each */
        body->display[i] = pelt_display_get(8 * i + 4) >> 3;
    body->light = *light;
}

/* Components along the model's axes of a direction of the camera's, by the turns of camera.c backwards; at
 * most one long, Q14, so sums stay below 2^30. */
static void turn_back(int32_t axis[3], const pelt_camera *cam, int32_t right, int32_t up,
                      int32_t towards)
{
    const int32_t z = (towards * cam->pitch_cosine - up * cam->pitch_sine) >> 14;
    axis[0] = (right * cam->yaw_cosine - z * cam->yaw_sine) >> 14;
    axis[1] = (up * cam->pitch_cosine + towards * cam->pitch_sine) >> 14;
    axis[2] = (right * cam->yaw_sine + z * cam->yaw_cosine) >> 14;
}

/* A loop's constants, two in a word each: loads are what a vertex costs. */
static inline uint32_t pair(int32_t low, int32_t high)
{
    return ((uint32_t)low & 0xffffu) | (uint32_t)high << 16;
}

/* 16 bits each; of unit vectors of Q14 sums stay below 2^30, and others wrap. */
static inline int32_t dot(uint32_t xy, const int32_t normal[3], int16_t z)
{
    const uint32_t sum = (uint32_t)((int16_t)xy * (int16_t)normal[0]) +
                         (uint32_t)((int16_t)(xy >> 16) * (int16_t)normal[1]) +
                         (uint32_t)(z * (int16_t)normal[2]);
    return (int32_t)sum >> 14;
}

/* The light of camera.c as an index, 0 to 256. */
static inline uint32_t step_of(int32_t value)
{
    return value < 0 ? 0u : value > 256 ? 256u : (uint32_t)value;
}

/* colour: 8 bits; light: 10 bits each, so that all is below 2^12. */
static inline uint32_t channel_of(const uint8_t *display, uint32_t colour, uint32_t lamp,
                                  uint32_t rim)
{
    const uint32_t linear = ((colour & 255u) * (lamp & 1023u) >> 7) + ((rim & 1023u) >> 1);
    return display[linear < 511u ? linear : 511u];
}

/* From the model's centre, camera units in 15 bits; what lies further away is taken to be there. */
static inline uint32_t unit_of(int32_t position, uint32_t shift, int32_t centre)
{
    const int32_t unit = (int32_t)((uint32_t)(position >> shift) - (uint32_t)centre);
    return (uint32_t)unit + 16384u < 32768u ? (uint32_t)unit : (uint32_t)((unit >> 31) ^ 16383);
}

pelt_status pelt_nds_body_shade(pelt_nds_body *body, uint32_t mesh, const pelt_vertex_q16 *vertices,
                                uint32_t first, uint32_t count)
{
    pelt_mesh_info info;
    uint32_t place;
    if (vertices == NULL || !is_open(body))
        return PELT_E_ARGUMENT;
    const pelt_status got = pelt_draw_range(&info, &place, body->model, mesh, first, count);
    if (got != PELT_OK)
        return got;
    if (!lights_are_alike(&body->light, body->cam.light))
        write_light(body);
    const pelt_camera *cam = &body->cam;
    const body_look look = body_look_of(body->model, mesh, &info, body->flags, cam->light);
    const bool lit = look.lit;
    const uint8_t *const colours =
        info.colours != NULL ? info.colours : (const uint8_t *)&look.white;
    const uint8_t *const indices = info.colour_indices != NULL ? info.colour_indices + first : NULL;
    const uint32_t step = info.colours != NULL ? 4u : 0u;
    int32_t lamp[3], up[3], towards[3];
    turn_back(lamp, cam, cam->light->direction[0], cam->light->direction[1],
              cam->light->direction[2]);
    turn_back(up, cam, 0, 16384, 0);
    turn_back(towards, cam, 0, 0, 16384);
    const uint32_t lamp_xy = pair(lamp[0], lamp[1]), up_xy = pair(up[0], up[1]);
    const uint32_t towards_xy = pair(towards[0], towards[1]), zs = pair(lamp[2], up[2]);
    const uint32_t rest = pair(towards[2], (int32_t)cam->shift);
    const int32_t centre[3] = {cam->centre[0], cam->centre[1], cam->centre[2]};
    const uint16_t *starts = body->starts + place;
    const uint32_t *at = body->places + starts[0];
    uint32_t *const words = body->words;
    const uint32_t shadow = body->shadow;
    for (uint32_t i = 0; i < count; i++, vertices++) {
        const uint8_t *at_colour =
            colours + (indices != NULL ? 4u * indices[i] : step * (first + i));
        const uint32_t colour =
            (uint32_t)at_colour[0] | (uint32_t)at_colour[1] << 8 | (uint32_t)at_colour[2] << 16;
        uint32_t bright = 256u | 256u << 10 | 256u << 20, rim = 0;
        if (lit) {
            const int32_t normal[3] = {vertices->normal[0] >> 2, vertices->normal[1] >> 2,
                                       vertices->normal[2] >> 2};
            uint32_t outline = step_of((16384 - dot(towards_xy, normal, (int16_t)rest)) >> 6);
            outline = outline * outline >> 8;
            outline =
                outline * step_of((dot(up_xy, normal, (int16_t)(zs >> 16)) + 16384) >> 7) >> 8;
            bright = body->lamps[step_of((dot(lamp_xy, normal, (int16_t)zs) + 16384) >> 7)];
            rim = body->rims[outline];
        }
        const uint32_t shaded =
            channel_of(body->display, colour, bright, rim) |
            channel_of(body->display, colour >> 8, bright >> 10, rim >> 10) << 5 |
            channel_of(body->display, colour >> 16, bright >> 20, rim >> 20) << 10;
        const uint32_t shift = rest >> 16;
        const uint32_t xy = (unit_of(vertices->position[1], shift, centre[1]) << 16) |
                            (unit_of(vertices->position[0], shift, centre[0]) & 0xffffu);
        const uint32_t z = unit_of(vertices->position[2], shift, centre[2]) & 0xffffu;
        const uint32_t *const end = body->places + *++starts;
        for (; at != end; at++) {
            uint32_t *const to = words + (*at & 0xffffu);
            to[-1] = shaded;
            to[0] = xy;
            to[1] = z;
            if (shadow != 0u) {
                uint32_t *const on_ground = words + (*at >> 16);
                on_ground[0] = xy;
                on_ground[1] = z;
            }
        }
    }
    return PELT_OK;
}

/// Matrices and facets //////////////////////////////////////////////////////////////////////////

/* From VTX_16, which has camera units as 4.12, by rows of what each axis, and 4096 units of no axis, are
 * after the yaw, Q14, to the picture. All is times 8, as in pelt_nds_list_begin, with which depths agree:
 * z is 2047/2048 w for what is infinitely far away, as shadows are taken to be, and less for what is
 * near. Rows are below 2^18, four distances at most 2^22, focal and centres below 2^17: products fit 64 bits, and
 * entries of pictures of 256 x 192 pixels 20.12. */
static void put_matrix(uint32_t *to, const pelt_camera *cam, const int32_t rows[4][3], int32_t near,
                       const pelt_nds_list *list)
{
    for (int i = 0; i < 4; i++, rows++, to += 4) {
        const int32_t right = (*rows)[0], y = (*rows)[1], z = (*rows)[2];
        const int64_t up = ((int64_t)y * cam->pitch_cosine - (int64_t)z * cam->pitch_sine) >> 14;
        const int64_t away =
            (i == 3 ? 4 * (int64_t)cam->distance : 0) -
            (((int64_t)z * cam->pitch_cosine + (int64_t)y * cam->pitch_sine) >> 14);
        to[0] =
            (uint32_t)((right * (int64_t)cam->focal + (cam->centre_x - 8 * list->width) * away) /
                       (4 * list->width));
        to[1] = (uint32_t)((up * cam->focal + (8 * list->height - cam->centre_y) * away) /
                           (4 * list->height));
        to[2] = (uint32_t)((2 * away - (i == 3 ? 16 * (int64_t)near : 0)) * 2047 >> 11);
        to[3] = (uint32_t)(2 * away);
    }
}

/* Projects the corners of a triangle from their places in the list; returns twice its area on the screen,
 * below 0 where it faces the viewer, and 0 where a corner is outside. */
static int32_t project_corners(pelt_draw_vertex v[3], const pelt_camera *cam,
                               const uint32_t *const places[3], const uint8_t *colour)
{
    for (int i = 0; i < 3; i++) {
        const uint32_t units[3] = {places[i][0] & 0xffffu, places[i][0] >> 16, places[i][1]};
        int32_t position[3];
        for (int k = 0; k < 3; k++)
            position[k] =
                (int32_t)(((uint32_t)(int16_t)units[k] + (uint32_t)cam->centre[k]) << cam->shift);
        pelt_camera_project(&v[i], cam, position, NULL, colour);
    }
    return (v[0].outside | v[1].outside | v[2].outside) != 0u
               ? 0
               : (v[1].x - v[0].x) * (v[2].y - v[0].y) - (v[2].x - v[0].x) * (v[1].y - v[0].y);
}

/* The colour of a triangle of one, darkened by its slope; places: those of its corners in the list. */
static uint32_t facet_colour(const pelt_camera *cam, const uint32_t *const places[3],
                             const uint8_t *colour)
{
    pelt_draw_vertex v[3];
    divisor d;
    const int32_t area = project_corners(v, cam, places, colour);
    uint32_t bright = 256;
    if (area != 0) {
        find_divisor(&d, &v[0], &v[1], &v[2], area);
        const channel depth = find_channel(&d, v[0].depth, v[1].depth, v[2].depth);
        bright = pelt_draw_facet(cam, (int32_t)depth.per_x, (int32_t)depth.per_y);
    }
    return colour_of(v[0].r * bright >> 8, v[0].g * bright >> 8, v[0].b * bright >> 8);
}

static pelt_texture_shift shift_of(const pelt_nds_body *body, uint32_t material)
{
    const pelt_texture_shift none = {0, 0};
    return body->shifts != NULL && material < body->shift_count ? body->shifts[material] : none;
}

/* How far a shift, Q14 of the texture, moves coordinates along an axis, 1/16 texel of the size in TEXIMAGE_PARAM
 * rounded down: sides are at most 2^14, so products are within 2^29. Where the texture repeats, less whole ones,
 * or mirrored pairs, so that what fits 16 bits does so when moved. */
static int32_t moved_by(int32_t shift, uint32_t image, uint32_t axis)
{
    const int32_t side = 128 << (image >> (20u + 3u * axis) & 7u);
    const int32_t period = side << (image >> (18u + axis) & 1u), moved = shift * side >> 14;
    return (image >> (16u + axis) & 1u) == 0u ? moved
                                              : ((moved + period / 2) & (period - 1)) - period / 2;
}

/* Moves a part's texture coordinates, which are in the list between these words. */
static void shift_part(uint32_t *at, const uint32_t *end, const pelt_nds_body *body,
                       const body_part *part)
{
    const uint32_t image = at[2 - (int)PART_WORDS];
    pelt_part_info info;
    if (image == 0u || pelt_part_get(&info, body->model, part->mesh, part->part - 1u) != PELT_OK ||
        info.material >= PELT_NDS_SHIFTS)
        return;
    const pelt_texture_shift to = shift_of(body, info.material),
                             from = body->shifted[info.material];
    const uint32_t u = (uint32_t)(moved_by(to.u, image, 0) - moved_by(from.u, image, 0));
    const uint32_t v = (uint32_t)(moved_by(to.v, image, 1) - moved_by(from.v, image, 1));
    while ((u | v) != 0u && at < end)
        for (uint32_t commands = *at++; commands != 0u; commands >>= 8) {
            if ((commands & 255u) == TEXCOORD)
                *at = ((*at + u) & 0xffffu) | ((*at & 0xffff0000u) + (v << 16));
            at += (commands & 255u) == VTX_16 ? 2 : 1;
        }
}

pelt_status pelt_nds_body_draw(pelt_nds_body *body, const pelt_nds_list *list)
{
    pelt_body look;
    body_part part;
    if (list == NULL || list->words == NULL || list->width < 1 || list->height < 1 ||
        !is_open(body))
        return PELT_E_ARGUMENT;
    const pelt_camera *cam = &body->cam;
    const int32_t rows[4][3] = {{cam->yaw_cosine, 0, -cam->yaw_sine},
                                {0, 16384, 0},
                                {cam->yaw_sine, 0, cam->yaw_cosine},
                                {0, 0, 0}};
    const int32_t shadow[4][3] = {{cam->yaw_cosine, 0, -cam->yaw_sine},
                                  {4096, 0, -3277},
                                  {cam->yaw_sine, 0, cam->yaw_cosine},
                                  {-cam->ground, 4 * cam->ground, 4 * (cam->ground / 5)}};
    uint32_t *at = body->words + HEAD_MATRIX;
    put_matrix(at, cam, rows, cam->near_plane, list);
    if (body->shadow != 0u)
        put_matrix(at + body->shadow, cam, shadow, 0, list);
    at = body->words + HEAD_WORDS;
    for (take_parts(&part, &look, body); part.body != NULL; pelt_draw_next(&part)) {
        const body_look as_is =
            body_look_of(body->model, part.mesh, &part.info, PELT_DRAW_UNLIT, NULL);
        uint32_t *to = at + PART_WORDS;
        at += at[PART_WORDS - 1u] >> 16;
        shift_part(to, at, body, &part);
        for (uint32_t t = 0; is_faceted(&part) && t < part.triangle_count; t++) {
            const uint32_t *const places[3] = {to + 3, to + 7, to + 10};
            to[2] = to[6] = to[9] = facet_colour(
                cam, places, body_colour(&part.info, &as_is, vertex_of(&part, 3u * t)));
            to += FACET_WORDS;
        }
    }
    for (uint32_t i = 0; i < PELT_NDS_SHIFTS; i++)
        body->shifted[i] = shift_of(body, i);
    return PELT_OK;
}

pelt_status pelt_nds_faces_count(uint32_t *count, const pelt_nds_body *body)
{
    static const uint8_t any[3] = {0, 0, 0};
    uint32_t faces = 0;
    pelt_body look;
    body_part part;
    if (count == NULL || !is_open(body))
        return PELT_E_ARGUMENT;
    for (take_parts(&part, &look, body); part.body != NULL; pelt_draw_next(&part)) {
        const uint16_t *const starts = body->starts + (part.vertices - look.vertices);
        const bool both = (part.flags & PELT_DRAW_TWO_SIDED) != 0u;
        for (uint32_t i = 0; i < 3u * part.triangle_count; i += 3u) {
            const uint32_t *corners[3];
            pelt_draw_vertex v[3];
            for (uint32_t k = 0; k < 3u; k++)
                corners[k] =
                    body->words + (body->places[starts[vertex_of(&part, i + k)]] & 0xffffu);
            const int32_t area = project_corners(v, &body->cam, corners, any);
            faces += area < 0 || (both && area > 0) ? 1u : 0u;
        }
    }
    *count = faces;
    return PELT_OK;
}

#endif
