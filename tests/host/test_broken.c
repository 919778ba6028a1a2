/* SPDX-License-Identifier: MIT */
/* Bakes damaged copies of good glTF files, in a build with sanitizers: test_broken FILE.glb...
 *
 * Each file is cut at many lengths, with the lengths in its headers unchanged or corrected, and has
 * bytes flipped in the JSON and in the buffer. Each copy must be refused with a message, or give a
 * blob that opens and plays. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bake/baking.h"
#include "check.h"
#include "common/output.h"
#include "gltf/gltf.h"
#include "play/play.h"

#define CUTS 400u
#define FLIPS 1500u
#define MAX_SECONDS 20.0 /* of CPU for each file, as sanitizers and old machines differ */

static uint32_t random_state = 12345;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * below) >> 32);
}

static bool complain(const char *what, const diag *d)
{
    printf("FAIL %s: %s\n", what, d->message);
    return false;
}

static bool play_through(const bake_result *baked)
{
    diag d = {0};
    play p;
    if (!play_open(&p, baked->blob, baked->bytes, &d))
        return complain("a blob does not open", &d);
    bool ok = true;
    for (int clip = PLAY_BIND; clip < (int)p.model.clip_count && ok; clip++) {
        ok = play_pose(&p, clip, 0, &d);
        for (uint32_t m = 0; m < p.model.mesh_count && ok; m++) {
            pelt_mesh_info info = {0};
            ok = pelt_mesh_get(&info, &p.model, m) == PELT_OK;
            FREED double(*positions)[3] = diag_calloc(info.vertex_count, sizeof *positions);
            ok = ok && play_mesh(&p, m, positions, NULL, &d);
            for (uint32_t v = 0; v < info.vertex_count && ok; v++)
                ok = isfinite(positions[v][0] + positions[v][1] + positions[v][2]);
        }
    }
    play_close(&p);
    return ok || complain("a blob does not play", &d);
}

/* Returns false if the tool misbehaves. The copy has no byte to spare. */
static bool try_bytes(const uint8_t *bytes, size_t count, pelt_encoding encoding, uint32_t *baked)
{
    scene s;
    diag d = {0};
    FREED uint8_t *copy = malloc(count > 0 ? count : 1);
    if (copy == NULL)
        abort();
    if (count > 0)
        memcpy(copy, bytes, count);
    bool ok = true;
    if (gltf_load_memory(&s, &d, copy, count, NULL, &(gltf_options){false})) {
        const bake_options options = {.encoding = encoding, .bind = true, .file = "broken"};
        bake_result result;
        if (bake_scene(&result, &s, &options, &d)) {
            ok = play_through(&result);
            bake_result_free(&result);
            (*baked)++;
        }
        scene_free(&s);
    }
    return ok && ((d.exit_code == DIAG_OK) == (d.message[0] == '\0'));
}

static void write32(uint8_t *at, size_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static size_t read32(const uint8_t *at)
{
    return at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16 | (size_t)at[3] << 24;
}

static bool try_cuts(const uint8_t *bytes, size_t count, uint32_t *baked)
{
    const size_t json_end = 20 + read32(bytes + 12);
    FREED uint8_t *fitted = diag_calloc(count, 1);
    bool ok = true;
    for (uint32_t i = 0; i < CUTS && ok; i++) {
        /* Tries all lengths of the headers, then some others. */
        const size_t length = i < 64 ? i : draw((uint32_t)count);
        memcpy(fitted, bytes, count);
        if (length >= 20) {
            write32(fitted + 8, length);
            if (length < json_end)
                write32(fitted + 12, length - 20);
            else if (length >= json_end + 8)
                write32(fitted + json_end, length - json_end - 8);
        }
        ok = try_bytes(bytes, length, PELT_EXACT, baked) &&
             try_bytes(fitted, length, PELT_FLOAT, baked);
    }
    return ok;
}

static bool try_flips(const uint8_t *bytes, size_t count, uint32_t *baked)
{
    const clock_t start = clock();
    const uint32_t json_end = (uint32_t)(20 + read32(bytes + 12));
    FREED uint8_t *copy = diag_calloc(count, 1);
    bool ok = true;
    for (uint32_t i = 0; i < FLIPS && ok; i++) {
        if ((double)(clock() - start) / CLOCKS_PER_SEC > MAX_SECONDS)
            break;
        memcpy(copy, bytes, count);
        for (uint32_t k = 1 + draw(3); k > 0; k--) {
            const uint32_t at =
                i % 2 == 0 ? draw(json_end) : json_end + draw((uint32_t)count - json_end);
            copy[at] = draw(2) == 0 ? (uint8_t)(copy[at] ^ 1u << draw(8)) : (uint8_t)draw(256);
        }
        ok = try_bytes(copy, count, i % 4 < 2 ? PELT_EXACT : PELT_FLOAT, baked);
    }
    return ok;
}

int main(int argc, char **argv)
{
    diag_set_warnings(false);
    for (int i = 1; i < argc; i++) {
        void *bytes;
        size_t count;
        diag d = {0};
        uint32_t baked = 0;
        if (!read_file(&bytes, &count, argv[i], &d)) {
            diag_print(&d, argv[i]);
            return 3;
        }
        bool ok = count >= 28 && try_bytes(bytes, count, PELT_EXACT, &baked) && baked == 1;
        ok = ok && try_cuts(bytes, count, &baked) && try_flips(bytes, count, &baked);
        printf("%s %s: %u damaged files were still good\n", ok ? "ok  " : "FAIL", argv[i],
               baked - 1);
        check_count(ok);
        free(bytes);
    }
    return check_end();
}
