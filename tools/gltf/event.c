/* SPDX-License-Identifier: MIT */
/* Reads the events of clips. They come from extras of animations, which may be any application's
 * data, so items that are not events are left out with a warning; or from the file of --events,
 * which must be correct. */
#include <math.h>
#include <string.h>

#include "common/choice.h"
#include "gltf/loader.h"

#define MAX_FILE_BYTES ((size_t)1 << 26)

/* Reads an event. Returns NULL, or the reason why an item is not one, and *where is the faulty
 * part. */
static const char *read_event(gltf_loader *l, scene_event *out, json_at *where)
{
    const json_at item = *where;
    if (!json_is_object(item.value))
        return "must be an object";
    *where = json_member(&item, "name");
    if (!json_is_string(where->value) || json_string_length(where->value) == 0)
        return "must be a string that is not empty";
    *where = json_member(&item, "time");
    if (!json_is_number(where->value) || !isfinite(json_number_value(where->value)))
        return "must be a number of seconds";
    out->time_s = json_number_value(where->value);
    *where = item;
    out->name = gltf_name(l, &item);
    return out->name != NULL ? NULL : "no memory for it";
}

/* `path`: the file of the list, which must be correct; NULL for extras. */
static bool read_list(gltf_loader *l, scene_clip *clip, const json_at *list, const char *path)
{
    const char *first_reason = json_is_array(list->value) ? NULL : "must be an array";
    json_at first = *list;
    const size_t count = json_array_size(list->value);
    clip->event_count = 0;
    if (count > SCENE_MAX_EVENTS)
        return diag_fail(l->d, DIAG_INVALID, "%zu events, the limit is %u, %s%s%s, give fewer",
                         count, SCENE_MAX_EVENTS, path == NULL ? "" : path,
                         path == NULL ? "" : ": ", list->place);
    scene_event *events = gltf_alloc(l, count, sizeof *events);
    if (events == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        json_at place = json_any(list, i);
        const char *reason = read_event(l, &events[clip->event_count], &place);
        clip->event_count += reason == NULL;
        if (reason != NULL && first_reason == NULL) {
            first_reason = reason;
            first = place;
        }
    }
    clip->events = events;
    if (first_reason != NULL && path != NULL)
        return diag_fail(l->d, DIAG_INVALID, "%s, %s: %s, correct it", first_reason, path,
                         first.place);
    if (first_reason != NULL)
        diag_warn(l->file, "%zu events are left out, the first: %s, %s",
                  count > 0 ? count - clip->event_count : 1, first_reason, first.place);
    return l->d->exit_code == DIAG_OK;
}

bool gltf_read_events(gltf_loader *l, scene_clip *clip, const json_at *animation)
{
    const json_at extras = json_member(animation, "extras"), list = json_member(&extras, "events");
    return list.value == NULL || read_list(l, clip, &list, NULL);
}

/* Adds events to the clips that a key of the file names: all of that name, or the one of that
 * index. */
static bool give_events(gltf_loader *l, const char *key, const json_at *list)
{
    const scene *s = l->scene;
    bool any = false, ok = true;
    for (uint32_t i = 0; i < s->clip_count && ok; i++) {
        if (strcmp(s->clips[i].name, key) == 0) {
            any = true;
            ok = read_list(l, &s->clips[i], list, l->options->events);
        }
    }
    uint32_t index;
    if (!any && choice_index(&index, key, strlen(key)) && index < s->clip_count) {
        any = true;
        ok = read_list(l, &s->clips[index], list, l->options->events);
    }
    if (any)
        return ok;
    choice_offer offer = {0};
    for (uint32_t i = 0; i < s->clip_count; i++)
        choice_add(&offer, i, s->clips[i].name);
    return diag_fail(l->d, DIAG_USAGE, "no clip %.100s, %s, choose one of: %s", key,
                     l->options->events, s->clip_count > 0 ? offer.text : "none");
}

bool gltf_load_events(gltf_loader *l)
{
    const char *path = l->options->events;
    if (path == NULL)
        return true;
    FREED uint8_t *bytes = NULL;
    size_t size_bytes = 0;
    const char *reason = gltf_read_file(&bytes, &size_bytes, path, MAX_FILE_BYTES + 1);
    if (reason != NULL)
        return diag_fail(l->d, DIAG_IO, "cannot be read (%s), --events %s, check the path", reason,
                         path);
    bool ok = size_bytes <= MAX_FILE_BYTES ||
              diag_fail(l->d, DIAG_INVALID, "more than %zu bytes, --events %s, split it",
                        MAX_FILE_BYTES, path);
    diag parsing = {0};
    json_auto_t *root =
        ok ? json_parse(&parsing, (const char *)bytes, size_bytes, "correct it") : NULL;
    if (ok && root == NULL)
        ok = diag_fail(l->d, DIAG_INVALID, "--events %s: %s", path, parsing.message);
    const json_at whole = {.d = l->d, .value = root};
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value)
    {
        const json_at list = json_member(&whole, key);
        ok = ok && give_events(l, key, &list);
    }
    if (ok)
        scene_note_file(l->scene, path, true);
    return ok;
}
