/* SPDX-License-Identifier: MIT */
/* What error a bake may make and on what it spends it, each a part of the model's size. */
#ifndef PELT_TOOLS_BAKE_BUDGET_H
#define PELT_TOOLS_BAKE_BUDGET_H

typedef struct bake_budget {
    double error;   /* E: what the whole pipeline may be off */
    double tracks;  /* what one joint's track may move a vertex: a chain of joints adds up several */
    double weights; /* what dropping weights may move a vertex */
} bake_budget;

#endif
