/* SPDX-License-Identifier: MIT */
/* Moves, projects and shades the vertices of a body by the GTE: pelt/psx.h. */
#include "hardware.h"

#include "../../src/base/memory.h"
#include "../../src/blob/stored.h"
#include "../../src/draw/body.h"
#include "../../src/draw/camera.h"

#ifdef PELT_PORT_PSX

/// View space ///////////////////////////////////////////////////////////////////////////////////
/* Vertices first come to view space: right, down and away from the model's centre, in quarters of
 * camera units, 16 bits. The GTE's rotation matrix holds the view, then the way to the screen. Its
 * light matrix and background colour hold a palette entry, its colour matrix the light. */

#define UNIT_MAX 8191 /* camera units */
#define SOME 64u      /* vertices in view space at a time */
#define SKINNED 32u   /* vertices that pelt_mesh_skin_q16 skins at a time */

/* A vertex in view space, as the GTE's V0 takes it, and its normal, as V1 takes it. */
typedef struct placed {
    uint32_t xy, z, normal_xy, normal_z;
} placed;

/* Q14 to 4.12, and for product() Q28 to 4.12; 4.12 is the GTE's Q12 in 16 bits. */
static int32_t q12(int32_t value)
{
    return (value + 2) >> 2;
}

static int32_t product(int32_t a, int32_t b)
{
    return (a * b + 32768) >> 16;
}

/* Loads the words of the rotation matrix, and the translation. */
static void load(uint32_t a, uint32_t b, uint32_t c, uint32_t d, int32_t e, int32_t right,
                 int32_t down, int32_t away)
{
    CONTROL(0, a);
    CONTROL(1, b);
    CONTROL(2, c);
    CONTROL(3, d);
    CONTROL(4, e);
    CONTROL(5, right);
    CONTROL(6, down);
    CONTROL(7, away);
}

static void load_view(const pelt_camera *cam)
{
    const int32_t ys = cam->yaw_sine, yc = cam->yaw_cosine;
    const int32_t ps = cam->pitch_sine, pc = cam->pitch_cosine;
    load(pair(q12(yc), 0), pair(q12(ys), -product(ys, ps)), pair(-q12(pc), product(yc, ps)),
         pair(product(ys, pc), -q12(ps)), -product(yc, pc), 0, 0, cam->distance);
}

/* Loads the way from view space to the screen. */
static void load_screen(const pelt_camera *cam)
{
    load(1024, 0, 1024, 0, 1024, 0, 0, cam->distance);
    CONTROL(24, (cam->centre_x << 12) + 32768); /* the nearest column; lines the emulator has so */
    CONTROL(25, cam->centre_y << 12);
    CONTROL(26, (cam->focal + 8) >> 4);
    CONTROL(27, 0); /* so that RTPS sets IR0 to 0 */
    CONTROL(28, 0);
}

/* Loads the way from view space to a point's shadow on the ground and then to the screen. */
static void load_shadow(const pelt_camera *cam)
{
    const int32_t ps = cam->pitch_sine / 16, pc = cam->pitch_cosine / 16; /* Q10 */
    const int32_t down = ps + pc / 5, away = ps / 5 - pc, ground = cam->ground;
    load(pair(1024, -pc / 4), pair(-ps / 4, 0), pair((ps * down) >> 10, (ps * away) >> 10),
         pair(0, (-pc * down) >> 10), (-pc * away) >> 10, -ground / 4,
         (ground / 5 * ps - ground * pc) >> 10,
         cam->distance - ((ground / 5 * pc + ground * ps) >> 10));
}

/* Loads rows: towards the light, towards the eye, up. Normals 2^bits long, of LIGHT_BITS at least, become
 * unit in 4.12. */
#define LIGHT_BITS 10
static void load_light(const pelt_light *light, int32_t bits)
{
    const int32_t one = (int32_t)(1u << 24 >> clamped(bits, LIGHT_BITS, 31));
    CONTROL(16, pair((light->direction[0] * one) >> 14, (-light->direction[1] * one) >> 14));
    CONTROL(17, pair((-light->direction[2] * one) >> 14, 0));
    CONTROL(18, pair(0, -one));
    CONTROL(19, pair(0, -one));
    CONTROL(20, 0);
}

static inline bool is_far(uint32_t xy)
{
    return (uint32_t)((int16_t)xy - LEFT_MOST) > RIGHT_MOST - LEFT_MOST ||
           (uint32_t)(((int32_t)xy >> 16) - TOP_MOST) > BOTTOM_MOST - TOP_MOST;
}

