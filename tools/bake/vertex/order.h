/* SPDX-License-Identifier: MIT */
/* Orders the stored vertices of a mesh. */
#pragma once

#include "bake/vertex/records.h"

/* Sorts merged records and cuts them into runs. */
void records_order(bake_records *out, const bake_job *job, const bake_mesh *mesh);
