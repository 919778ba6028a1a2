/* SPDX-License-Identifier: MIT */
/* The order of stored vertices. */
#ifndef PELT_TOOLS_BAKE_VERTEX_ORDER_H
#define PELT_TOOLS_BAKE_VERTEX_ORDER_H

#include "bake/vertex/records.h"

/* Sorts merged records and cuts them into runs. */
void records_order(bake_records *out, const bake_job *job, const bake_mesh *mesh);

#endif
