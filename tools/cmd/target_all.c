/* SPDX-License-Identifier: MIT */
/* `bake --target all`: all boards that are for sale at once. Only order and sharing of vertices depend
 * on the core, so the tracks' budget is searched for once and each core's bake uses it: bakes of
 * two cores differ by as much as they would with searches of their own. */
#include "cmd/target.h"
#include "contract/contract.h"
#include "play/play.h"

/* Bakes for one core; also sets stats.arena_bytes. */
static bool bake_for(bake_result *out, const scene *s, const bake_options *options,
                     const bake_cost *cost, diag *d)
{
    bake_options own = *options;
    pelt_model model;
    own.order.cost = cost;
    own.big_endian = false; /* so that it can be played here */
    if (!bake_scene(out, s, &own, d))
        return false;
    const pelt_status status = play_open_model(&model, out->blob, out->bytes);
    if (status != PELT_OK)
        return play_refuse(d, out->blob, status);
    out->stats.arena_bytes = play_arena_bytes(&model);
    return true;
}

/* added: bytes that the bake itself has more than one without a search. */
static bool estimate_core(target_report *reports, const bake_cost *cost, size_t added,
                          const scene *s, const bake_options *options, diag *d)
{
    FREED_BY(bake_result_free) bake_result own = {0};
    const bool ok = bake_for(&own, s, options, cost, d);
    own.bytes += added;
    for (size_t i = 0; i < target_sold_count() && ok; i++)
        if (target_cost(&target_boards[i], options->encoding) == cost) {
            reports[i].board = &target_boards[i];
            target_estimate(&reports[i], &own, options);
        }
    return ok;
}

bool target_estimate_all(target_report *reports, const baked_file *baked,
                         const bake_options *options, diag *d)
{
    const bake_cost *cost = options->order.cost == NULL ? bake_cost_default : options->order.cost;
    FREED_BY(bake_result_free) bake_result same = {0};
    const bool warned = diag_set_warnings(false); /* its warnings are those of the bake itself */
    bool ok = bake_for(&same, &baked->s, options, cost, d);
    for (size_t i = 0; i < target_sold_count() && ok; i++)
        if (reports[i].board == NULL) /* the first board with this core */
            ok = estimate_core(reports, target_cost(&target_boards[i], options->encoding),
                               baked->result.bytes - same.bytes, &baked->s, options, d);
    diag_set_warnings(warned);
    return ok;
}

bool target_add_pictures(target_report *reports, size_t count, const baked_file *baked,
                         const bake_options *options, diag *d)
{
    bake_options exact = *options;
    FREED_BY(bake_result_free) bake_result own = {0};
    exact.encoding = PELT_EXACT;
    exact.order.cost = NULL;
    const bool is_float = options->encoding == PELT_FLOAT;
    const bool warned = diag_set_warnings(false);
    const bool ok = !is_float || contract_bake(&own, &baked->s, &exact, d);
    diag_set_warnings(warned);
    if (ok)
        target_picture(reports, count, is_float ? &own : &baked->result);
    return ok;
}
