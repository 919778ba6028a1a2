/* SPDX-License-Identifier: MIT */
/* Tests fewer joints, influences and triangles on generated chains of joints: which are folded, how far
 * vertices and the surface move by it, and what the baker drops by itself. Usage: test_reduce */
#include <math.h>
#include <string.h>

#include "bake/baking.h"
#include "check.h"
#include "common/diag.h"
#include "made_scene.h"
#include "reduce/reduce.h"
#include "reduce/collapse.h"
#include "scene/eval.h"

/// Folding ///////////////////////////////////////////////////////////////////////////////////////

/* An arm root - arm - twist - hand - end, with a ring on each joint but the end. */
static character *make_arm(void)
{
    character *c = blank();
    static const char *const names[] = {"root", "arm", "twist", "hand", "end"};
    for (uint32_t i = 0; i < 5; i++) {
        add_node(c, names[i], i == 0 ? SCENE_NONE : i - 1, i == 0 ? 0 : 1, 0);
        if (i < 4)
            add_ring(c, i, (double[3]){i, 0, 0});
    }
    return c;
}

/* The largest distance between vertices of two scenes over rest and clips, of a coordinate, in
 * units. */
static double apart(const scene *a, const scene *b)
{
    double positions[2][MOST_NODES * RING * 2][3], worst = 0;
    eval_pose poses[2];
    eval_pose_init(&poses[0], a);
    eval_pose_init(&poses[1], b);
    for (int i = -1; i <= 192; i++) { /* includes times shortly before and after keys */
        const uint32_t clip = i < 0 ? EVAL_REST : 0;
        const double time_s = i / 2 / 32.0 + (i % 2 == 0 ? 0.003 : -0.003);
        eval_pose_sample(&poses[0], a, clip, time_s, EVAL_UNIT_ROTATIONS);
        eval_pose_sample(&poses[1], b, clip, time_s, EVAL_UNIT_ROTATIONS);
        for (uint32_t k = 0; k < a->instance_count; k++) {
            const uint32_t count = scene_instance_primitive(a, &a->instances[k])->vertex_count;
            eval_instance(positions[0], NULL, NULL, a, &poses[0], &a->instances[k],
                          EVAL_UNIT_WEIGHTS);
            eval_instance(positions[1], NULL, NULL, b, &poses[1], &b->instances[k],
                          EVAL_UNIT_WEIGHTS);
            for (uint32_t v = 0; v < count; v++)
                for (int axis = 0; axis < 3; axis++)
                    worst = fmax(worst, fabs(positions[0][v][axis] - positions[1][v][axis]));
        }
    }
    eval_pose_free(&poses[0]);
    eval_pose_free(&poses[1]);
    return worst;
}

static reduce_stats reduce_to(scene *s, reduce_options options)
{
    reduce_stats stats;
    diag d = {0};
    check(reduce_scene(&stats, s, &options, &d), "it reduces %s", d.message);
    return stats;
}

/* The most influences of a vertex; -1 if weights are below zero or do not sum to one. */
static int most_influences(const scene *s)
{
    const scene_primitive *p = scene_instance_primitive(s, &s->instances[0]);
    int most = 0;
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        double sum = 0;
        int count = 0;
        for (uint32_t i = 0; i < p->influences_per_vertex; i++) {
            const double weight = p->weights[(size_t)v * p->influences_per_vertex + i];
            if (!(weight >= 0))
                return -1;
            sum += weight;
            count += weight > 0;
        }
        if (fabs(sum - 1) > 1e-9)
            return -1;
        most = count > most ? count : most;
    }
    return most;
}

