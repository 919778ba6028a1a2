/* SPDX-License-Identifier: MIT */
/* Bakes a glTF file in memory and plays it by the device library, with results by glTF vertex. */
#pragma once

#include "bake/baking.h"
#include "blob/source_map.h"
#include "play/play.h"
#include "scene/scene.h"

typedef struct replay {
    const scene *scene;
    bake_result baked;
    play play;
    source_map map;
} replay;

/* Returns false, with a message in `d` and nothing to close, if the scene cannot be baked or
 * played. */
bool replay_open(replay *r, const scene *s, pelt_encoding encoding, double error, const char *file,
                 diag *d);
void replay_close(replay *r);

/* Finds mesh and map of an instance of the scene; returns false if it was not baked. */
bool replay_find(uint32_t *mesh, const source_primitive **primitive, const replay *r,
                 const scene_instance *instance);

/* Writes the vertices of one instance in the pose of the last play_pose, in the order of its
 * POSITION accessor: [vertex_count]; normals and tangents where *info says that the mesh has them. */
bool replay_instance(double (*positions)[3], double (*normals)[3], double (*tangents)[4],
                     pelt_mesh_info *info, replay *r, const scene_instance *instance, diag *d);
