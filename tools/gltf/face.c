/* SPDX-License-Identifier: MIT */
/* Reads expressions and gaze: VRMC_vrm 1.0, VRM 0.x, or morph targets that have usual names; and
 * --expression. What names no target is left out, and keeps no file from being baked. */
#include <string.h>

#include "common/choice.h"
#include "gltf/loader.h"

#define MAX_EXPRESSIONS 1024u

/// Expressions ///////////////////////////////////////////////////////////////////////////////////

static uint32_t kind_of(const char *name)
{
    static const char *const names[][6] = {
        {"blink", "blinkLeft", "blinkRight", NULL},
        {"lookUp", "lookDown", "lookLeft", "lookRight", NULL},
        {"aa", "ih", "ou", "ee", "oh", NULL},
    };
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = 0; names[i][k] != NULL; k++)
            if (strcmp(names[i][k], name) == 0)
                return SCENE_BLINK + i;
    return SCENE_OTHER;
}

/* The expression of a name, which may be there, or NULL after a failure. */
static scene_expression *add_expression(gltf_loader *l, const char *name)
{
    scene *s = l->scene;
    if (name == NULL)
        return NULL;
    const uint32_t index = scene_find_expression(s, name);
    if (index != SCENE_NONE)
        return &s->expressions[index];
    if (s->expression_count == MAX_EXPRESSIONS) {
        diag_fail(l->d, DIAG_INVALID, "more than %u expressions, /extensions, give fewer",
                  MAX_EXPRESSIONS);
        return NULL;
    }
    if (s->expressions == NULL)
        s->expressions = gltf_alloc(l, MAX_EXPRESSIONS, sizeof *s->expressions);
    if (s->expressions == NULL)
        return NULL;
    scene_expression *added = &s->expressions[s->expression_count++];
    added->name = name;
    added->kind = kind_of(name);
    return added;
}

static void add_bind(gltf_loader *l, scene_expression *to, uint32_t node, uint32_t target,
                     double weight)
{
    scene_face_bind *bind = gltf_alloc(l, 1, sizeof *bind);
    if (bind != NULL) {
        *bind = (scene_face_bind){to->binds, node, target, fmin(fmax(weight, 0), 1)};
        to->binds = bind;
    }
}

/* The last one, where it does nothing, is taken back. */
static void drop_empty(scene *s)
{
    const scene_expression *last = &s->expressions[s->expression_count - 1];
    if (last->binds == NULL && last->overrides[0] + last->overrides[1] + last->overrides[2] == 0)
        s->expressions[--s->expression_count] = (scene_expression){0};
}

/* A number that names one of `count` things, or `count`. */
static uint32_t read_place(const json_at *object, const char *key, uint32_t count)
{
    const double value = json_number(object, key, -1);
    return value >= 0 && value < count ? (uint32_t)value : count;
}

/* Binds of a file: by node, or in VRM 0.x by mesh, whose weights go to a hundred. */
static uint32_t read_binds(gltf_loader *l, scene_expression *to, const json_at *list, bool old)
{
    const scene *s = l->scene;
    uint32_t lost = 0;
    for (size_t i = 0; i < json_array_size(list->value) && gltf_ok(l); i++) {
        const json_at bind = json_element(list, i);
        const uint32_t owner =
            read_place(&bind, old ? "mesh" : "node", old ? s->mesh_count : s->node_count);
        const uint32_t index = read_place(&bind, "index", SCENE_MAX_TARGETS);
        const double weight = json_number(&bind, "weight", old ? 100 : 1) / (old ? 100 : 1);
        const uint32_t first = old ? 0 : owner, end = old ? s->node_count : owner + 1;
        bool any = false;
        (void)gltf_spend(l, end - first, &bind);
        for (uint32_t n = first; n < end && n < s->node_count && gltf_ok(l); n++)
            if (index < scene_target_count(s, n) && (!old || s->nodes[n].mesh == owner)) {
                add_bind(l, to, n, index, weight);
                any = true;
            }
        lost += !any;
    }
    return lost;
}

/* What a file's expressions do that is not kept. */
typedef struct face_losses {
    uint32_t targets, materials;
} face_losses;