/* Projects a point; a point too near or too far off the screen moves to where it is not seen. */
static inline uint32_t to_screen(uint32_t xy, uint32_t z)
{
    uint32_t screen, flags;
    SET(0, xy);
    SET(1, z);
    COMMAND(RTPS);
    GET(screen, 14);
    __asm__ volatile("cfc2 %0, $31" : "=r"(flags));
    if ((int32_t)flags < 0 || is_far(screen))
        screen = pair(clamped((int16_t)screen, LEFT_MOST, RIGHT_MOST),
                      (flags & GTE_TOO_NEAR) != 0u
                          ? BOTTOM_MOST
                          : clamped((int32_t)screen >> 16, TOP_MOST, BOTTOM_MOST));
    return screen;
}

pelt_status pelt_psx_ground_project(uint32_t *xy, const pelt_camera *camera, const int16_t *points,
                                    uint32_t count)
{
    if (xy == NULL || points == NULL || !pelt_draw_is_framed(camera))
        return PELT_E_ARGUMENT;
    load_screen(camera);
    load_view(camera);
    for (uint32_t i = 0; i < count; i++, points += 2)
        xy[i] = to_screen(pair(points[0], camera->ground), (uint32_t)points[1]);
    return PELT_OK;
}

/* Tabulates light as src/draw/camera.c computes it, up to BRIGHTEST. */
static void write_light(pelt_psx_body *body)
{
    const pelt_light *light = body->cam.light;
    for (uint32_t i = 0; i < LAMP_STEPS; i++) {
        uint32_t bright[3];
        for (int c = 0; c < 3; c++)
            bright[c] =
                16u * smaller(light->ambient[c] + (light->lamp[c] * (i * i >> 8) >> 8), BRIGHTEST);
        body->lamps[2u * i] = bright[0] | bright[1] << 16;
        body->lamps[2u * i + 1u] = bright[2];
    }
    body->light = *light;
}

/// The screen ///////////////////////////////////////////////////////////////////////////////////

/* How a mesh is projected and shaded. */
typedef struct looks {
    pelt_mesh_info mesh;
    pelt_psx_vertex *vertices; /* the mesh's first */
    body_look look;
    const uint8_t *display;
    bool has_backs; /* backs of triangles are seen */
} looks;

static pelt_status look_at(looks *l, pelt_psx_body *body, uint32_t mesh)
{
    if (body == NULL || body->model == NULL || !pelt_draw_is_framed(&body->cam))
        return PELT_E_ARGUMENT;
    if (!lights_are_alike(&body->light, body->cam.light))
        write_light(body);
    uint32_t place;
    const pelt_status got = pelt_draw_range(&l->mesh, &place, body->model, mesh, 0, 0);
    if (got != PELT_OK)
        return got;
    l->vertices = body->vertices + place;
    l->look = body_look_of(body->model, mesh, &l->mesh, body->flags, body->cam.light);
    l->display = body->display + (l->look.textured ? DISPLAYED : 0u);
    l->has_backs = (body->flags & PELT_DRAW_TWO_SIDED) != 0u;
    for (uint32_t i = 0; i < l->mesh.part_count && !l->has_backs; i++) {
        pelt_part_info part;
        l->has_backs =
            pelt_part_get(&part, body->model, mesh, i) == PELT_OK && part.double_sided != 0u;
    }
    return PELT_OK;
}

/* Light of the outline as src/draw/camera.c computes it, Q8, from cosines in 4.12. */
static inline int32_t rim_of(int32_t towards, int32_t up)
{
    const int32_t edge = clamped((4096 - towards) >> 4, 0, 256);
    return ((edge * edge) >> 8) * clamped((up + 4096) >> 5, 0, 256) >> 8;
}

/* Below RIM_FROM a vertex faces away unseen; above RIM_TO the outline's light is below 2 of 255. */
#define RIM_FROM (-1024)
#define RIM_TO 3328

