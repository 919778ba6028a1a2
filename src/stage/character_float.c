/* SPDX-License-Identifier: MIT */
/* Characters in float. An object file of its own: it costs nothing where unused. */
#include "../arithmetic/f32.h"
#include "../base/arena.h"
#include "../blob/stored.h"
#include "../kernel/family.h"
#include "pelt/motion.h"

/* Public functions of stages. */
#define POSE_ALLOC pelt_pose_alloc_f32
#define JOINTS_ALLOC pelt_joints_alloc_f32
#define PALETTE_ALLOC pelt_palette_alloc_f32
#define POSE_SAMPLE pelt_pose_sample_f32
#define JOINTS_BUILD pelt_joints_build_f32
#define PALETTE_BUILD pelt_palette_build_f32
#define MESH_SKIN pelt_mesh_skin_f32

#define SCRATCH pelt_scratch_f32
typedef struct SCRATCH scratch_t;

#include "character.inc"

/* clang-format off */

pelt_status pelt_character_open_f32(character_t *character, const void *blob, size_t blob_bytes,
                                    const pelt_family *family, void *memory, size_t memory_bytes)
{ return character_open(character, blob, blob_bytes, family, memory, memory_bytes); }
pelt_status pelt_character_share_f32(character_t *character, const character_t *with, void *memory,
                                     size_t memory_bytes)
{ return character_share(character, with, memory, memory_bytes); }
pelt_status pelt_character_clips_open_f32(character_t *character, const pelt_model *store,
                                          pelt_arena *arena)
{ return character_clips(character, store, arena); }
pelt_status pelt_character_play_f32(character_t *character, uint32_t clip, uint32_t ms,
                                    uint32_t flags)
{ return character_play(character, clip, ms, flags); }
pelt_status pelt_character_follow_f32(character_t *character, const pelt_player *player)
{ return character_follow(character, player); }
pelt_status pelt_character_joints_get_f32(joints_t **joints, character_t *character)
{ return character_joints(joints, character); }
pelt_status pelt_character_palettes_get_f32(const palette_t **palettes, character_t *character)
{ return character_palettes(palettes, character); }
pelt_status pelt_morph_renew_f32(pelt_morph *morph, const num *weights, uint32_t *at_base)
{ return morph_renew(morph, weights, at_base); }
pelt_status pelt_character_skin_f32(character_t *character, uint32_t mesh, vertex_t *vertices,
                                    uint32_t first, uint32_t count)
{ return character_skin(character, mesh, vertices, first, count); }
