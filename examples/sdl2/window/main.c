/* SPDX-License-Identifier: MIT */
/* desktop.c for any character in fixed point: what `pelt view --window` starts.
 *
 *   pelt-window FILE.pelt|- [MS]     -: from standard input; MS as in desktop.c */
#define main desktop
#include "../desktop.c"
#undef main

#include <stdio.h>
#include <string.h>

/* The exit status is 0; 1 if the character cannot be shown; 2 for wrong arguments. */
int main(int argc, char **argv)
{
    FILE *in = argc < 2 ? NULL : strcmp(argv[1], "-") == 0 ? stdin : fopen(argv[1], "rb");
    pelt_model model;
    if (in == NULL)
        return fprintf(stderr, "usage: pelt-window FILE.pelt|- [MS]\n"), 2;
    (void)fread(model_blob, 1, sizeof model_blob, in);
    model_family = &pelt_exact_volume; /* it has all loops */
    if (pelt_model_open(&model, model_blob, sizeof model_blob, model_family) == PELT_E_FAMILY)
        model_family = &pelt_lean_volume;
    need(pelt_model_open(&model, model_blob, sizeof model_blob, model_family));
    if (pelt_vertices_count(&model) > MODEL_VERTICES || model.clip_count == 0u ||
        pelt_triangles_count(&model) > MODEL_TRIANGLES ||
        pelt_character_bytes_get(&model) > MODEL_ARENA_BYTES ||
        pelt_pose_bytes_get(&model) > MODEL_ACTOR_BYTES)
        return fprintf(stderr, "pelt-window: no clips, or too large\n"), 1;
    return desktop(argc - 1, argv + 1);
}