static void test_still_joints(void)
{
    character *c = make_arm();
    add_turn(c, 1, 1, SCENE_LINEAR);
    add_turn(c, 3, 1, SCENE_CUBICSPLINE);
    const scene before = *finish(c);
    reduce_stats stats = reduce_to(&c->s, (reduce_options){.joints = 4});
    check(stats.folded_count == 1 && stats.folded[0] == 4, "the end goes first");
    check(c->s.skins[0].joint_count == 4, "it leaves the skin");
    stats = reduce_to(&c->s, (reduce_options){.joints = 3});
    check(stats.folded_count == 1 && stats.folded[0] == 2, "then what never moves");
    check(c->s.nodes[3].parent == 1 && c->s.nodes[3].local.trs.t[0] == 2,
          "its child hangs on its parent");
    check(c->s.nodes[1].child_count == 2 && c->s.nodes[1].children[1] == 3 &&
              c->s.nodes[2].child_count == 0 && c->s.nodes[2].parent == 1,
          "and is the parent's child");
    check(stats.relative < 1e-9 && apart(&before, &c->s) < 1e-6, "and nothing moves by that");
    check(c->s.clips[0].channel_count == 2 && c->s.clips[0].channels[0].key_count == 4 &&
              c->s.clips[0].channels[1].key_count == 4,
          "no key is added");

    c = make_arm();
    add_shift(c, 2, SCENE_SCALE, SCENE_CUBICSPLINE); /* more along y */
    add_turn(c, 1, 2, SCENE_LINEAR);
    add_turn(c, 3, 2, SCENE_LINEAR);
    for (uint32_t v = 2 * RING; v < 3 * RING; v++)
        c->of_vertex[v][0] = 3;
    finish(c);
    stats = reduce_to(&c->s, (reduce_options){.joints = 3});
    check(stats.folded_count == 2 && stats.folded[1] != 2,
          "a joint stays if its child would need shear");
}

/* The folded joint does not move, but turns, shifts and scales its child: keys change, but not
 * their number. */
static void test_transformed_tracks(void)
{
    for (int i = 0; i < 3; i++) {
        character *c = make_arm();
        const scene_interpolation interpolation = (scene_interpolation)i;
        const double r[4] = {0.1, 0.5, 0.1, sqrt(1 - 0.27)};
        memcpy(c->nodes[2].local.trs.r, r, sizeof r);
        for (int axis = 0; axis < 3; axis++)
            c->nodes[2].local.trs.s[axis] = 2;
        add_turn(c, 3, 1, interpolation);
        add_shift(c, 3, SCENE_TRANSLATION, interpolation);
        add_shift(c, 3, SCENE_SCALE, interpolation);
        add_turn(c, 1, 1, interpolation);
        const scene before = *finish(c);
        reduce_stats stats = reduce_to(&c->s, (reduce_options){.joints = 3});
        check(stats.folded_count == 2 && stats.folded[1] == 2, "a joint that turns its child goes");
        check(stats.relative < 1e-9 && apart(&before, &c->s) < 1e-9, "its child moves as before");
        check(c->s.clips[0].channel_count == 4, "with as many channels");
        for (uint32_t k = 0; k < c->s.clips[0].channel_count; k++)
            check(c->s.clips[0].channels[k].key_count == 4, "and keys");
    }
}

/* The joint in the middle moves, alone or relative to its child, with each interpolation. */
static void test_refitted_tracks(void)
{
    for (int i = 0; i < 9; i++) {
        character *c = make_arm();
        add_turn(c, 2, 0.5, (scene_interpolation)(i % 3));
        if (i >= 3)
            add_turn(c, 3, 0.8, (scene_interpolation)(i / 3));
        /* Leaves on joint 2 only the vertices that its child moves. */
        for (uint32_t v = 2 * RING; v < 3 * RING; v++)
            c->of_vertex[v][0] = 3;
        add_node(c, "other", 1, 0, 1);
        add_ring(c, 5, (double[3]){1, 1, 0});
        add_turn(c, 5, 2, SCENE_LINEAR);
        add_turn(c, 1, 2, SCENE_LINEAR);
        add_node(c, "far", 3, 30, 0);
        add_ring(c, 6, (double[3]){33, 0, 0});
        add_turn(c, 6, 2, SCENE_LINEAR);
        if (i < 3)
            add_turn(c, 3, 2, SCENE_LINEAR);
        const scene before = *finish(c);
        /* root and end are folded, too; the middle one of the others moves no vertex of its own. */
        reduce_stats stats = reduce_to(&c->s, (reduce_options){.joints = 5});
        check(stats.folded_count == 2 && stats.folded[1] == 2, "the empty joint goes");
        check(c->s.nodes[3].parent == 1, "its child hangs on its parent");
        check(apart(&before, &c->s) < 0.02, "its child moves nearly as before, 33 units out");
        for (uint32_t k = 0; k < c->s.clips[0].channel_count; k++)
            check(c->s.clips[0].channels[k].node != 2, "its track is gone");
    }
}

