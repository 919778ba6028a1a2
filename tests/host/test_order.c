/* SPDX-License-Identifier: MIT */
/* Tests the order of triangles (tools/bake/vertex/triangles.c): it has the same triangles, closer
 * together, and takes linear time. And tests `bake --window N`: programs with a ring of the last N
 * skinned vertices see the same triangles, to the bit, as those that skin all.
 *
 *   test_order [--most SKINS_PER_VERTEX] FILE...      glTF files
 *
 *   test_order --fronts FILE                          of closed bodies whose normals are smooth
 *
 * For every file a random window is tested. With --most the window is 64 and the limit is that many
 * skins per vertex; the orders of generated meshes (also of tools/bake/vertex/window.c) are tested
 * first. With --fronts, fronts of triangles run counter-clockwise in parts and levels, too. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bake/vertex/records.h"
#include "check.h"
#include "replay.h"

/// The order of made meshes //////////////////////////////////////////////////////////////////////

static int compare_triangles(const void *left, const void *right)
{
    return memcmp(left, right, 3 * sizeof(uint32_t));
}

/* Whether these are the same triangles, corner by corner, in any order. Sorts both. */
static bool same_triangles(uint32_t *a, uint32_t *b, uint32_t count)
{
    qsort(a, count, 3 * sizeof *a, compare_triangles);
    qsort(b, count, 3 * sizeof *b, compare_triangles);
    return memcmp(a, b, count * 3 * sizeof *a) == 0;
}

/* Whether each triangle's places are in the group of the newest so far, or in the one before. */
static bool within(const uint32_t *places, uint32_t corner_count, uint32_t count, uint32_t half)
{
    uint32_t newest = 0;
    for (uint32_t i = 0; i < corner_count; i++) {
        newest = places[i] > newest ? places[i] : newest;
        if (i % 3 != 2)
            continue;
        for (uint32_t k = i - 2; k <= i; k++)
            if (places[k] >= count || places[k] / half + 1 < newest / half)
                return false;
    }
    return true;
}

/* Orders a window and returns skins per vertex; a negative number if something is wrong. */
static double order(const uint32_t *corners, const uint32_t *ends, uint32_t parts,
                    uint32_t vertex_count, uint32_t window)
{
    const uint32_t elements = parts == 0 ? 0 : ends[parts - 1];
    const size_t bytes = (size_t)elements * 3 * sizeof *corners;
    FREED uint32_t *places = malloc(bytes + 1), *before = malloc(bytes + 1);
    FREED bool *seen = calloc(vertex_count + 1, sizeof *seen);
    memcpy(places, corners, bytes);
    memcpy(before, corners, bytes);
    uint32_t count;
    FREED uint32_t *made = window_make(&count, places, ends, parts, vertex_count, window);
    bool ok = within(places, 3 * elements, count, window / 2);
    for (uint32_t i = 0; i < count; i++) {
        ok = ok && made[i] < vertex_count;
        if (ok)
            seen[made[i]] = true;
    }
    for (uint32_t v = 0; v < vertex_count; v++)
        ok = ok && seen[v];
    for (uint32_t i = 0; i < 3 * elements && ok; i++)
        places[i] = made[places[i]];
    for (uint32_t p = 0, first = 0; p < parts; first = ends[p++])
        ok = ok && same_triangles(places + 3 * first, before + 3 * first, ends[p] - first);
    const double skins = vertex_count == 0 ? 1 : (double)count / vertex_count;
    return ok ? skins : -1;
}

/* Orders a copy and returns the misses of a cache of 16 before and after, which must not be
 * more. */
static double ordered_misses(const uint32_t *indices, uint32_t count, uint32_t vertices,
                             const char *what)
{
    const size_t bytes = (size_t)count * 3 * sizeof *indices;
    FREED uint32_t *ordered = malloc(bytes + 1), *before = malloc(bytes + 1);
    memcpy(ordered, indices, bytes);
    memcpy(before, indices, bytes);
    triangles_order(ordered, count);
    const uint32_t misses = triangles_misses(ordered, count, vertices, 16);
    check(misses <= triangles_misses(indices, count, vertices, 16), "%s", what);
    check(same_triangles(ordered, before, count), "%s", what);
    return (double)misses / count;
}

#define SIDE 64u

