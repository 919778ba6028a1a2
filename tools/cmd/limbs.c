/* SPDX-License-Identifier: MIT */
/* Finds arms, legs, and what hands hold, by the names of nodes and meshes; see limbs.h. */
#include "cmd/limbs.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/choice.h"
#include "common/diag.h"

#define MOST_INSTANCES 1024u /* of characters whose hands are looked at */
#define UNEVEN 1e-3          /* difference of axes, as a fraction of the scale */

/* The lists hold parts of names in lower case and end with NULL. */
static const char *const ends[] = {"hand", "foot", "paw", NULL};
static const char *const joints_before_ends[] = {"wrist", "ankle", NULL};
static const char *const held_first[] = {"shield", "sword"};
static const char *const bones[] = {"arm", "leg", "elbow", "knee", "shin", "calf", "thigh", NULL};
static const char *const no_bones[] = {"armature", "twist", "roll", "helper", NULL};

static bool has_part(const char *name, const char *const *parts)
{
    char small[128];
    size_t i = 0;
    for (; name[i] != '\0' && i + 1 < sizeof small; i++)
        small[i] = (char)tolower((unsigned char)name[i]);
    small[i] = '\0';
    for (; *parts != NULL; parts++)
        if (strstr(small, *parts) != NULL)
            return true;
    return false;
}

/* Returns whether a joint above `node` has one of these parts in its name. */
static bool hangs_on(const scene *s, uint32_t node, const char *const *parts)
{
    while ((node = s->nodes[node].parent) != SCENE_NONE)
        if (has_part(s->nodes[node].name, parts))
            return true;
    return false;
}

/* Returns the next joint above `node` that is a bone of an arm or a leg, or SCENE_NONE. */
static uint32_t bone_above(const scene *s, const bool *is_joint, uint32_t node)
{
    do {
        node = s->nodes[node].parent;
    } while (node != SCENE_NONE && (!is_joint[node] || !has_part(s->nodes[node].name, bones) ||
                                    has_part(s->nodes[node].name, no_bones)));
    return node;
}

static bool is_uneven(const scene_local *local)
{
    double least = (double)INFINITY, most = 0;
    for (int c = 0; c < 3; c++) {
        double length = fabs(local->trs.s[c]);
        if (local->has_matrix)
            length =
                hypot(hypot(local->matrix.m[0][c], local->matrix.m[1][c]), local->matrix.m[2][c]);
        least = fmin(least, length);
        most = fmax(most, length);
    }
    return most - least > UNEVEN * most;
}

static bool find_limb(likely_limb *out, const scene *s, const bool *is_joint, uint32_t end)
{
    const uint32_t middle = bone_above(s, is_joint, end);
    const uint32_t upper = middle == SCENE_NONE ? middle : bone_above(s, is_joint, middle);
    if (upper == SCENE_NONE)
        return false;
    *out = (likely_limb){upper, middle, end, SCENE_NONE, SCENE_NONE};
    for (uint32_t i = s->nodes[end].parent; i != upper; i = s->nodes[i].parent)
        if (i != middle && out->between == SCENE_NONE)
            out->between = i;
    for (uint32_t i = s->nodes[middle].parent; i != SCENE_NONE; i = s->nodes[i].parent)
        if (out->uneven == SCENE_NONE && is_uneven(&s->nodes[i].local))
            out->uneven = i;
    return true;
}

likely_limb *limbs_find(uint32_t *count, const scene *s)
{
    likely_limb *limbs = NULL;
    FREED bool *is_joint = diag_calloc(s->node_count + 1u, sizeof *is_joint);
    FREED bool *has_end_below = diag_calloc(s->node_count + 1u, sizeof *has_end_below);
    *count = 0;
    for (uint32_t k = 0; k < s->skin_count; k++)
        for (uint32_t i = 0; i < s->skins[k].joint_count; i++)
            is_joint[s->skins[k].joints[i]] = true;
    for (uint32_t i = 0; i < s->node_count; i++) /* a wrist with a hand below it is no end */
        for (uint32_t k = i; is_joint[i] && has_part(s->nodes[i].name, ends) && k != SCENE_NONE;
             k = s->nodes[k].parent)
            has_end_below[k] = true;
    for (uint32_t i = 0; i < s->node_count; i++) {
        const char *name = s->nodes[i].name;
        likely_limb limb;
        const bool is_end =
            is_joint[i] && !hangs_on(s, i, ends) &&
            (has_part(name, ends) || (has_part(name, joints_before_ends) && !has_end_below[i] &&
                                      !hangs_on(s, i, joints_before_ends)));
        if (!is_end || !find_limb(&limb, s, is_joint, i))
            continue;
        limbs = diag_grow(limbs, *count, sizeof *limbs);
        limbs[(*count)++] = limb;
    }
    return limbs;
}

/* The hand on which an instance hangs without a skin, or SCENE_NONE. */
static uint32_t hand_of(const scene *s, const scene_instance *i)
{
    const uint32_t parent = s->nodes[i->node].parent;
    const bool held = i->skin == SCENE_NONE && parent != SCENE_NONE;
    return held && has_part(s->nodes[parent].name, ends) ? parent : SCENE_NONE;
}

/* Adds a comma and a mesh to the list, by its index where --meshes would not take its name as it is. Returns
 * false if the list is full. */
static bool list_mesh(char *list, size_t size, const scene *s, const scene_instance *i)
{
    const char *name = scene_mesh_name(s, i->node);
    const size_t used = strlen(list);
    uint32_t index;
    const bool plain = *name != '\0' && strpbrk(name, ",*?\\:") == NULL &&
                       !choice_index(&index, name, strlen(name));
    const int length = plain ? snprintf(list + used, size - used, ",%s", name)
                             : snprintf(list + used, size - used, ",%u", i->mesh);
    return (size_t)length < size - used;
}

uint32_t limbs_empty_hands(char *list, size_t size, const scene *s)
{
    const scene_instance *instances = s->instances;
    uint32_t left_out = 0;
    bool fits = s->instance_count <= MOST_INSTANCES;
    *list = '\0';
    for (uint32_t i = 0; i < s->instance_count && fits; i++) {
        const uint32_t hand = hand_of(s, &instances[i]);
        uint32_t taken = instances[i].node, best = 2; /* rank: of a shield 0, a sword 1, else 2 */
        if (i > 0 && instances[i - 1].node == taken)  /* another primitive of it */
            continue;
        for (uint32_t k = s->instance_count; k-- > 0 && hand != SCENE_NONE;) {
            uint32_t rank = 0;
            while (rank < 2 && !has_part(scene_mesh_name(s, instances[k].node),
                                         (const char *const[]){held_first[rank], NULL}))
                rank++;
            if (hand_of(s, &instances[k]) != hand || rank > best)
                continue;
            best = rank;
            taken = instances[k].node;
        }
        if (taken == instances[i].node)
            fits = list_mesh(list, size, s, &instances[i]);
        else
            left_out++;
    }
    memmove(list, list + 1, strlen(list)); /* the first comma */
    return fits ? left_out : 0;
}