/* If both neighbours of a joint move, its vertices are best a mix of both. */
static void test_neighbours(void)
{
    character *c = make_arm();
    add_turn(c, 1, 2, SCENE_LINEAR);
    add_turn(c, 2, 0.4, SCENE_LINEAR);
    add_turn(c, 3, -0.4, SCENE_LINEAR); /* the hand turns back: the best place is between */
    for (uint32_t v = 3 * RING; v < 4 * RING; v++)
        c->positions[v][0] += 3; /* so that it matters more */
    const scene before = *finish(c);
    reduce_stats stats = reduce_to(&c->s, (reduce_options){.joints = 3});
    bool mixed = stats.folded_count == 2 && stats.folded[1] == 2;
    const scene_primitive *p = scene_instance_primitive(&c->s, &c->s.instances[0]);
    for (uint32_t v = 2 * RING; v < 3 * RING && mixed; v++)
        mixed = p->weights[(size_t)v * 4] < 0.9 && p->weights[(size_t)v * 4 + 1] > 0.1;
    check(mixed, "vertices of a folded joint are mixed of those around it");
    check(fabs(apart(&before, &c->s) - stats.units) < 0.2 * stats.units, "what it cost is told");
}

/* Two nodes draw one mesh, each with its own skin in another order. */
static void test_two_skins(void)
{
    character *c = make_arm();
    add_turn(c, 1, 1, SCENE_LINEAR);
    add_turn(c, 3, 1, SCENE_LINEAR);
    finish(c);
    for (uint32_t i = 0; i < 5; i++) {
        c->joints[1][i] = 4 - i;
        c->binds[1][i] = c->binds[0][4 - i];
    }
    c->skins[1] = (scene_skin){"", 5, c->joints[1], c->binds[1], 0, NULL};
    c->instances[1] = (scene_instance){1, 0, 0, 1};
    c->nodes[1].mesh = 0;
    c->nodes[1].skin = 1;
    c->s.skin_count = c->s.instance_count = 2;
    const scene before = c->s;
    reduce_stats stats = reduce_to(&c->s, (reduce_options){.joints = 3});
    check(stats.folded_count == 2, "two joints of two skins go");
    check(c->s.mesh_count == 2 && c->s.instances[0].mesh != c->s.instances[1].mesh,
          "each skin gets its own mesh");
    /* Ring 3 hangs on joint 3 in one skin and on joint 1 in the other, ring 2 on joint 2 of
     * both. */
    check(stats.relative < 1e-9 && apart(&before, &c->s) < 1e-9, "and nothing moves");
}

static void test_too_few(void)
{
    character *c = make_arm();
    const uint32_t prop = add_node(c, "prop", 3, 0, 1);
    finish(c);
    c->nodes[prop].mesh = 0;
    c->instances[1] = (scene_instance){prop, 0, 0, SCENE_NONE};
    c->s.instance_count = 2;
    const scene before = c->s;
    reduce_stats stats;
    diag d = {0};
    const reduce_options options = {.joints = 1};
    check(!reduce_scene(&stats, &c->s, &options, &d) && d.exit_code == DIAG_INVALID &&
              strstr(d.message, "ask for --joints 2 or more") != NULL,
          "a root and a prop have to stay");
    check(c->s.nodes == before.nodes && c->s.meshes == before.meshes && c->s.node_count == 6,
          "a scene that cannot be reduced is as it was");
    stats = reduce_to(&c->s, (reduce_options){.joints = 2});
    check(c->s.nodes[prop].parent == 0 && c->s.nodes[prop].local.trs.t[0] == 3,
          "the prop is where it was");
}

/* Inverse binds of another pose than the rest pose: the vertices of a folded joint bind like its
 * parent's; if the parent has no place in the skin, as they rest. */
