/* SPDX-License-Identifier: MIT */
/* pelt verify: prints how far the device library is from the glTF file, clip by clip. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bake/baking.h"
#include "bake/job/job.h"
#include "cmd/commands.h"
#include "cmd/json_out.h"
#include "common/output.h"
#include "common/progress.h"
#include "contract/contract.h"
#include "play/verifier.h"

/* Reads the store whose clips are played, and puts the scene's in their order, by their names; of clips of
 * one name the first stands for the first. */
static bool take_store(loaded_blob *out, scene *s, command_line *o, diag *d)
{
    diag inner = {0};
    pelt_model store;
    pelt_clip_info info;
    bool ok = read_file(&out->store, &out->size_bytes, o->store, &inner);
    const pelt_status status =
        ok ? play_open_model(&store, out->store, out->size_bytes) : PELT_E_ARGUMENT;
    ok = ok && (status == PELT_OK || play_refuse(&inner, out->store, status));
    if (!ok)
        return diag_fail(d, inner.exit_code, "--store %.200s: %s", o->store, inner.message);
    if (o->load.has_precision && store.encoding != (uint32_t)o->load.bake.encoding)
        return diag_fail(d, DIAG_USAGE,
                         "--store %.200s is in %s, command line, leave out --precision", o->store,
                         traits_of((pelt_encoding)store.encoding)->name);
    o->load.has_precision = true;
    o->load.bake.encoding = (pelt_encoding)store.encoding;
    o->load.bake.part = BAKE_WITHOUT_CLIPS;
    scene_clip *clips = scene_alloc(s, store.clip_count, sizeof *clips);
    scene_root_track *tracks = scene_alloc(s, store.clip_count, sizeof *tracks);
    scene_root *root = scene_alloc(s, 1, sizeof *root);
    FREED bool *taken = diag_calloc(s->clip_count + 1u, sizeof *taken);
    for (uint32_t i = 0; i < store.clip_count; i++) {
        uint32_t from = 0;
        (void)pelt_clip_get(&info, &store, i);
        while (from < s->clip_count && (taken[from] || strcmp(s->clips[from].name, info.name) != 0))
            from++;
        if (from == s->clip_count)
            return diag_fail(d, DIAG_USAGE,
                             "its clip \"%.60s\" is not among IN's, --store %.200s, give the file "
                             "that it was baked from by --clips-from",
                             info.name, o->store);
        taken[from] = true;
        clips[i] = s->clips[from];
        if (s->root != NULL)
            tracks[i] = s->root->tracks[from];
    }
    s->clips = clips;
    s->clip_count = store.clip_count;
    if (s->root != NULL) {
        *root = *s->root;
        root->tracks = tracks;
        s->root = root;
    }
    return true;
}

/* The outcome: the first clip that exceeds the limit, or the largest error of all. */
typedef struct verdict {
    diag excess;
    char text[160]; /* largest error and limit of each precision */
    double worst;
    json_t *clips, *rest; /* NULL: lines are printed instead */
} verdict;

/* clip: NULL for the rest pose, which no store has. */
static void fail_on(diag *d, const scene_clip *clip, const verify_result *r,
                    const encoding_traits *encoding, double limit, bool is_store)
{
    char where[32] = "the rest pose";
    if (clip != NULL)
        snprintf(where, sizeof where, "clip %u", clip->index);
    diag_fail(d, DIAG_INVALID,
              "%s in %s is off by %.3e of the model's size, more than %.3e, /nodes/%u primitive %u "
              "vertex %u at %.6g s, %sraise --max-error if that is acceptable",
              where, encoding->name, r->max_rel, limit, r->node, r->primitive, r->vertex, r->time_s,
              is_store && clip != NULL ? "bake the store with a smaller --error, or " : "");
}

/* clip: NULL for the rest pose, which has no line. */
static void tell(verdict *end, const verify_result *r, const scene_clip *clip,
                 const encoding_traits *encoding, double limit)
{
    end->worst = fmax(end->worst, r->max_rel);
    progress_clear();
    if (end->clips == NULL) {
        if (clip != NULL)
            printf("clip\t%u\t%s\t%.6e\t%.6e\t%.6e\t%u\t%u\t%u\t%.9g\n", clip->index,
                   encoding->number, r->max_rel, r->p99_rel, r->max_units, r->node, r->primitive,
                   r->vertex, r->time_s);
        return;
    }
    json_t *line = json_out_add(json_object(),
                                "encoding:t precision:t error:n limit:n p99:n units:n node:u "
                                "primitive:u vertex:u time:n",
                                encoding->name, encoding->number, r->max_rel, limit, r->p99_rel,
                                r->max_units, r->node, r->primitive, r->vertex, r->time_s);
    if (clip != NULL)
        json_out_add(line, "index:u name:t start:n end:n", clip->index, clip->name, clip->start_s,
                     clip->end_s);
    json_array_append_new(clip == NULL ? end->rest : end->clips, line);
}

