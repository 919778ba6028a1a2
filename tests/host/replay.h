/* SPDX-License-Identifier: MIT */
/* A glTF file baked in memory and played by the device library, vertex by glTF vertex. */
#ifndef PELT_TEST_REPLAY_H
#define PELT_TEST_REPLAY_H

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

/* False, with `d` filled and nothing to close, where the scene cannot be baked or played. */
bool replay_open(replay *r, const scene *s, pelt_encoding encoding, double error, const char *file,
                 diag *d);
void replay_close(replay *r);

/* Mesh and map of an instance of the scene; false where it was not baked. */
bool replay_find(uint32_t *mesh, const source_primitive **primitive, const replay *r,
                 const scene_instance *instance);

/*
 * Vertices of one instance in the pose of the last play_pose, in the order of its POSITION
 * accessor: [vertex_count]. *has_normals tells whether normals were written.
 */
bool replay_instance(double (*positions)[3], double (*normals)[3], bool *has_normals, replay *r,
                     const scene_instance *instance, diag *d);

#endif
