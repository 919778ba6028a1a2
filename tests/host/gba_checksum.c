/* SPDX-License-Identifier: MIT */
/*
 * What the Game Boy Advance's demo must print of its models: gba_checksum FILE.pelt SIZE prints
 * "skinned SIZE PRECISION NORMALS CRC" for raw and for unit normals, as examples/gba/main.c does.
 */
#include "../../examples/gba/checksum.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    static uint64_t blob[1u << 15], memory[1u << 14], palette[1u << 12];
    static int32_t words[6u * 4096u];
    pelt_model model;
    pelt_mesh_info mesh;
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        (void)fprintf(stderr, "usage: gba_checksum FILE.pelt SIZE\n");
        return 2;
    }
    const size_t bytes = fread(blob, 1, sizeof blob, file);
    (void)fclose(file);
    pelt_status status = pelt_model_open(&model, blob, bytes, &pelt_lean_wide);
    if (status == PELT_E_FAMILY)
        status = pelt_model_open(&model, blob, bytes, &pelt_exact);
    const uint32_t walk = status == PELT_OK ? pelt_clip_find(&model, "walk") : PELT_NONE;
    if (walk == PELT_NONE || pelt_mesh_get(&mesh, &model, 0) != PELT_OK || mesh.vertex_count > 4096u) {
        (void)fprintf(stderr, "%s: %s\n", argv[1], pelt_status_text(status));
        return 1;
    }
    for (uint32_t unit = 0; unit < 2u; unit++) {
        uint32_t crc;
        status = checksum_clip(&crc, &model, walk, unit != 0u ? 0u : PELT_RAW_NORMALS,
                               memory, sizeof memory, palette, sizeof palette, words);
        if (status != PELT_OK) {
            (void)fprintf(stderr, "%s: %s\n", argv[1], pelt_status_text(status));
            return 1;
        }
        printf("skinned %s %s %s %08x\n", argv[2], model.encoding == PELT_LEAN ? "q12" : "q16",
               unit != 0u ? "unit" : "raw", (unsigned)crc);
    }
    return 0;
}
