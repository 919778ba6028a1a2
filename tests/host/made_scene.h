/* SPDX-License-Identifier: MIT */
/* Makes small characters for tests from plain arrays instead of a file. */
#pragma once

#include <math.h>
#include <string.h>

#include "scene/scene.h"

#define MOST_NODES 12u
#define MOST_CHANNELS 16u
#define RING 4u /* vertices about a bone */

/* Plain arrays and the scene that uses them. Bones are along x and bind where they rest. */
typedef struct character {
    scene s;
    scene_node nodes[MOST_NODES];
    uint32_t order[MOST_NODES];
    uint32_t joints[2][MOST_NODES];
    mat34 binds[2][MOST_NODES];
    scene_skin skins[2];
    scene_mesh meshes[1];
    scene_primitive primitives[1];
    scene_instance instances[2];
    scene_clip clips[1];
    scene_channel channels[MOST_CHANNELS];
    double times[4];
    double values[MOST_CHANNELS][4 * 3 * 4];
    double positions[MOST_NODES * RING * 2][3];
    double normals[MOST_NODES * RING * 2][3];
    uint32_t of_vertex[MOST_NODES * RING * 2][8];
    double weights[MOST_NODES * RING * 2][8];
} character;

/* One of two characters that take turns, without what was made of it before. */
static inline character *blank(void)
{
    static character both[2];
    static uint32_t turn;
    character *const c = &both[++turn % 2u];
    scene_free(&c->s); /* releases memory of the reduction only */
    memset(c, 0, sizeof *c);
    return c;
}

static inline uint32_t add_node(character *c, const char *name, uint32_t parent, double x, double y)
{
    const uint32_t node = c->s.node_count++;
    c->nodes[node] = (scene_node){.name = name,
                                  .parent = parent,
                                  .mesh = SCENE_NONE,
                                  .skin = SCENE_NONE,
                                  .in_scene = true,
                                  .local.trs = {{x, y, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
    c->order[node] = node;
    return node;
}

/* Adds vertices around the middle of a bone from `at`, all of one joint. */
static inline void add_ring(character *c, uint32_t joint, const double at[3])
{
    for (uint32_t i = 0; i < RING; i++) {
        const uint32_t v = c->primitives[0].vertex_count++;
        const double y[RING] = {0.1, 0, -0.1, 0}, z[RING] = {0, 0.1, 0, -0.1};
        const double position[3] = {at[0] + 0.5, at[1] + y[i], at[2] + z[i]};
        memcpy(c->positions[v], position, sizeof position);
        c->normals[v][1] = 10 * y[i];
        c->normals[v][2] = 10 * z[i];
        c->of_vertex[v][0] = joint;
        c->weights[v][0] = 1;
    }
}

/* Adds a turn about z in four keys: 0, angle, -angle, 0 at 0, 1, 2, 3 s, with tangents if cubic. */
static inline void add_turn(character *c, uint32_t node, double angle,
                            scene_interpolation interpolation)
{
    const double angles[4] = {0, angle, -angle, 0};
    scene_channel *channel = &c->channels[c->clips[0].channel_count];
    double *values = c->values[c->clips[0].channel_count++];
    const bool cubic = interpolation == SCENE_CUBICSPLINE;
    *channel = (scene_channel){node, SCENE_ROTATION, interpolation, 4, 4, c->times, values};
    for (uint32_t k = 0; k < 4; k++) {
        double *value = values + (cubic ? 12 * k + 4 : 4 * k);
        value[2] = sin(angles[k] / 2);
        value[3] = cos(angles[k] / 2);
        if (cubic)
            value[-2] = value[6] = 0.1;
    }
}

/* Adds a translation or scale along the y axis that starts and ends at the node's own. */
static inline void add_shift(character *c, uint32_t node, scene_path path,
                             scene_interpolation interpolation)
{
    scene_channel *channel = &c->channels[c->clips[0].channel_count];
    double *values = c->values[c->clips[0].channel_count++];
    const bool cubic = interpolation == SCENE_CUBICSPLINE;
    *channel = (scene_channel){node, path, interpolation, 4, 3, c->times, values};
    const double *own =
        path == SCENE_SCALE ? c->nodes[node].local.trs.s : c->nodes[node].local.trs.t;
    for (uint32_t k = 0; k < 4; k++) {
        double *value = values + (cubic ? 9 * k + 3 : 3 * k);
        memcpy(value, own, 3 * sizeof *own);
        value[1] += 0.2 * k;
        if (cubic)
            value[-3] = value[5] = 0.3;
    }
}

/* Makes the scene once all nodes, vertices and channels are added; node 0 draws it. */
static inline scene *finish(character *c)
{
    mat34 globals[MOST_NODES];
    for (uint32_t i = 0; i < c->s.node_count; i++) {
        const scene_node *node = &c->nodes[i];
        const mat34 local = trs_matrix(&node->local.trs);
        globals[i] = node->parent == SCENE_NONE ? local : mat34_mul(&globals[node->parent], &local);
        c->joints[0][i] = i;
        mat34_invert(&c->binds[0][i], &globals[i]);
    }
    c->skins[0] = (scene_skin){"", c->s.node_count, c->joints[0], c->binds[0], 0, NULL};
    scene_primitive *p = &c->primitives[0];
    p->mode = 0;
    p->whole_count = p->vertex_count;
    p->positions = (const double(*)[3])c->positions;
    p->normals = (const double(*)[3])c->normals;
    p->influences_per_vertex = 8;
    p->joints = c->of_vertex[0];
    p->weights = c->weights[0];
    p->joint_limit = c->s.node_count;
    p->material = &scene_default_material;
    c->meshes[0] = (scene_mesh){.name = "", .primitive_count = 1, .primitives = c->primitives};
    c->instances[0] = (scene_instance){0, 0, 0, 0};
    c->nodes[0].mesh = c->nodes[0].skin = 0;
    for (int i = 0; i < 4; i++)
        c->times[i] = i;
    c->clips[0].name = "turn";
    c->clips[0].channels = c->channels;
    c->clips[0].end_s = 3;
    c->s.nodes = c->nodes;
    c->s.order = c->order;
    c->s.skins = c->skins;
    c->s.meshes = c->meshes;
    c->s.clips = c->clips;
    c->s.instances = c->instances;
    c->s.skin_count = c->s.mesh_count = c->s.clip_count = c->s.instance_count = 1;
    return &c->s;
}