/* Projects and shades vertices in view space. */
static void show(pelt_psx_body *body, const looks *l, uint32_t first, uint32_t count,
                 const placed *at)
{
    const uint8_t *const colours = l->mesh.colours, *index = l->mesh.colour_indices;
    const uint8_t *colour = (const uint8_t *)&l->look.white, *const display = l->display;
    const uint32_t *const lamps = body->lamps, near = (uint32_t)body->cam.near_plane;
    const uint16_t *const rims = body->cam.light->rim;
    const uint32_t rim[3] = {64u * smaller(rims[0], 511), 64u * smaller(rims[1], 511),
                             64u * smaller(rims[2], 511)};
    const bool is_lit = l->look.lit;
    const int32_t rim_from = l->has_backs ? INT32_MIN : RIM_FROM;
    pelt_psx_vertex *to = l->vertices + first, *const end = to + count;
    if (index != NULL)
        index += first;
    else if (colours != NULL)
        colour = colours + 4u * first - 4u;
    load_screen(&body->cam);
    for (; to < end; to++, at++) {
        uint32_t xy, away, flags;
        int32_t lit, towards, up, linear[3];
        SET(2, at->normal_xy);
        SET(3, at->normal_z);
        SET(0, at->xy);
        SET(1, at->z);
        COMMAND(RTPS);
        if (index != NULL)
            colour = colours + 4u * *index++;
        else if (colours != NULL)
            colour += 4;
        GET(xy, 14); /* waits for the command */
        GET(away, 19);
        __asm__ volatile("cfc2 %0, $31" : "=r"(flags));
        THEN(LIGHT_V1);
        to->xy = xy;
        to->away = is_far(xy) ? away | FAR : away;
        if ((int32_t)flags < 0 || away < near) { /* it stays in view space, for near.c */
            to->xy = at->xy;
            to->away = PELT_PSX_OUTSIDE | (at->z & 0xffffu);
            body->crossed = 1;
        }
        if (is_lit) {
            GET_MAC(lit, towards, up);
            const uint32_t *lamp = lamps + 2 * clamped((lit + 4096) >> 5, 0, 256);
            SET(6, *(const uint32_t *)(const void *)colour);
            SET(9, lamp[0]);
            SET(10, lamp[0] >> 16);
            SET(11, lamp[1]);
            COMMAND(TINT);
            if (towards > rim_from && towards < RIM_TO) {
                SET(8, rim_of(towards, up));
                SET(9, rim[0]);
                SET(10, rim[1]);
                SET(11, rim[2]);
                COMMAND(ADD_WEIGHED);
            }
            GET_MAC(linear[0], linear[1], linear[2]);
        } else {
            for (int k = 0; k < 3; k++)
                linear[k] = 16 * colour[k];
        }
        to->colour = display[linear[0] >> 2] | (uint32_t)display[linear[1] >> 2] << 8 |
                     (uint32_t)display[linear[2] >> 2] << 16;
    }
    if (body->shadow_count == 0u)
        return;
    load_shadow(&body->cam);
    for (to -= count, at -= count; to < end; to++, at++)
        to->shadow = to_screen(at->xy, at->z);
}

static int32_t view_unit(const pelt_camera *cam, int32_t coordinate, int axis)
{
    const uint32_t unit = (uint32_t)(coordinate >> cam->shift) - (uint32_t)cam->centre[axis];
    return 4 * clamped((int32_t)unit, -UNIT_MAX, UNIT_MAX);
}

/* Turns a vector to view space. */
static inline void turn(int32_t to[3], int32_t x, int32_t y, int32_t z)
{
    SET(0, pair(x, y));
    SET(1, z);
    COMMAND(TO_VIEW_V0);
    GET(to[0], 9);
    GET(to[1], 10);
    GET(to[2], 11);
}

/* Projects and shades skinned vertices, at most SOME. */
static void project(pelt_psx_body *body, const looks *l, const pelt_vertex_q16 *from,
                    uint32_t first, uint32_t count)
{
    const pelt_camera *cam = &body->cam;
    placed some[SOME];
    load_view(cam);
    load_light(cam->light, 12);
    for (uint32_t i = 0; i < count; i++, from++) {
        const int32_t *p = from->position, *n = from->normal;
        int32_t v[3];
        turn(v, view_unit(cam, p[0], 0), view_unit(cam, p[1], 1), view_unit(cam, p[2], 2));
        some[i].xy = pair(v[0], v[1]);
        some[i].z = (uint32_t)v[2];
        if (l->look.lit)
            turn(v, n[0] >> 4, n[1] >> 4, n[2] >> 4);
        some[i].normal_xy = pair(v[0], v[1]);
        some[i].normal_z = (uint32_t)v[2];
    }
    show(body, l, first, count, some);
}

/// From a palette ///////////////////////////////////////////////////////////////////////////////

/* Entries take 24 bytes, half of an entry of the palette: hence `joints[0] / 8u` words below. */
#define SCRATCHPAD ((pelt_psx_entry *)0x1f800000u) /* the fastest memory */
#define SCRATCHPAD_ENTRIES (1024u / sizeof(pelt_psx_entry))

/* Turns entries of a palette (Q33 a step of the mesh's grid, translations Q17) to view space, after
 * load_view(). A step becomes 4.12 in view units. */