static void test_places(void)
{
    character *c = make_arm();
    add_turn(c, 1, 1, SCENE_LINEAR);
    finish(c);
    c->skins[0].joint_count = 3; /* joints 2, 3, 4: their parent is not among them */
    for (uint32_t i = 0; i < 3; i++) {
        c->joints[0][i] = i + 2;
        c->binds[0][i] = c->binds[0][i + 2];
    }
    for (uint32_t v = 0; v < 4 * RING; v++)
        c->of_vertex[v][0] = 0;
    const scene before = c->s;
    reduce_stats stats = reduce_to(&c->s, (reduce_options){.joints = 2});
    check(c->s.skins[0].joint_count == 1 && c->s.skins[0].joints[0] == 1,
          "a parent outside the skin joins it");
    check(stats.relative < 1e-9 && apart(&before, &c->s) < 1e-9, "and nothing moves");
}

/// Weights ///////////////////////////////////////////////////////////////////////////////////////

/* A star of eight joints for every vertex, which the clip moves by different amounts. */
static character *make_star(void)
{
    character *c = blank();
    add_node(c, "root", SCENE_NONE, 0, 0);
    for (uint32_t i = 1; i < 8; i++)
        add_node(c, "", 0, 0.3 * i, 0);
    for (uint32_t i = 0; i < 8; i++)
        add_ring(c, 0, (double[3]){i * 0.3, 0, 0});
    for (uint32_t v = 0; v < 8 * RING; v++)
        for (uint32_t i = 0; i < 8; i++) {
            c->of_vertex[v][i] = i;
            c->weights[v][i] = (1 + (v * 7 + i * 5) % 11) / 48.0;
        }
    for (uint32_t i = 0; i < 8; i++)
        add_turn(c, i, 0.1 + 0.07 * i, SCENE_LINEAR);
    for (uint32_t v = 0; v < 8 * RING; v++) {
        double sum = 0;
        for (uint32_t i = 0; i < 8; i++)
            sum += c->weights[v][i];
        for (uint32_t i = 0; i < 8; i++)
            c->weights[v][i] /= sum;
    }
    return c;
}

/* Keeps the `most` heaviest weights and scales them. */
static void keep_heaviest(character *c, int most)
{
    for (uint32_t v = 0; v < 8 * RING; v++) {
        for (int dropped = 0; dropped < 8 - most; dropped++) {
            uint32_t lightest = 8;
            for (uint32_t i = 0; i < 8; i++)
                if (c->weights[v][i] > 0 &&
                    (lightest == 8 || c->weights[v][i] < c->weights[v][lightest]))
                    lightest = i;
            c->weights[v][lightest] = 0;
        }
    }
}

static void test_influences(void)
{
    double last = HUGE_VAL;
    for (int most = 1; most <= 4; most++) {
        character *c = make_star(), *plain = make_star();
        keep_heaviest(plain, most);
        finish(plain);
        const scene before = *finish(c);
        reduce_stats stats = reduce_to(&c->s, (reduce_options){.influences = (uint32_t)most});
        check(most_influences(&c->s) == most, "as many influences as asked for");
        check(stats.vertices_fitted == 8 * RING, "all vertices are fitted");
        const double fitted = apart(&before, &c->s), heaviest = apart(&before, &plain->s);
        check(fitted < 0.7 * heaviest, "nearer than the heaviest weights");
        check(fitted < last, "the more influences, the nearer");
        check(fabs(fitted - stats.units) < 0.1 * fitted, "what it cost is told");
        last = fitted;
    }
}

static void test_few_stay(void)
{
    character *c = make_star();
    keep_heaviest(c, 2);
    finish(c);
    const double were[2] = {c->weights[0][0], c->weights[5][3]};
    reduce_stats stats = reduce_to(&c->s, (reduce_options){.influences = 2});
    check(stats.vertices_fitted == 0 && stats.relative < 1e-12, "two are not fitted to two");
    check(c->weights[0][0] == were[0] && c->weights[5][3] == were[1],
          "the scene's arrays are not written");
}