/* A square of SIDE x SIDE vertices, its triangles shuffled. */
static void check_square(void)
{
    static const uint32_t count = 2 * (SIDE - 1) * (SIDE - 1), vertices = SIDE * SIDE;
    const uint32_t ends[] = {count / 2, count / 2, count};
    FREED uint32_t *corners = malloc(count * 3 * sizeof *corners);
    uint32_t *at = corners;
    for (uint32_t y = 0; y + 1 < SIDE; y++)
        for (uint32_t x = 0; x + 1 < SIDE; x++) {
            const uint32_t a = y * SIDE + x, b = a + 1, c = a + SIDE, d = c + 1;
            const uint32_t two[6] = {a, c, b, b, c, d};
            memcpy(at, two, sizeof two);
            at += 6;
        }
    for (uint32_t i = count - 1; i > 0; i--) {
        uint32_t other[3];
        const uint32_t k = check_draw(i + 1);
        memcpy(other, corners + 3 * k, sizeof other);
        memmove(corners + 3 * k, corners + 3 * i, sizeof other);
        memcpy(corners + 3 * i, other, sizeof other);
    }
    check(triangles_misses(corners, count, vertices, 16) > 2.5 * count, "a shuffled square");
    check(ordered_misses(corners, count, vertices, "a square") < 0.75, "a square's order");
    static const uint32_t windows[] = {4, 6, 10, 32, 64, 1000, WINDOW_MOST};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        const double skins = order(corners, ends + 2, 1, vertices + 5, windows[i]);
        check(skins > 0, "a shuffled square");
        check(windows[i] < 64 || skins < 1.3, "a square's skins");
        check(order(corners, ends, 3, vertices, windows[i]) > 0, "a square in three parts");
    }
}

/* Orders triangles around one vertex, which are in order already, and lines: in linear time. */
static void check_fan(void)
{
    const uint32_t count = 200000;
    FREED uint32_t *corners = malloc(count * 3 * sizeof *corners);
    for (uint32_t i = 0; i < count; i++) {
        corners[3 * i] = 0;
        corners[3 * i + 1] = 1 + i;
        corners[3 * i + 2] = 2 + i;
    }
    const clock_t start = clock();
    check(ordered_misses(corners, count, count + 2, "a fan") < 1.1, "a fan's order");
    const double skins = order(corners, &count, 1, count + 2, 64);
    check(skins > 0 && skins < 1.1, "a fan");
    for (uint32_t i = 0; i < count; i++)
        corners[3 * i] = corners[3 * i + 1];
    check(order(corners, &count, 1, count + 2, 4) > 0, "lines");
    check((double)(clock() - start) < 10.0 * CLOCKS_PER_SEC, "a fan takes more than linear time");
}

static void check_odd(void)
{
    static const uint32_t same[] = {7, 7, 7, 7, 7, 7, 2, 7, 2, 9, 2, 2, 5, 6, 7, 7, 6, 5};
    static const uint32_t strip[] = {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};
    uint32_t stays[12], random[300];
    const uint32_t six = 6, none = 0, hundred = 100;
    ordered_misses(same, six, 10, "corners that coincide");
    memcpy(stays, strip, sizeof strip);
    triangles_order(stays, 4);
    check(memcmp(stays, strip, sizeof strip) == 0, "a strip stays as it is");
    triangles_order(stays, 0);
    check(triangles_misses(strip, 4, 6, 3) == 6 && triangles_misses(same, 1, 10, 1) == 1 &&
              triangles_misses(strip, 4, 6, 1) == 10,
          "misses");
    check(order(same, &six, 1, 10, 4) > 0, "corners that coincide");
    check(order(same, &none, 1, 10, 4) > 0, "no elements");
    check(order(same, &none, 0, 0, 4) > 0, "no parts");
    for (uint32_t round = 0; round < 300; round++) {
        const uint32_t vertices = 1 + check_draw(40);
        for (uint32_t i = 0; i < 300; i++)
            random[i] = check_draw(vertices);
        check(order(random, &hundred, 1, vertices, WINDOW_LEAST + 2 * check_draw(10)) > 0,
              "random triangles");
    }
}

/// Baked files ///////////////////////////////////////////////////////////////////////////////////

typedef struct corner {
    uint32_t skinned[6], uv[2], colour;
} corner;

typedef struct element {
    corner corners[3];
} element;

static int compare_elements(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(element));
}

typedef struct baked {
    bake_result result;
    play p;
} baked;

static bool bake(baked *b, const char *path, load_options options)
{
    diag d = {0};
    options.bake.file = path;
    *b = (baked){0};
    return replay_bake(&b->result, path, &options) &&
           check(play_open(&b->p, b->result.blob, b->result.bytes, &d) &&
                     play_pose(&b->p, b->p.model.clip_count > 0 ? 0 : PLAY_REST,
                               PELT_TICKS_PER_SECOND / 3, &d),
                 "%s: %s", path, d.message);
}

/* A mesh as a program sees it that keeps the last `window` skinned vertices in a ring. */
typedef struct view {
    const play *p;
    uint32_t mesh, window, skinned;
    uint32_t (*ring)[6];
    pelt_mesh_info info;
} view;