static void warn_lost(gltf_loader *l, const face_losses *lost, const json_at *where)
{
    if (lost->targets > 0)
        diag_warn(l->file, "%u morph targets of expressions are not there, %s", lost->targets,
                  where->place);
    if (lost->materials > 0)
        diag_warn(l->file, "%u changes of materials by expressions are left out, %s",
                  lost->materials, where->place);
}

static uint32_t list_size(const json_at *object, const char *key)
{
    return (uint32_t)json_array_size(json_object_get(object->value, key));
}

/* Returns false after a failure that leaves no expression. */
static bool read_expression(gltf_loader *l, face_losses *lost, const json_at *object,
                            const char *name, bool old)
{
    static const char *const overrides[] = {"overrideBlink", "overrideLookAt", "overrideMouth"};
    const json_at binds = json_get(object, old ? "binds" : "morphTargetBinds", JSON_ARRAY);
    scene_expression *to = gltf_ok(l) ? add_expression(l, name) : NULL;
    if (to == NULL)
        return false;
    to->is_binary = json_flag(object, "isBinary");
    for (int i = 0; i < 3 && !old; i++) {
        const json_at mode = json_get(object, overrides[i], JSON_STRING);
        const char *text = mode.value == NULL ? "none" : json_string_value(mode.value);
        to->overrides[i] = strcmp(text, "block") == 0   ? SCENE_BLOCKS
                           : strcmp(text, "blend") == 0 ? SCENE_BLENDS
                                                        : 0;
    }
    lost->targets += read_binds(l, to, &binds, old);
    lost->materials +=
        old ? list_size(object, "materialValues")
            : list_size(object, "materialColorBinds") + list_size(object, "textureTransformBinds");
    drop_empty(l->scene);
    return true;
}

/* VRMC_vrm: objects by name, of its presets or a file's own. */
static void read_expressions(gltf_loader *l, const json_at *all, const char *key)
{
    const json_at list = json_get(all, key, JSON_OBJECT);
    face_losses lost = {0};
    const char *name;
    json_t *value;
    json_object_foreach(list.value, name, value)
    {
        const json_at object = json_get(&list, name, JSON_OBJECT);
        if (!read_expression(l, &lost, &object, gltf_copy_name(l, name, strlen(name)), false))
            return;
    }
    warn_lost(l, &lost, &list);
}

/* VRM 0.x; presets under their names of 1.0. */
static void read_old_expressions(gltf_loader *l, const json_at *master)
{
    static const char *const presets[] = {
        "a",        "aa",         "i",         "ih",       "u",      "ou",       "e",
        "ee",       "o",          "oh",        "blink",    "blink",  "blink_l",  "blinkLeft",
        "blink_r",  "blinkRight", "joy",       "happy",    "angry",  "angry",    "sorrow",
        "sad",      "fun",        "relaxed",   "lookup",   "lookUp", "lookdown", "lookDown",
        "lookleft", "lookLeft",   "lookright", "lookRight"};
    const json_at list = json_get(master, "blendShapeGroups", JSON_ARRAY);
    face_losses lost = {0};
    for (size_t i = 0; i < json_array_size(list.value) && gltf_ok(l); i++) {
        const json_at object = json_element(&list, i);
        const json_at preset = json_get(&object, "presetName", JSON_STRING);
        const char *name = gltf_name(l, &object);
        for (size_t k = 0; preset.value != NULL && k < sizeof presets / sizeof *presets; k += 2)
            if (strcmp(presets[k], json_string_value(preset.value)) == 0)
                name = presets[k + 1];
        if (!read_expression(l, &lost, &object, name, true))
            return;
    }
    warn_lost(l, &lost, &list);
}

/// Usual names ///////////////////////////////////////////////////////////////////////////////////

/* Names of ARKit, VRoid and Oculus, in small letters and digits alone. Of an expression's rows the first
 * counts of which a mesh has all targets. */