static bool print_json(const command_line *o, const verdict *end, diag *d)
{
    json_auto_t *out =
        json_out_add(json_object(), "input:t verified:b error:n rest:j clips:j warnings:j", o->in,
                     end->excess.exit_code == DIAG_OK, end->worst, json_incref(end->rest),
                     json_incref(end->clips), json_out_warnings());
    if (o->load.has_precision) {
        const encoding_traits *encoding = traits_of(o->load.bake.encoding);
        json_out_add(out, "encoding:t precision:t", encoding->name, encoding->number);
    }
    return json_out_print(out, d);
}

/* Compares one encoding; returns false if that is not possible. The result goes to the verdict. */
static bool verify_flavour(const scene *s, const command_line *o, const loaded_blob *from,
                           pelt_encoding encoding, diag *d, verdict *end)
{
    const encoding_traits *of = traits_of(encoding);
    bake_options options = o->load.bake;
    options.texture_side = options.texture_side == BAKE_AUTO ? 0 : options.texture_side;
    options.encoding = encoding;
    options.forces_unit &= encoding != PELT_FLOAT;
    const double limit = o->max_error > 0 ? o->max_error
                         : s->volume > 0  ? s->volume
                                          : bake_first_budget(&options).error;
    FREED_BY(bake_result_free) bake_result baked = {0};
    FREED_BY(play_close) play p = {0};
    FREED_BY(source_map_free) source_map map = {0};
    verify_result r;
    double worst = 0;
    bool ok = contract_bake(&baked, s, &options, d) && play_open(&p, baked.blob, baked.bytes, d) &&
              source_map_open(&map, &p.model, d) &&
              (from->store == NULL || play_take_clips(&p, from->store, from->size_bytes, d));
    verifier *v = ok ? verify_open(&p, &map, s, d) : NULL;
    ok = v != NULL;
    for (int clip = PLAY_REST; clip < (int)s->clip_count && ok; clip++) {
        const scene_clip *source = clip == PLAY_REST ? NULL : &s->clips[clip];
        if (source != NULL)
            progress("verifying clips", (uint32_t)clip, s->clip_count);
        ok = verify_clip(&r, v, clip, source == NULL ? 1 : o->samples, d);
        if (!ok)
            break;
        tell(end, &r, source, of, limit);
        if (!(r.max_rel <= limit))
            fail_on(&end->excess, source, &r, of, limit, o->store != NULL);
        worst = fmax(worst, r.max_rel);
    }
    diag_append(end->text, sizeof end->text, "%s%s off by %.1e of the size, limit %.1e",
                end->text[0] != '\0' ? "; " : "", of->name, worst, limit);
    verify_close(v);
    return ok;
}

bool cmd_verify(command_line *o, diag *d)
{
    static const pelt_encoding encodings[] = {PELT_EXACT, PELT_FLOAT, PELT_LEAN};
    FREED_BY(scene_free) scene s = {0};
    FREED_BY(loaded_blob_free) loaded_blob from = {0};
    json_auto_t *clips = o->json ? json_array() : NULL, *rest = o->json ? json_array() : NULL;
    verdict end = {.clips = clips, .rest = rest};
    if (!load_scene(&s, NULL, o->in, &o->load, d) ||
        (o->store != NULL && !take_store(&from, &s, o, d)))
        return false;
    if (!o->json && s.clip_count > 0)
        diag_note(o->in,
                  "clip INDEX precision max_rel p99_rel max_units node primitive vertex time");
    bool warned = false;
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        if (o->load.has_precision ? encodings[i] != o->load.bake.encoding
                                  : encodings[i] == PELT_LEAN)
            continue;
        if (o->load.bake.order.pack && encodings[i] == PELT_FLOAT)
            continue;
        diag_set_warnings(!warned); /* the warnings would be the same again */
        warned = true;
        if (!verify_flavour(&s, o, &from, encodings[i], d, &end))
            return false;
    }
    if ((o->json && !print_json(o, &end, d)) || !output_flush(d))
        return false;
    *d = end.excess;
    if (d->exit_code == DIAG_OK)
        diag_note(o->in, "verified: %s", end.text);
    return d->exit_code == DIAG_OK;
}
