/* SPDX-License-Identifier: MIT */
/* A joint of a blob as the command line names it. */
#ifndef PELT_TOOLS_CMD_JOINT_CHOICE_H
#define PELT_TOOLS_CMD_JOINT_CHOICE_H

#include "blob/source_map.h"
#include "common/diag.h"
#include "pelt.h"

/*
 * A joint as JOINT says it: the index of a glTF node (where there is no map, the blob's joint), a
 * name, or `name:` and a name that is digits. *joint is PELT_NONE for a node that nothing in the
 * blob hangs on. DIAG_USAGE with the joints that there are.
 */
bool option_joint(uint32_t *joint, const char *option, const char *text, const pelt_model *model,
                  const source_map *map, const char *file, diag *d);

#endif