/* Skins the next half of the ring, or what is left. */
static bool skin(view *v)
{
    const bool real = v->p->model.encoding == PELT_FLOAT;
    const pelt_morph *morph = &(real ? v->p->real.morphs : v->p->fixed.morphs)[v->mesh];
    const uint32_t half = v->window / 2, left = v->info.vertex_count - v->skinned;
    const uint32_t first = v->skinned, count = left < half ? left : half;
    void *const to = v->ring[first % v->window];
    v->skinned += count;
    if (morph->records == NULL)
        morph = NULL;
    if (real) {
        float *const at = to;
        const pelt_output_f32 out = {at, v->info.has_normals ? at + 3 : NULL, 24, 0};
        return pelt_mesh_skin_f32(&out, v->mesh, &v->p->real.palettes[v->info.skin], morph, first,
                                  count) == PELT_OK;
    }
    int32_t *const at = to;
    const pelt_output_q16 out = {at, v->info.has_normals ? at + 3 : NULL, 24, 0};
    return pelt_mesh_skin_q16(&out, v->mesh, &v->p->fixed.palettes[v->info.skin], morph, first,
                              count) == PELT_OK;
}

static void see(corner *c, const pelt_mesh_info *info, uint32_t vertex, const uint32_t skinned[6])
{
    const uint8_t *colour = pelt_mesh_colour_get(info, vertex);
    memset(c, 0, sizeof *c);
    memcpy(c->skinned, skinned, (info->has_normals ? 6 : 3) * sizeof *skinned);
    if (info->uvs_i16 != NULL)
        memcpy(c->uv, info->uvs_i16 + (size_t)2 * vertex, 2 * sizeof(int16_t));
    if (info->uvs_f32 != NULL)
        memcpy(c->uv, info->uvs_f32 + (size_t)2 * vertex, sizeof c->uv);
    if (colour != NULL)
        memcpy(&c->colour, colour, sizeof c->colour);
}

static uint32_t index_at(const pelt_part_info *part, uint32_t i)
{
    uint32_t vertex = UINT32_MAX;
    (void)pelt_indices_get(&vertex, part, i, 1);
    return vertex;
}

/* Records the triangles of a part that a program sees. */
static bool watch(element *seen, view *v, const pelt_part_info *part)
{
    const uint32_t half = v->window / 2, corners = part->corners;
    const uint32_t count = part->index_count / corners;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < corners; k++)
            while (index_at(part, i * corners + k) >= v->skinned)
                if (!skin(v))
                    return false;
        const uint32_t end = (v->skinned + half - 1) / half * half;
        for (uint32_t k = 0; k < corners; k++) {
            const uint32_t vertex = index_at(part, i * corners + k);
            if (vertex + v->window < end)
                return false;
            see(&seen[i].corners[k], &v->info, vertex, v->ring[vertex % v->window]);
        }
    }
    qsort(seen, count, sizeof *seen, compare_elements);
    return true;
}

static element *elements_of(const pelt_part_info *part)
{
    return calloc(part->index_count / part->corners + 1, sizeof(element));
}

static bool same_part(view *whole, view *some, uint32_t index)
{
    pelt_part_info whole_part, part;
    pelt_part_get(&whole_part, &whole->p->model, whole->mesh, index);
    pelt_part_get(&part, &some->p->model, some->mesh, index);
    if (whole_part.index_count != part.index_count || whole_part.corners != part.corners)
        return false;
    FREED element *expected = elements_of(&part), *seen = elements_of(&part);
    return watch(expected, whole, &whole_part) && watch(seen, some, &part) &&
           memcmp(expected, seen, part.index_count / part.corners * sizeof *seen) == 0;
}

static bool same_mesh(const play *p, const play *through, uint32_t mesh, uint32_t window,
                      uint32_t counts[2])
{
    view whole = {.p = p, .mesh = mesh}, some = {.p = through, .mesh = mesh, .window = window};
    pelt_mesh_get(&whole.info, &p->model, mesh);
    pelt_mesh_get(&some.info, &through->model, mesh);
    whole.window = 2 * (whole.info.vertex_count + 1); /* for all of them */
    whole.ring = calloc(whole.window, sizeof *whole.ring);
    some.ring = calloc(some.window, sizeof *some.ring);
    bool ok = whole.info.part_count == some.info.part_count;
    for (uint32_t i = 0; i < some.info.part_count && ok; i++)
        ok = same_part(&whole, &some, i);
    counts[0] += whole.info.vertex_count;
    counts[1] += some.info.vertex_count;
    free(whole.ring);
    free(some.ring);
    return ok;
}

