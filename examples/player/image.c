/* SPDX-License-Identifier: MIT */
#include "slot.h"

const player_slot player_image = {
    SLOT_HEAD, 24, 0, 0, 0, 0, 0, 0, 0, SLOT_TAIL(SLOT_PLAYS_Q16 | SLOT_PLAYS_Q12)
};
