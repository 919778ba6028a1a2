/* SPDX-License-Identifier: MIT */
/*
 * Events of clips: extras of animations, which are any application's, so that what is no event is
 * left out with a warning; and the file of --events, which is for us and has to be right.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/choice.h"
#include "gltf/loader.h"

#define MAX_FILE_BYTES ((size_t)1 << 26)

/* NULL, or why an item is no event; *where is what of it. */
static const char *read_event(gltf_loader *l, scene_event *out, const json_t *item,
                              json_place *where)
{
    if (!json_is_object(item))
        return "must be an object";
    const json_t *name = json_object_get(item, "name"), *time = json_object_get(item, "time");
    const json_place whole = *where;
    *where = json_key(&whole, "name");
    if (!json_is_string(name) || json_string_length(name) == 0)
        return "must be a string that is not empty";
    *where = json_key(&whole, "time");
    if (!json_is_number(time) || !isfinite(json_number_value(time)))
        return "must be a number of seconds";
    out->time_s = json_number_value(time);
    *where = whole;
    return gltf_name(l, &out->name, item, &whole) ? NULL : "no memory for it";
}

/* A list of events that stands at `where`. `path`: of the file that it is in and that has to be
 * right; NULL: extras. */
static bool read_list(gltf_loader *l, scene_clip *clip, const json_t *list, const json_place *where,
                      const char *path)
{
    const char *reason = NULL, *first_reason = NULL;
    json_place place = *where, first = *where;
    if (!json_is_array(list))
        first_reason = "must be an array";
    const size_t count = json_array_size(list);
    clip->event_count = 0;
    if (count > SCENE_MAX_EVENTS)
        return diag_fail(l->d, DIAG_INVALID, "%zu events, the limit is %u, %s%s%s, give fewer",
                         count, SCENE_MAX_EVENTS, path == NULL ? "" : path,
                         path == NULL ? "" : ": ", where->text);
    scene_event *events = gltf_alloc(l, count, sizeof *events);
    if (events == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        place = json_item(where, i);
        reason = read_event(l, &events[clip->event_count], json_array_get(list, i), &place);
        if (reason == NULL) {
            clip->event_count++;
        } else if (first_reason == NULL) {
            first_reason = reason;
            first = place;
        }
    }
    clip->events = events;
    if (first_reason != NULL && path != NULL)
        return diag_fail(l->d, DIAG_INVALID, "%s, %s: %s, correct it", first_reason, path,
                         first.text);
    if (first_reason != NULL)
        diag_warn(l->file, "%zu events are left out, the first: %s, %s",
                  count > 0 ? count - clip->event_count : 1, first_reason, first.text);
    return l->d->exit_code == DIAG_OK;
}

bool gltf_read_events(gltf_loader *l, scene_clip *clip, const json_t *animation,
                      const json_place *where)
{
    const json_t *list = json_object_get(json_object_get(animation, "extras"), "events");
    const json_place extras = json_key(where, "extras"), place = json_key(&extras, "events");
    return list == NULL || read_list(l, clip, list, &place, NULL);
}

/* The clips that a key of the file names: all of that name, or the one of that index. */
static bool give_events(gltf_loader *l, const char *key, const json_t *list)
{
    const scene *s = l->scene;
    const json_place root = {""}, place = json_key(&root, key);
    bool any = false, ok = true;
    for (uint32_t i = 0; i < s->clip_count && ok; i++) {
        if (strcmp(s->clips[i].name, key) == 0) {
            any = true;
            ok = read_list(l, &s->clips[i], list, &place, l->options->events);
        }
    }
    uint32_t index;
    if (!any && choice_index(&index, key, strlen(key)) && index < s->clip_count) {
        any = true;
        ok = read_list(l, &s->clips[index], list, &place, l->options->events);
    }
    if (any)
        return ok;
    choice_offer offer = {0};
    for (uint32_t i = 0; i < s->clip_count; i++)
        choice_add(&offer, i, s->clips[i].name);
    return diag_fail(l->d, DIAG_USAGE, "no clip %.100s, %s, choose of: %s", key, l->options->events,
                     s->clip_count > 0 ? offer.text : "none");
}

bool gltf_load_events(gltf_loader *l)
{
    const char *path = l->options->events;
    if (path == NULL)
        return true;
    uint8_t *bytes = NULL;
    size_t size_bytes = 0;
    const char *reason = gltf_read_file(&bytes, &size_bytes, path, MAX_FILE_BYTES + 1);
    if (reason != NULL)
        return diag_fail(l->d, DIAG_IO, "cannot be read (%s), --events %s, check the path", reason,
                         path);
    bool ok = size_bytes <= MAX_FILE_BYTES ||
              diag_fail(l->d, DIAG_INVALID, "more than %zu bytes, --events %s, split it",
                        MAX_FILE_BYTES, path);
    diag parsing = {0};
    json_t *root = ok ? json_parse(&parsing, (const char *)bytes, size_bytes) : NULL;
    if (ok && root == NULL)
        ok = diag_fail(l->d, DIAG_INVALID, "--events %s: %s", path, parsing.message);
    free(bytes);
    const char *key;
    json_t *list;
    json_object_foreach(root, key, list) ok = ok && give_events(l, key, list);
    json_decref(root);
    return ok && gltf_note_file(l, path, true);
}