/* Of two joints that do not move the heavier one takes the lighter one's weight. */
static void test_undecided(void)
{
    character *c = make_arm();
    add_turn(c, 3, 1, SCENE_LINEAR);
    for (uint32_t v = RING; v < 2 * RING; v++)
        for (uint32_t i = 0; i < 3; i++) {
            c->of_vertex[v][i] = 3 - i;
            c->weights[v][i] = (double[]){0.3, 0.4 - 0.2 * (v % 2), 0.3 + 0.2 * (v % 2)}[i];
        }
    finish(c);
    reduce_stats stats = reduce_to(&c->s, (reduce_options){.influences = 2});
    const scene_primitive *p = scene_instance_primitive(&c->s, &c->s.instances[0]);
    bool ok = stats.relative < 1e-5;
    for (uint32_t v = RING; v < 2 * RING; v++)
        ok &= p->joints[4 * v] == 2 - v % 2 && fabs(p->weights[4 * v] - 0.7) < 1e-3 &&
              p->joints[4 * v + 1] == 3 && fabs(p->weights[4 * v + 1] - 0.3) < 1e-3;
    check(ok, "what moments do not decide stays with the heavier joint");
}

/* Counts vertices by number of influences after baking. */
static void bake_runs(uint32_t runs[4], const scene *s, double error)
{
    bake_result result;
    diag d = {0};
    const bake_options options = {.encoding = PELT_EXACT, .file = "(made)", .error = error};
    check(bake_scene(&result, s, &options, &d), "it bakes");
    memcpy(runs, result.stats.influence_runs, 4 * sizeof *runs);
    bake_result_free(&result);
}

static void test_small_weights(void)
{
    static const struct {
        double weight, turn;
        bool stays;
    } cases[] = {
        {1e-6, 1, false}, /* has no effect */
        {1e-3, 1, true},  /* moves by a thousandth */
        {3e-4, 0, false}, /* not moved by the clip, and little by any turn */
        {3e-4, 1, true},  /* the same, but moved by the clip */
        {25e-4, 0, true}, /* not moved by the clip, but by turning */
        {5e-3, 0, true},  /* the same, and normals, too */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        character *c = make_arm();
        add_turn(c, 1, 0.5, SCENE_LINEAR);
        if (cases[i].turn > 0)
            add_turn(c, 2, cases[i].turn, SCENE_LINEAR);
        for (uint32_t v = 2 * RING; v < 3 * RING; v++) {
            c->of_vertex[v][1] = 1;
            c->weights[v][1] = cases[i].weight;
            c->weights[v][0] = 1 - cases[i].weight;
        }
        uint32_t runs[4];
        bake_runs(runs, finish(c), 0);
        check(runs[1] == (cases[i].stays ? RING : 0), "a weight of %g %s", cases[i].weight,
              cases[i].stays ? "matters and stays" : "goes");
        bake_runs(runs, &c->s, 0.05);
        check(runs[1] == 0, "at a coarser error each of them goes");
    }
}

/* A weight that moves no vertex still turns normals if those of two other joints nearly cancel. */
static void test_normals(void)
{
    for (int cancels = 0; cancels < 2; cancels++) {
        character *c = blank();
        add_node(c, "root", SCENE_NONE, 0, 0);
        for (uint32_t i = 1; i < 4; i++)
            add_node(c, "", 0, 0, 0);
        add_ring(c, 0, (double[3]){1, 0, 0});
        add_ring(c, 0, (double[3]){0, 0, 0});
        for (uint32_t v = RING; v < 2 * RING; v++) {
            memset(c->positions[v], 0, sizeof c->positions[v]);
            c->normals[v][1] = 1; /* hardly along z, which does not turn; no two are equal */
            c->normals[v][2] = 1e-3 * v;
            for (uint32_t i = 0; i < 3; i++) {
                c->of_vertex[v][i] = i + 1;
                c->weights[v][i] = (double[]){0.5, 0.498, 0.002}[i];
            }
        }
        add_turn(c, 1, cancels ? 1.55 : 0.1, SCENE_LINEAR);
        add_turn(c, 2, cancels ? -1.55 : 0.1, SCENE_LINEAR);
        add_turn(c, 3, 1.5, SCENE_LINEAR);
        uint32_t runs[4];
        bake_runs(runs, finish(c), 0);
        check(runs[cancels ? 2 : 1] == RING, "a weight that turns normals %s",
              cancels ? "stays" : "little goes");
    }
}

