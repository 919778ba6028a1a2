/* SPDX-License-Identifier: MIT */
/* The demo's cast: one model, whose clips are cross-faded. */
#include "hero_model.h"
#include "performance.h"

/* Memory of the character, and of a second pose for cross-fades. */
static uint64_t memory[(HERO_MODEL_STAGES_BYTES + HERO_MODEL_POSE_BYTES + 7u) / 8u +
                       PERFORMANCE_LISTS_BYTES / 8u];

void cast_open(performance *p)
{
    performance_add(p, hero_model_blob, sizeof hero_model_blob, &pelt_exact, memory, sizeof memory);
    show_plan(&p->plan, &p->actors[0].model);
}

void cast_shot(shot *s, const performance *p, uint32_t frame)
{
    show_at(s, &p->plan, &p->actors[0].model, frame);
}

void cast_pose(performance *p, const shot *s)
{
    renderer_pose(p->costs, &p->actors[0], s, NULL);
}
