/* SPDX-License-Identifier: MIT */
/* Public types and names of the arithmetic at hand, for the stages that are written once (*.inc).
 * Before: PELT_NAME(x), which adds the arithmetic's suffix. */
#ifndef PELT_STAGE_TYPES_H
#define PELT_STAGE_TYPES_H

#define PELT_LOCAL PELT_NAME(pelt_local)
#define PELT_POSE PELT_NAME(pelt_pose)
#define PELT_JOINT_MATRIX PELT_NAME(pelt_joint_matrix)
#define PELT_JOINTS PELT_NAME(pelt_joints)
#define PELT_MATRIX PELT_NAME(pelt_matrix)
#define PELT_ENTRY PELT_NAME(pelt_entry)
#define PELT_PALETTE PELT_NAME(pelt_palette)
#define PELT_MORPH PELT_NAME(pelt_morph)
#define PELT_OUTPUT PELT_NAME(pelt_output)
#define PELT_VERTEX PELT_NAME(pelt_vertex)
#define PELT_CHARACTER PELT_NAME(pelt_character)
#define PELT_ARRAYS PELT_NAME(pelt_arrays)
#define PELT_INVERSE_BIND PELT_NAME(pelt_inverse_bind)

/* Of a family with morphs, else NULL. */
#define MORPHING(model) ((model)->family->PELT_NAME(morphing))

#define SKIN_KERNEL PELT_NAME(skin_kernel)
#define PELT_KERNELS PELT_NAME(pelt_kernels)

#endif