static void convert(pelt_psx_entry *to, const pelt_palette_q16 *palette, uint32_t count,
                    const pelt_camera *cam)
{
    for (uint32_t i = 0; i < count; i++, to++) {
        const int32_t *m = palette->entries[i].opaque;
        int32_t column[4][3];
        for (unsigned c = 0; c < 4u; c++) {
            int32_t v[3];
            for (unsigned r = 0; r < 3u; r++)
                v[r] = c < 3u ? clamped(m[4u * r + c] >> (cam->shift + 3u), -32768, 32767)
                              : view_unit(cam, (m[4u * r + 3u] + 1) >> 1, (int)r);
            turn(column[c], v[0], v[1], v[2]);
        }
        to->rotation[0] = pair(column[0][0], column[1][0]);
        to->rotation[1] = pair(column[2][0], column[0][1]);
        to->rotation[2] = pair(column[1][1], column[2][1]);
        to->rotation[3] = pair(column[0][2], column[1][2]);
        to->rotation[4] = pair(column[2][2], column[3][0]);
        to->moved = pair(column[3][1], column[3][2]);
    }
}

/* Moves vertices of a run to view space. Records begin with offsets of entries, unless one joint
 * set has them (`offsets`). Normals of one influence are stored half as long. */
__attribute__((always_inline)) static inline void move_run(placed *to, const uint8_t *records,
                                                           uint32_t count, const uint32_t *entries,
                                                           const uint16_t *offsets,
                                                           const uint32_t influences)
{
    const uint32_t slots = influences <= 2u ? influences : 4u, bits = influences == 1u ? 11 : 12;
    const uint32_t bytes =
        offsets != NULL ? format_set_bytes_q16(influences) : format_record_bytes_q16(influences);
    const bool whole = influences != 1u || offsets != NULL; /* the position begins a word */
    for (; count > 0u; count--, to++, records += bytes) {
        const uint16_t *record = (const uint16_t *)(const void *)records;
        const uint16_t *joints = offsets != NULL ? offsets : record;
        const uint16_t *weights = offsets != NULL ? record : record + slots;
        const uint32_t *w =
            (const uint32_t *)(const void *)(influences != 1u ? weights + slots : record);
        int32_t place[3] = {0, 0, 0}, normal[3] = {0, 0, 0}, left = 4096;
        SET(0, whole ? w[0] : w[0] >> 16 | w[1] << 16);
        SET(1, whole ? w[1] : w[1] >> 16);
        SET(2, whole ? w[1] >> 16 | w[2] << 16 : w[2]);
        SET(3, whole ? w[2] >> 16 : w[3]);
        const uint32_t *entry = entries + joints[0] / 8u;
        uint32_t a = entry[0], b = entry[1], c = entry[2], d = entry[3], e = entry[4], f = entry[5];
        int32_t weight = influences > 1u ? (weights[0] + 4) >> 3 : 4096, x, y, z;
#pragma GCC unroll 4
        for (uint32_t i = 0; i < influences; i++) { /* loads the next entry while commands run */
            const bool last = i + 1u == influences;
            CONTROL(8, a);
            CONTROL(9, b);
            CONTROL(10, c);
            CONTROL(11, d);
            CONTROL(12, e);
            CONTROL(13, (int32_t)e >> 16);
            CONTROL(14, (int16_t)f);
            CONTROL(15, (int32_t)f >> 16);
            SET(8, weight);
            COMMAND(ENTRY_V0);
            THEN(WEIGH);
            left -= weight;
            weight = last ? 0 : i + 2u == influences ? left : (weights[i + 1u] + 4) >> 3;
            entry = last ? entry : entries + joints[i + 1u] / 8u;
            GET_MAC(x, y, z);
            THEN(ENTRY_V1);
            THEN(WEIGH);
            a = entry[0], b = entry[1], c = entry[2], d = entry[3], e = entry[4], f = entry[5];
            place[0] += x;
            place[1] += y;
            place[2] += z;
            GET_MAC(x, y, z);
            normal[0] += x;
            normal[1] += y;
            normal[2] += z;
        }
        to->xy = pair(place[0] >> 12, place[1] >> 12);
        to->z = (uint32_t)(place[2] >> 12);
        to->normal_xy = pair(normal[0] >> bits, normal[1] >> bits);
        to->normal_z = (uint32_t)(normal[2] >> bits);
    }
}