/* The fetches of a cache of 16 for each triangle of the first part; 2.48 in the hero's file. */
static double fetches(const play *p)
{
    pelt_mesh_info mesh;
    pelt_part_info part;
    if (pelt_mesh_get(&mesh, &p->model, 0) != PELT_OK ||
        pelt_part_get(&part, &p->model, 0, 0) != PELT_OK)
        return 3;
    FREED uint32_t *indices = malloc(part.index_count * sizeof *indices + 1);
    for (uint32_t i = 0; i < part.index_count; i++)
        indices[i] = index_at(&part, i);
    const uint32_t count = part.index_count / 3;
    const uint32_t misses = triangles_misses(indices, count, mesh.vertex_count, 16);
    return (double)misses / count;
}

static void check_file(const char *path, pelt_encoding encoding, uint32_t window, double most)
{
    baked whole, b;
    uint32_t counts[2] = {0, 0};
    load_options options = LOAD_OPTIONS;
    options.bake.encoding = encoding;
    bool ok = bake(&whole, path, options);
    options.bake.order.window = window;
    ok = bake(&b, path, options) && ok && b.p.model.mesh_count == whole.p.model.mesh_count;
    for (uint32_t i = 0; ok && i < b.p.model.mesh_count; i++)
        ok = same_mesh(&whole.p, &b.p, i, window, counts);
    check(ok, "%s", path);
    check(most == 0 || fetches(&whole.p) < 0.7, "%s: the blob's order", path);
    const double skins = counts[0] == 0 ? 1 : (double)counts[1] / counts[0];
    if (most > 0)
        printf("%s: %.3f skins a vertex through a window of %u\n", path, skins, window);
    check(most == 0 || skins <= most, "skins a vertex");
    play_close(&b.p);
    play_close(&whole.p);
    bake_result_free(&b.result);
    bake_result_free(&whole.result);
}

/* Checks that no triangle of a level of the first mesh turns its front away from its vertices' normals. */
static void check_level(const play *p, uint32_t level)
{
    view all = {.p = p};
    pelt_lods lods;
    uint32_t count = 0, backs = 0;
    bool ok = pelt_lods_open(&lods, &p->model) == PELT_OK &&
              pelt_mesh_get(&all.info, &p->model, 0) == PELT_OK;
    all.window = 2 * all.info.vertex_count;
    all.ring = calloc(all.window + 1, sizeof *all.ring);
    ok = ok && skin(&all);
    for (uint32_t i = 0; ok && i < all.info.part_count; i++) {
        pelt_part_info part;
        ok = pelt_part_lod(&part, &lods, 0, i, level) == PELT_OK;
        for (uint32_t t = 0; ok && t < part.index_count; t += 3) {
            double at[3][6], normal[3], ahead = 0;
            for (uint32_t k = 0; k < 3; k++)
                for (uint32_t c = 0; c < 6; c++)
                    at[k][c] = (int32_t)all.ring[index_at(&part, t + k)][c];
            vec3_normal(normal, at[0], at[1], at[2]);
            for (uint32_t k = 0; k < 3; k++)
                ahead += vec_dot(normal, at[k] + 3, 3);
            backs += ahead < 0;
            count++;
        }
    }
    free(all.ring);
    check(ok && count > 0 && backs == 0, "level %u: %u backs of %u", level, backs, count);
}

static void check_fronts(const char *path)
{
    load_options options[3] = {LOAD_OPTIONS, LOAD_OPTIONS, LOAD_OPTIONS};
    options[1].bake.order.max_palette = 1;
    options[2].reduce.levels = 3;
    for (uint32_t i = 0; i < 3; i++) {
        baked b;
        const bool ok = bake(&b, path, options[i]);
        for (uint32_t level = 0; ok && (level == 0 || level < options[i].reduce.levels); level++)
            check_level(&b.p, level);
        play_close(&b.p);
        bake_result_free(&b.result);
    }
}

int main(int argc, char **argv)
{
    static const pelt_encoding encodings[] = {PELT_EXACT, PELT_FLOAT, PELT_LEAN};
    double most = 0;
    int first = 1;
    diag_set_warnings(false);
    if (argc > 2 && strcmp(argv[1], "--most") == 0) {
        most = strtod(argv[2], NULL);
        first = 3;
    }
    if (argc == 3 && strcmp(argv[1], "--fronts") == 0) {
        check_fronts(argv[2]);
        return check_end();
    }
    if (most > 0) {
        check_square();
        check_fan();
        check_odd();
    }
    for (int i = first; i < argc; i++)
        check_file(argv[i], encodings[i % 3], most > 0 ? 64 : WINDOW_LEAST + 2 * check_draw(62),
                   most);
    return check_end();
}
