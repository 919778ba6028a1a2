/* SPDX-License-Identifier: MIT */
/* In place of a baked header: any character, up to these sizes, whose blob main.c reads. */
#pragma once

#include "pelt.h"

#define MODEL_VERTICES 65536
#define MODEL_TRIANGLES 131072
#define MODEL_ARENA_BYTES (1 << 22)
#define MODEL_ACTOR_BYTES (1 << 20)
#define MODEL_BLOB_BYTES (1 << 24)
#define MODEL_FAMILY model_family

static uint32_t model_blob[MODEL_BLOB_BYTES / 4];
static const pelt_family *model_family;