static const struct {
    const char *expression, *targets[4][2];
} usual[] = {
    {"blink", {{"blink"}, {"eyesclosed"}, {"fcleyeclose"}, {"eyeblinkleft", "eyeblinkright"}}},
    {"blinkLeft", {{"blinkleft"}, {"eyeblinkleft"}, {"fcleyeclosel"}}},
    {"blinkRight", {{"blinkright"}, {"eyeblinkright"}, {"fcleyecloser"}}},
    {"aa", {{"aa"}, {"visemeaa"}, {"fclmtha"}}},
    {"ih", {{"ih"}, {"visemei"}, {"fclmthi"}}},
    {"ou", {{"ou"}, {"visemeu"}, {"fclmthu"}}},
    {"ee", {{"ee"}, {"visemee"}, {"fclmthe"}}},
    {"oh", {{"oh"}, {"visemeo"}, {"fclmtho"}}},
    {"lookUp", {{"lookup"}, {"eyelookupleft", "eyelookupright"}}},
    {"lookDown", {{"lookdown"}, {"eyelookdownleft", "eyelookdownright"}}},
    {"lookLeft", {{"lookleft"}, {"eyelookoutleft", "eyelookinright"}}},
    {"lookRight", {{"lookright"}, {"eyelookinleft", "eyelookoutright"}}},
};

/* Whether a target's name is a usual one, or ends in a usual one of at least seven letters: words end in
 * shorter ones. */
static bool is_usual(const char *name, const char *wanted)
{
    char plain[SCENE_MAX_NAME_BYTES + 1];
    choice_plain(plain, sizeof plain, name);
    const size_t length = strlen(plain), least = strlen(wanted);
    return (length == least || (length > least && least >= 7)) &&
           strcmp(plain + length - least, wanted) == 0;
}

/* The target of a mesh by a usual name, or, `exactly`, by its own; SCENE_NONE if it has none. */
static uint32_t find_target(const gltf_loader *l, uint32_t mesh, const char *wanted, bool exactly)
{
    const scene_mesh *m = &l->scene->meshes[mesh];
    for (uint32_t i = 0; m->target_names != NULL && i < m->target_count; i++) {
        const char *name = m->target_names[i];
        if (exactly ? strcmp(name, wanted) == 0 : is_usual(name, wanted))
            return i;
    }
    return SCENE_NONE;
}

/* Adds up to five targets of a mesh, by these names, each to its expression; returns false if one is not
 * there. */
static bool add_targets(gltf_loader *l, uint32_t node, const char *const *expressions,
                        const char *const *names, int count, bool exactly)
{
    uint32_t targets[5];
    for (int k = 0; k < count; k++) {
        targets[k] = find_target(l, l->scene->nodes[node].mesh, names[k], exactly);
        if (targets[k] == SCENE_NONE)
            return false;
    }
    for (int k = 0; k < count; k++) {
        scene_expression *to = add_expression(l, expressions[k]);
        if (to != NULL)
            add_bind(l, to, node, targets[k], 1);
    }
    return true;
}

static void read_usual(gltf_loader *l, uint32_t node)
{
    static const char *const letters[] = {"A", "I", "U", "E", "O"};
    static const char *const sounds[] = {"aa", "ih", "ou", "ee", "oh"};
    const uint32_t mesh = l->scene->nodes[node].mesh;
    if (l->scene->meshes[mesh].target_names == NULL)
        return;
    const json_at where = gltf_item(l, "meshes", mesh);
    /* 64: more than there are usual names */
    (void)gltf_spend(l, (uint64_t)l->scene->meshes[mesh].target_count * 64, &where);
    (void)add_targets(l, node, sounds, letters, 5, true);
    for (size_t i = 0; i < sizeof usual / sizeof *usual && gltf_ok(l); i++) {
        const char *const both[2] = {usual[i].expression, usual[i].expression};
        bool found = false;
        for (int k = 0; k < 4 && usual[i].targets[k][0] != NULL && !found; k++)
            found = add_targets(l, node, both, usual[i].targets[k],
                                usual[i].targets[k][1] == NULL ? 1 : 2, false);
    }
}

/// --expression //////////////////////////////////////////////////////////////////////////////////

