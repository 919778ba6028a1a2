/* SPDX-License-Identifier: MIT */
/* Finds the joints of one skeleton in another by their names. */
#include "scene/retarget.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "common/choice.h"

#define FEWEST_NAMED 8 /* joints that a skeleton of a convention has at least */
#define LINES_TOLD 20  /* of a map, in a warning */

/// The conventions ///////////////////////////////////////////////////////////////////////////////

typedef struct convention {
    const char *prefix; /* in front of names */
    const char *middle; /* behind the prefix where there is no side */
    const char *sides[2];
} convention;

enum { VRM, MIXAMO, RIGIFY, UNREAL, VROID, CONVENTIONS };

static const convention conventions[CONVENTIONS] = {[VRM] = {"", "", {"left", "right"}},
                                                    [MIXAMO] = {"mixamorig", "", {"left", "right"}},
                                                    [RIGIFY] = {"DEF", "", {"l", "r"}},
                                                    [UNREAL] = {"", "", {"l", "r"}},
                                                    [VROID] = {"J_Bip", "C_", {"l", "r"}}};

/* A row is one joint, in the order of the conventions. % is the side. */
static const char *const roles[][CONVENTIONS] = {
    {"hips", "Hips", "spine", "pelvis", "Hips"},
    {"spine", "Spine", "spine.001", "spine_01", "Spine"},
    {"chest", "Spine1", "spine.002", "spine_02", "Chest"},
    {"upperChest", "Spine2", "spine.003", "spine_03", "UpperChest"},
    {"neck", "Neck", "spine.004", "neck_01", "Neck"},
    {"head", "Head", "spine.006", "head", "Head"},
    {"%Shoulder", "%Shoulder", "shoulder.%", "clavicle_%", "%_Shoulder"},
    {"%UpperArm", "%Arm", "upper_arm.%", "upperarm_%", "%_UpperArm"},
    {"%LowerArm", "%ForeArm", "forearm.%", "lowerarm_%", "%_LowerArm"},
    {"%Hand", "%Hand", "hand.%", "hand_%", "%_Hand"},
    {"%UpperLeg", "%UpLeg", "thigh.%", "thigh_%", "%_UpperLeg"},
    {"%LowerLeg", "%Leg", "shin.%", "calf_%", "%_LowerLeg"},
    {"%Foot", "%Foot", "foot.%", "foot_%", "%_Foot"},
    {"%Toes", "%ToeBase", "toe.%", "ball_%", "%_ToeBase"},
    {"%ThumbMetacarpal", "%HandThumb1", "thumb.01.%", "thumb_01_%", "%_Thumb1"},
    {"%ThumbProximal", "%HandThumb2", "thumb.02.%", "thumb_02_%", "%_Thumb2"},
    {"%ThumbDistal", "%HandThumb3", "thumb.03.%", "thumb_03_%", "%_Thumb3"},
    {"%IndexProximal", "%HandIndex1", "f_index.01.%", "index_01_%", "%_Index1"},
    {"%IndexIntermediate", "%HandIndex2", "f_index.02.%", "index_02_%", "%_Index2"},
    {"%IndexDistal", "%HandIndex3", "f_index.03.%", "index_03_%", "%_Index3"},
    {"%MiddleProximal", "%HandMiddle1", "f_middle.01.%", "middle_01_%", "%_Middle1"},
    {"%MiddleIntermediate", "%HandMiddle2", "f_middle.02.%", "middle_02_%", "%_Middle2"},
    {"%MiddleDistal", "%HandMiddle3", "f_middle.03.%", "middle_03_%", "%_Middle3"},
    {"%RingProximal", "%HandRing1", "f_ring.01.%", "ring_01_%", "%_Ring1"},
    {"%RingIntermediate", "%HandRing2", "f_ring.02.%", "ring_02_%", "%_Ring2"},
    {"%RingDistal", "%HandRing3", "f_ring.03.%", "ring_03_%", "%_Ring3"},
    {"%LittleProximal", "%HandPinky1", "f_pinky.01.%", "pinky_01_%", "%_Little1"},
    {"%LittleIntermediate", "%HandPinky2", "f_pinky.02.%", "pinky_02_%", "%_Little2"},
    {"%LittleDistal", "%HandPinky3", "f_pinky.03.%", "pinky_03_%", "%_Little3"},
};