/// Triangles /////////////////////////////////////////////////////////////////////////////////////

#define RINGS (2 * MOST_NODES)
#define TUBE (2u * RING * (RINGS - 1)) /* triangles */

/* A straight tube of square rings, whose second half the second of two joints moves; `tilt` moves
 * every other vertex of the middle by that. */
static character *make_tube(uint32_t indices[TUBE][3], double tilt)
{
    character *c = blank();
    uint32_t count = 0;
    add_node(c, "root", SCENE_NONE, 0, 0);
    add_node(c, "bend", 0, RINGS / 2.0 + 0.5, 0);
    for (uint32_t i = 0; i < RINGS; i++)
        add_ring(c, i >= RINGS / 2, (double[3]){i, 0, 0});
    for (uint32_t v = 0; v < RING * RINGS; v += 2)
        c->positions[v][2] += v / RING % 2 * tilt;
    for (uint32_t i = 0; i + 1 < RINGS; i++)
        for (uint32_t k = 0; k < RING; k++) {
            const uint32_t a = i * RING + k, b = i * RING + (k + 1) % RING;
            memcpy(indices[count++], (uint32_t[]){a, b, a + RING}, sizeof *indices);
            memcpy(indices[count++], (uint32_t[]){b, b + RING, a + RING}, sizeof *indices);
        }
    finish(c);
    c->primitives[0].mode = 4;
    c->primitives[0].indices = indices[0];
    c->primitives[0].index_count = 3 * count;
    return c;
}

/* The largest distance of the source's vertices from any of the triangles that are left, over a
 * clip, relative to the size of the rest pose. */
static double surface_off(const scene *whole, const scene *s)
{
    double positions[2][RING * RINGS][3], worst = 0, share[3];
    const scene_primitive *p = scene_instance_primitive(s, &s->instances[0]);
    const uint32_t count = scene_instance_primitive(whole, &whole->instances[0])->vertex_count;
    FREED_BY(eval_pose_free) eval_pose pose;
    eval_pose_init(&pose, s);
    for (int i = 0; i <= 30; i++) {
        eval_pose_sample(&pose, s, 0, i / 10.0, EVAL_UNIT_ROTATIONS);
        eval_instance(positions[0], NULL, NULL, whole, &pose, &whole->instances[0], 0);
        eval_instance(positions[1], NULL, NULL, s, &pose, &s->instances[0], 0);
        for (uint32_t v = 0; v < count; v++) {
            double nearest = HUGE_VAL;
            for (uint32_t k = 0; k < p->index_count; k += 3)
                nearest = fmin(nearest,
                               surface_nearest(share, positions[0][v], positions[1][p->indices[k]],
                                               positions[1][p->indices[k + 1]],
                                               positions[1][p->indices[k + 2]]));
            worst = fmax(worst, sqrt(nearest));
        }
    }
    return worst / RINGS;
}

static void test_triangles(void)
{
    uint32_t indices[TUBE][3];
    character *c = make_tube(indices, 0);
    memset(c->of_vertex, 0, sizeof c->of_vertex); /* all of one joint */
    reduce_stats stats = reduce_to(&c->s, (reduce_options){.triangles = TUBE});
    check(stats.triangles.before == TUBE && stats.triangles.after == TUBE && c->s.whole == NULL,
          "as many as there are change nothing");
    stats = reduce_to(&c->s, (reduce_options){.triangles = 3 * 2 * RING});
    check(stats.triangles.after == 3 * 2 * RING && stats.triangles.largest < 1e-9,
          "a straight tube loses nothing: %g", stats.triangles.largest);

    c = make_tube(indices, 0);
    add_turn(c, 1, 1.4, SCENE_LINEAR);
    stats = reduce_to(&c->s, (reduce_options){.triangles = 3 * 2 * RING});
    check(stats.triangles.after == 3 * 2 * RING && stats.triangles.largest < 1e-9,
          "nor does one that bends where its rings stay: %g", stats.triangles.largest);

    for (uint32_t left = 120; left >= 40; left -= 20) {
        c = make_tube(indices, 0.05);
        add_turn(c, 1, 1.4, SCENE_LINEAR);
        stats = reduce_to(&c->s, (reduce_options){.triangles = left});
        const scene_primitive *p = scene_instance_primitive(&c->s, &c->s.instances[0]);
        const double off = surface_off(c->s.whole, &c->s);
        check(stats.triangles.after <= left && stats.triangles.after + 2 > left &&
                  p->index_count == 3 * stats.triangles.after && p->whole_count == RING * RINGS,
              "%u of %u triangles, not %u", (unsigned)stats.triangles.after, TUBE, left);
        check(off > 0 && off < 1.1 * stats.triangles.largest && stats.triangles.largest < 0.03,
              "the surface is %g off, not %g", off, stats.triangles.largest);
        bool same = true;
        for (uint32_t v = 0; v < p->vertex_count; v++) {
            const uint32_t from = p->origin[v];
            same &= memcmp(p->positions[v], c->positions[from], sizeof *p->positions) == 0 &&
                    memcmp(p->normals[v], c->normals[from], sizeof *p->normals) == 0 &&
                    p->joints[8 * v] == c->of_vertex[from][0] && p->weights[8 * v] == 1;
        }
        check(same, "what is left is as it was");
    }
}