/* One TARGET[:WEIGHT]: by name in every mesh that has it, by number in every one with so many. */
static bool take_target(gltf_loader *l, scene_expression *to, char *item)
{
    const scene *s = l->scene;
    double weight = 1;
    char *colon = strrchr(item, ':');
    uint32_t index;
    bool any = false;
    if (colon != NULL && choice_numbers(&weight, 1, colon + 1) == 1)
        *colon = '\0';
    if (!(weight >= 0 && weight <= 1))
        return diag_fail(l->d, DIAG_USAGE,
                         "weight %g of %.100s is not from 0 to 1, --expression, see --help", weight,
                         item);
    const bool is_index = choice_index(&index, item, strlen(item));
    for (uint32_t n = 0; n < s->node_count && gltf_ok(l); n++) {
        const uint32_t count = scene_target_count(s, n);
        const uint32_t target = count == 0 ? SCENE_NONE
                                : is_index ? index
                                           : find_target(l, s->nodes[n].mesh, item, true);
        if (target >= count)
            continue;
        add_bind(l, to, n, target, weight);
        any = true;
    }
    if (any || !gltf_ok(l))
        return gltf_ok(l);
    choice_offer offer = {0};
    for (uint32_t m = 0; m < s->mesh_count; m++)
        for (uint32_t i = 0; i < s->meshes[m].target_count; i++) {
            const char **names = s->meshes[m].target_names;
            choice_add(&offer, i, names == NULL ? "" : names[i]);
        }
    return diag_fail(l->d, DIAG_USAGE, "no morph target %.100s, --expression, choose from: %s",
                     item, offer.text[0] != '\0' ? offer.text : "none");
}

static bool take_option(gltf_loader *l, const char *text)
{
    FREED char *copy = diag_copy(text);
    char *item = strchr(copy, '=');
    if (item == NULL || item == copy)
        return diag_fail(l->d, DIAG_USAGE,
                         "--expression %.200s is not NAME=TARGET[:WEIGHT],..., command line, see "
                         "--help",
                         text);
    *item++ = '\0';
    scene_expression *to = add_expression(l, gltf_copy_name(l, copy, strlen(copy)));
    if (to == NULL)
        return false;
    to->binds = NULL;
    for (char *next = item; next != NULL && gltf_ok(l); item = next) {
        next = choice_cut(strchr(item, ','));
        (void)take_target(l, to, item);
    }
    return gltf_ok(l);
}

/// Gaze //////////////////////////////////////////////////////////////////////////////////////////

/* A range: up to an angle, and what is made of it, an angle or a weight. Degrees become turns. */
static void read_range(double out[2], const json_at *look, const char *key, const char *from,
                       const char *to, bool turns)
{
    const json_at range = json_get(look, key, JSON_OBJECT);
    out[0] = fmin(fmax(json_number(&range, from, 90), 0.01), 360) / 360;
    out[1] =
        fmin(fmax(json_number(&range, to, turns ? 10 : 1), 0), turns ? 360 : 1) / (turns ? 360 : 1);
}

static bool is_in_scene(const scene *s, uint32_t node)
{
    return node < s->node_count && s->nodes[node].in_scene;
}

/* Keeps a gaze that shows, and makes its nodes joints. */
static void add_gaze(gltf_loader *l, const scene_gaze *gaze)
{
    static const char *const looks[] = {"lookLeft", "lookRight", "lookUp", "lookDown"};
    scene *s = l->scene;
    bool shows = false;
    for (int i = 0; i < 4 && !gaze->turns; i++)
        shows |= scene_find_expression(s, looks[i]) != SCENE_NONE;
    for (int i = 0; i < 2 && gaze->turns; i++)
        shows |= is_in_scene(s, gaze->eyes[i]);
    if (!gltf_ok(l) || !shows || !is_in_scene(s, gaze->head))
        return;
    scene_gaze *copy = gltf_alloc(l, 1, sizeof *copy);
    if (copy == NULL)
        return;
    *copy = *gaze;
    s->gaze = copy;
    s->nodes[gaze->head].is_socket = true;
    for (int i = 0; i < 2; i++) {
        if (gaze->turns && is_in_scene(s, gaze->eyes[i]))
            s->nodes[gaze->eyes[i]].is_socket = true;
        else
            copy->eyes[i] = SCENE_NONE;
    }
}