enum { ROLES = sizeof roles / sizeof *roles };

/* The name of a role on a side (0: left), plain and without the prefix. */
static void role_name(char *out, size_t size, int role, int of, int side)
{
    const char *name = roles[role][of], *mark = strchr(name, '%');
    char whole[64];
    if (mark == NULL)
        snprintf(whole, sizeof whole, "%s%s", conventions[of].middle, name);
    else
        snprintf(whole, sizeof whole, "%.*s%s%s", (int)(mark - name), name,
                 conventions[of].sides[side], mark + 1);
    choice_plain(out, size, whole);
}

/* Whether a node's name is that of a role, with or without the convention's prefix. */
static bool has_role(const char *name, const char *role, int of)
{
    char plain[SCENE_MAX_NAME_BYTES + 1], prefix[16];
    choice_plain(plain, sizeof plain, name);
    choice_plain(prefix, sizeof prefix, conventions[of].prefix);
    if (strcmp(plain, role) == 0)
        return true;
    const char *rest = plain + strlen(prefix);
    if (strncmp(plain, prefix, strlen(prefix)) != 0)
        return false;
    while (of == MIXAMO && isdigit((unsigned char)*rest)) /* characters of a file are numbered */
        rest++;
    return strcmp(rest, role) == 0;
}

/// Nodes /////////////////////////////////////////////////////////////////////////////////////////

typedef struct skeleton {
    const scene *s;
    bool *is_joint;            /* [node_count] */
    int convention;            /* that most names are of; < 0: none */
    uint32_t roles[2 * ROLES]; /* the nodes that it names, or SCENE_NONE */
} skeleton;

/* Chooses between nodes of one name: a joint, then one of the default scene, then the first. */
static uint32_t better(const skeleton *k, uint32_t a, uint32_t b)
{
    if (a == SCENE_NONE || k->is_joint[a] != k->is_joint[b])
        return a == SCENE_NONE || k->is_joint[b] ? b : a;
    return !k->s->nodes[a].in_scene && k->s->nodes[b].in_scene ? b : a;
}

static uint32_t find_node(const skeleton *k, const char *name)
{
    uint32_t found = SCENE_NONE;
    for (uint32_t i = 0; i < k->s->node_count && name[0] != '\0'; i++)
        if (strcmp(k->s->nodes[i].name, name) == 0)
            found = better(k, found, i);
    return found;
}

static skeleton skeleton_make(const scene *s, region *memory)
{
    skeleton k = {.s = s, .convention = -1};
    uint32_t most = FEWEST_NAMED - 1;
    k.is_joint = region_calloc(memory, s->node_count, sizeof *k.is_joint);
    for (uint32_t i = 0; i < s->skin_count; i++)
        for (uint32_t j = 0; j < s->skins[i].joint_count; j++)
            k.is_joint[s->skins[i].joints[j]] = true;
    for (int of = 0; of < CONVENTIONS; of++) {
        uint32_t found[2 * ROLES], count = 0;
        for (int r = 0; r < 2 * ROLES; r++) {
            char name[64];
            role_name(name, sizeof name, r / 2, of, r % 2);
            found[r] = SCENE_NONE;
            const bool repeats = r % 2 == 1 && strchr(roles[r / 2][of], '%') == NULL;
            for (uint32_t i = 0; i < s->node_count && !repeats; i++)
                if (has_role(s->nodes[i].name, name, of))
                    found[r] = better(&k, found[r], i);
            count += found[r] != SCENE_NONE;
        }
        if (count > most) {
            most = count;
            k.convention = of;
            memcpy(k.roles, found, sizeof found);
        }
    }
    return k;
}

/// The match /////////////////////////////////////////////////////////////////////////////////////

/* Notes that a node stands for another; false if there is none, or either has been given away. */
static bool pair(uint32_t *match, bool *taken, uint32_t from, uint32_t to)
{
    if (from == SCENE_NONE || to == SCENE_NONE || match[from] != SCENE_NONE || taken[to])
        return false;
    match[from] = to;
    taken[to] = true;
    return true;
}