/* Levels have about half the triangles each, of vertices of the level before; what is drawn at first
 * stays. */
static void test_levels(void)
{
    uint32_t indices[TUBE][3];
    character *c = make_tube(indices, 0.05);
    add_turn(c, 1, 1.4, SCENE_LINEAR);
    reduce_stats stats = reduce_to(&c->s, (reduce_options){.levels = 3});
    const scene_primitive *p = scene_instance_primitive(&c->s, &c->s.instances[0]);
    check(c->s.level_count == 3 && p->index_count == 3 * TUBE && p->indices == indices[0] &&
              c->s.whole == NULL,
          "level 0 is as it was, and there are %u", c->s.level_count);
    bool has[RING * RINGS];
    memset(has, true, sizeof has);
    for (uint32_t level = 1; level < c->s.level_count; level++) {
        const scene_lod *lod = &p->lods[level - 1];
        const simplify_stats *told = &stats.levels[level - 1];
        bool used[RING * RINGS] = {false}, same = true;
        for (uint32_t t = 0; t < lod->triangle_count; t++)
            for (int k = 0; k < 3; k++) {
                same &= has[lod->triangles[t][k]];
                used[lod->triangles[t][k]] = true;
            }
        memcpy(has, used, sizeof has);
        check(same, "level %u has vertices of the level before", level);
        check(told->before == TUBE && told->after == lod->triangle_count &&
                  lod->triangle_count <= TUBE >> level && lod->triangle_count + 3 > TUBE >> level,
              "level %u has %u triangles of %u", level, lod->triangle_count, TUBE);
        scene coarse = c->s; /* as if only these were there */
        scene_primitive only = *p;
        scene_mesh mesh = c->s.meshes[c->s.instances[0].mesh];
        only.indices = lod->triangles[0];
        only.index_count = 3 * lod->triangle_count;
        mesh.primitives = &only;
        coarse.meshes = &mesh;
        coarse.instances[0].mesh = coarse.instances[0].primitive = 0;
        const double off = surface_off(&c->s, &coarse);
        check(off > 0 && off < 1.1 * told->largest && told->largest < 0.05 &&
                  c->s.level_errors[level] == told->largest &&
                  told->largest >= c->s.level_errors[level - 1],
              "level %u is %g off, not %g", level, off, told->largest);
    }

    c = make_tube(indices, 0);
    memset(c->of_vertex, 0, sizeof c->of_vertex);
    stats = reduce_to(&c->s, (reduce_options){.triangles = 1, .levels = 3});
    check(c->s.level_count == 1, "no level where no triangle can go: %u", c->s.level_count);
}

int main(void)
{
    test_triangles();
    test_levels();
    test_still_joints();
    test_transformed_tracks();
    test_refitted_tracks();
    test_neighbours();
    test_two_skins();
    test_too_few();
    test_places();
    test_influences();
    test_few_stay();
    test_undecided();
    test_small_weights();
    test_normals();
    return check_end();
}
