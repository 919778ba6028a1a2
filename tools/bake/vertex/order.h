/* SPDX-License-Identifier: MIT */
/* Orders the stored vertices of a mesh. */
#ifndef PELT_TOOLS_BAKE_VERTEX_ORDER_H
#define PELT_TOOLS_BAKE_VERTEX_ORDER_H

#include "bake/vertex/records.h"

/* Sorts merged records and cuts them into runs. */
void records_order(bake_records *out, const bake_job *job, const bake_mesh *mesh);

#endif