/* The node of a bone: in VRM 0.x bones are a list, of which each says which it is. */
static uint32_t read_bone(gltf_loader *l, const json_at *bones, const char *name)
{
    json_at bone = json_get(bones, name, JSON_OBJECT);
    for (size_t i = 0; i < json_array_size(bones->value) && gltf_ok(l); i++) {
        const json_at object = json_element(bones, i);
        const json_at own = json_get(&object, "bone", JSON_STRING);
        if (own.value != NULL && strcmp(json_string_value(own.value), name) == 0)
            bone = object;
    }
    return read_place(&bone, "node", l->scene->node_count);
}

/* How VRM 1.0 and 0.x name what tells of a gaze; 0.x faces -Z. */
static const struct look_keys {
    const char *look, *type, *shown, *offset, *ranges[4], *from, *to;
} look_keys[2] = {
    {"lookAt",
     "type",
     "expression",
     "offsetFromHeadBone",
     {"rangeMapHorizontalOuter", "rangeMapHorizontalInner", "rangeMapVerticalUp",
      "rangeMapVerticalDown"},
     "inputMaxValue",
     "outputScale"},
    {"firstPerson",
     "lookAtTypeName",
     "BlendShape",
     "firstPersonBoneOffset",
     {"lookAtHorizontalOuter", "lookAtHorizontalInner", "lookAtVerticalUp", "lookAtVerticalDown"},
     "xRange",
     "yRange"}};

static void read_look(gltf_loader *l, const json_at *vrm, bool old)
{
    const struct look_keys *keys = &look_keys[old];
    const json_at look = json_get(vrm, keys->look, JSON_OBJECT);
    const json_at human = json_get(vrm, "humanoid", JSON_OBJECT);
    const json_at bones = json_get(&human, "humanBones", old ? JSON_ARRAY : JSON_OBJECT);
    const json_at type = json_get(&look, keys->type, JSON_STRING);
    if (!gltf_ok(l) || look.value == NULL)
        return;
    scene_gaze gaze = {.head = read_bone(l, &bones, "head"),
                       .eyes = {read_bone(l, &bones, "leftEye"), read_bone(l, &bones, "rightEye")},
                       .turns = type.value == NULL ||
                                strcmp(json_string_value(type.value), keys->shown) != 0,
                       .front = old ? -1 : 1};
    if (old)
        gltf_read_xyz(gaze.offset, &look, keys->offset, -1);
    else
        json_numbers(gaze.offset, &look, keys->offset, 3);
    for (int i = 0; i < 4; i++)
        read_range(gaze.ranges[i], &look, keys->ranges[i], keys->from, keys->to, gaze.turns);
    add_gaze(l, &gaze);
}

/// All of it /////////////////////////////////////////////////////////////////////////////////////

bool gltf_load_face(gltf_loader *l)
{
    const scene_selection *wanted = &l->options->wanted;
    const json_at extensions = json_get(&l->root, "extensions", JSON_OBJECT);
    const json_at vrm = json_get(&extensions, "VRMC_vrm", JSON_OBJECT);
    const json_at old = json_get(&extensions, "VRM", JSON_OBJECT);
    const json_at all = json_get(&vrm, "expressions", JSON_OBJECT);
    const json_at master = json_get(&old, "blendShapeMaster", JSON_OBJECT);
    if (vrm.value != NULL) {
        read_expressions(l, &all, "preset");
        read_expressions(l, &all, "custom");
    } else if (old.value != NULL) {
        read_old_expressions(l, &master);
    } else {
        for (uint32_t n = 0; n < l->scene->node_count && gltf_ok(l); n++)
            if (scene_target_count(l->scene, n) > 0)
                read_usual(l, n);
    }
    for (uint32_t i = 0; i < wanted->expression_options && gltf_ok(l); i++)
        (void)take_option(l, wanted->expressions[i]);
    if (gltf_ok(l))
        read_look(l, vrm.value != NULL ? &vrm : &old, vrm.value == NULL);
    return gltf_ok(l);
}