static char *trimmed(char *text)
{
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL)
        text[--length] = '\0';
    return text;
}

bool joint_map_parse(joint_map *map, const char *file, diag *d)
{
    uint32_t number = 1;
    char *line = map->text;
    if (strncmp(line, "\xEF\xBB\xBF", 3) == 0)
        line += 3; /* a byte order mark, with which some editors begin a file */
    for (char *next; line != NULL; line = next, number++) {
        next = choice_cut(strchr(line, '\n'));
        char *source = trimmed(line), *gap = strchr(source, '\t');
        if (source[0] == '\0' || source[0] == '#')
            continue;
        if (gap == NULL && (gap = strchr(source, ' ')) != NULL && strchr(trimmed(gap), ' ') != NULL)
            gap = NULL;
        if (gap == NULL)
            return diag_fail(
                d, DIAG_USAGE,
                "line %u is not `source target`, --retarget %s, put a tab between names "
                "with spaces",
                number, file);
        *gap = '\0';
        map->lines = diag_grow(map->lines, map->count, sizeof *map->lines);
        map->lines[map->count++] = (joint_map_line){
            .source = trimmed(source), .target = trimmed(gap + 1), .number = number};
    }
    return true;
}

static void apply_map(uint32_t *match, bool *taken, const skeleton *to, const skeleton *from,
                      joint_map *map)
{
    for (uint32_t i = 0; i < map->count; i++) {
        joint_map_line *line = &map->lines[i];
        const uint32_t source = find_node(from, line->source), target = find_node(to, line->target);
        line->has_source |= source != SCENE_NONE;
        line->has_target |= target != SCENE_NONE;
        line->is_used |= pair(match, taken, source, target);
    }
}

void joint_map_tell(const joint_map *map, const char *map_file, const char *from_files,
                    const char *file)
{
    char told[DIAG_MESSAGE_BYTES / 2] = "";
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->count; i++) {
        const joint_map_line *line = &map->lines[i];
        if (line->is_used || ++count > LINES_TOLD)
            continue;
        diag_append(told, sizeof told, "%s line %u, ", count == 1 ? ":" : ";", line->number);
        if (line->has_source && line->has_target)
            diag_append(told, sizeof told, "a line above has \"%s\" or \"%s\"", line->source,
                        line->target);
        else
            diag_append(told, sizeof told, "no \"%s\" in %s",
                        line->has_source ? line->target : line->source,
                        line->has_source ? file : from_files);
    }
    if (count > 0)
        diag_warn(file, "%u of %u lines of --retarget %s are left out%s%s", count, map->count,
                  map_file, told, count > LINES_TOLD ? "; ..." : "");
}

uint32_t *joint_names_match(const scene *to, const scene *from, joint_map *map)
{
    FREED_BY(region_free) region memory = {0};
    const skeleton into = skeleton_make(to, &memory), of = skeleton_make(from, &memory);
    uint32_t *match = diag_calloc(from->node_count + 1u, sizeof *match);
    bool *taken = region_calloc(&memory, to->node_count, sizeof *taken);
    for (uint32_t i = 0; i < from->node_count; i++)
        match[i] = SCENE_NONE;
    apply_map(match, taken, &into, &of, map);
    const bool translates = into.convention >= 0 && of.convention >= 0;
    /* Where conventions differ a name may mean another joint in each: Rigify's spine is the hips. */
    for (int r = 0; r < 2 * ROLES && translates && into.convention != of.convention; r++)
        pair(match, taken, of.roles[r], into.roles[r]);
    for (uint32_t i = 0; i < from->node_count; i++) {
        const uint32_t first = find_node(&of, from->nodes[i].name);
        if (match[i] == SCENE_NONE && first == i)
            pair(match, taken, i, find_node(&into, from->nodes[i].name));
    }
    for (int r = 0; r < 2 * ROLES && translates; r++)
        pair(match, taken, of.roles[r], into.roles[r]);
    return match;
}