static void move_some(placed *to, const pelt_model *model, const format_run *run,
                      const uint32_t *entries, uint32_t first, uint32_t count)
{
    const uint32_t n = run->influences;
    const uint16_t *offsets = stored_offsets(model, run);
    const uint8_t *records = model->blob + model->records + run->records;
    records += offsets != NULL ? format_offset_bytes_q16(n) + first * format_set_bytes_q16(n)
                               : first * format_record_bytes_q16(n);
    switch (offsets != NULL ? n : n + 4u) { /* a loop for each kind, unrolled */
    case 1: move_run(to, records, count, entries, offsets, 1); break;
    case 2: move_run(to, records, count, entries, offsets, 2); break;
    case 3: move_run(to, records, count, entries, offsets, 3); break;
    case 4: move_run(to, records, count, entries, offsets, 4); break;
    case 5: move_run(to, records, count, entries, NULL, 1); break;
    case 6: move_run(to, records, count, entries, NULL, 2); break;
    case 7: move_run(to, records, count, entries, NULL, 3); break;
    default: move_run(to, records, count, entries, NULL, 4); break;
    }
}

/* A component of a normal, lengthened; of joints much larger than the mesh's most used one it may saturate. */
static inline int32_t lengthened(uint32_t component, uint32_t up)
{
    return clamped((int16_t)component * (1 << up), INT16_MIN, INT16_MAX);
}

/* Shows vertices whose normals are 2^bits long: less than LIGHT_BITS in meshes much smaller than what the camera
 * frames. Of those below a thousandth, which are hardly seen, they stay short. */
static void show_moved(pelt_psx_body *body, const looks *l, uint32_t first, uint32_t count,
                       placed *at, int32_t bits)
{
    const uint32_t up = (uint32_t)clamped(LIGHT_BITS - bits, 0, LIGHT_BITS);
    for (uint32_t i = 0; i < count && up != 0u; i++) {
        at[i].normal_xy =
            pair(lengthened(at[i].normal_xy, up), lengthened(at[i].normal_xy >> 16, up));
        at[i].normal_z = (uint32_t)lengthened(at[i].normal_z, up);
    }
    load_light(body->cam.light, bits);
    show(body, l, first, count, at);
}

pelt_status pelt_psx_body_skin(pelt_psx_body *body, uint32_t mesh, const pelt_palette_q16 *palette,
                               const pelt_morph *morph)
{
    placed some[SOME];
    pelt_vertex_q16 skinned[SKINNED];
    pelt_output_q16 out = {skinned[0].position, NULL, sizeof skinned[0], 0};
    uint32_t held = 0, first = 0; /* vertices in `some`; the mesh's number of the first of them */
    looks l;
    pelt_status status = palette == NULL ? PELT_E_ARGUMENT : look_at(&l, body, mesh);
    if (status != PELT_OK || palette->model != body->model)
        return status != PELT_OK ? status : PELT_E_ARGUMENT;
    out.normals = l.mesh.has_normals != 0u ? skinned[0].normal : NULL;
    status = pelt_mesh_skin_q16(&out, mesh, palette, morph, 0, 0);
    const pelt_model *model = body->model;
    const format_mesh *m = stored_mesh(model, mesh);
    const uint32_t others =
        FORMAT_RUN_COPIES | FORMAT_RUN_PACKED | (morph != NULL ? FORMAT_RUN_MORPHED : 0u);
    const bool is_exact = model->encoding == PELT_EXACT;
    pelt_psx_entry *const entries =
        l.mesh.entry_count <= SCRATCHPAD_ENTRIES ? SCRATCHPAD : body->entries;
    const int32_t bits = (int32_t)(l.mesh.raw_normal_bits + 2u) - (int32_t)body->cam.shift;
    load_view(&body->cam);
    if (is_exact && status == PELT_OK)
        convert(entries, palette, l.mesh.entry_count, &body->cam);
    for (uint32_t i = 0; i < m->run_count && status == PELT_OK; i++) {
        const format_run *run = stored_run(model, m->first_run + i);
        const bool moves = is_exact && (run->flags & others) == 0u;
        for (uint32_t at = 0, count; at < run->vertex_count; at += count) {
            count = smaller(SOME - held, run->vertex_count - at);
            if (moves && count != 0u) {
                move_some(some + held, model, run, entries->rotation, at, count);
                held += count;
                continue;
            }
            show_moved(body, &l, first, held, some, bits);
            first += held;
            held = 0;
            if (moves)
                continue;
            if ((run->flags & FORMAT_RUN_COPIES) != 0u && l.mesh.colours == NULL) {
                const void *of = model->blob + model->records + run->records;
                l.vertices[first++] = l.vertices[((const uint32_t *)of)[at]];
                count = 1;
                continue;
            }
            count = smaller(SKINNED, run->vertex_count - at);
            status = pelt_mesh_skin_q16(&out, mesh, palette, morph, first, count);
            project(body, &l, skinned, first, count);
            first += count;
        }
    }
    show_moved(body, &l, first, held, some, bits);
    return status;
}

#endif
