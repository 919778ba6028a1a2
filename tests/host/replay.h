/* SPDX-License-Identifier: MIT */
/* Bakes a glTF file in memory and plays it by the device library, with results by glTF vertex. */
#pragma once

#include <string.h>

#include "bake/baking.h"
#include "blob/source_map.h"
#include "check.h"
#include "cmd/load.h"
#include "contract/contract.h"
#include "play/play.h"
#include "scene/scene.h"

/* Bakes a file with tracks as they come, as fits of an error take long. Says why if it cannot. */
static inline bool replay_bake(bake_result *out, const char *path, const load_options *options)
{
    FREED_BY(scene_free) scene s = {0};
    diag d = {0};
    return check(load_scene(&s, NULL, path, options, &d) && bake_scene(out, &s, &options->bake, &d),
                 "%s: %s", path, d.message);
}

typedef struct replay {
    const scene *scene;
    bake_result baked;
    play play;
    source_map map;
} replay;

static inline void replay_close(replay *r)
{
    source_map_free(&r->map);
    play_close(&r->play);
    bake_result_free(&r->baked);
}

/* Returns false, with a message in `d` and nothing to close, if the scene cannot be baked or
 * played. */
static inline bool replay_open(replay *r, const scene *s, pelt_encoding encoding, double error,
                               const char *file, diag *d)
{
    const bake_options options = {.encoding = encoding, .error = error, .file = file};
    *r = (replay){.scene = s};
    if (contract_bake(&r->baked, s, &options, d) &&
        play_open(&r->play, r->baked.blob, r->baked.bytes, d) &&
        source_map_open(&r->map, &r->play.model, d))
        return true;
    replay_close(r);
    return false;
}

/* Finds mesh and map of an instance of the scene; returns false if it was not baked. */
static inline bool replay_find(uint32_t *mesh, const source_primitive **primitive, const replay *r,
                               const scene_instance *instance)
{
    for (uint32_t m = 0; m < r->map.mesh_count; m++) {
        if (r->map.meshes[m].node != (int32_t)instance->node)
            continue;
        for (uint32_t i = 0; i < r->map.meshes[m].primitive_count; i++) {
            if (r->map.meshes[m].primitives[i].primitive == instance->primitive) {
                *mesh = m;
                *primitive = &r->map.meshes[m].primitives[i];
                return true;
            }
        }
    }
    return false;
}

/* Writes the vertices of one instance in the pose of the last play_pose, in the order of its
 * POSITION accessor: [vertex_count]; normals and tangents where *info says that the mesh has them. */
static inline bool replay_instance(double (*positions)[3], double (*normals)[3],
                                   double (*tangents)[4], pelt_mesh_info *info, replay *r,
                                   const scene_instance *instance, diag *d)
{
    uint32_t mesh;
    const source_primitive *primitive;
    if (!replay_find(&mesh, &primitive, r, instance) ||
        primitive->vertex_count != scene_instance_primitive(r->scene, instance)->vertex_count ||
        pelt_mesh_get(info, &r->play.model, mesh) != PELT_OK)
        return diag_fail(d, DIAG_INVALID, "an instance is missing from the blob");
    FREED double(*p)[3] = diag_calloc(info->vertex_count + 1u, sizeof *p);
    FREED double(*n)[3] = diag_calloc(info->vertex_count + 1u, sizeof *n);
    FREED double(*t)[4] = diag_calloc(info->vertex_count + 1u, sizeof *t);
    const bool ok = play_mesh(&r->play, mesh, p, n, d) &&
                    (info->has_tangents == 0 || play_tangents(&r->play, mesh, t, d));
    for (uint32_t v = 0; v < primitive->vertex_count && ok; v++) {
        memcpy(positions[v], p[primitive->vertices[v]], sizeof *p);
        memcpy(normals[v], n[primitive->vertices[v]], sizeof *n);
        memcpy(tangents[v], t[primitive->vertices[v]], sizeof *t);
    }
    return ok;
}
