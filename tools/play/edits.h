/* SPDX-License-Identifier: MIT */
/* What is changed of a pose before all else follows from it, in glTF units: joints that are aimed,
 * limbs that reach. */
#ifndef PELT_TOOLS_PLAY_EDITS_H
#define PELT_TOOLS_PLAY_EDITS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"
#include "pelt.h"

typedef enum play_edit_kind { PLAY_AIM, PLAY_REACH } play_edit_kind;

typedef struct play_edit {
    play_edit_kind kind;
    uint32_t joint; /* of the blob; PELT_NONE: nothing hangs on it, so nothing happens */
    bool has_pole;
    double axis[3], target[3], pole[3];
} play_edit;

#endif
