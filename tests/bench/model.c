/* SPDX-License-Identifier: MIT */
/* The image `bench_model`: measures a frame of MODEL=FILE. */
#include "bench.h"
#include "board.h"

extern const uint32_t bench_model_blob[];

int main(void)
{
    bench_counter_init();
    bench_frames_q16("MODEL", "q16", bench_model_blob, &pelt_exact);
    board_puts("PASS bench\n");
    return 0;
}
