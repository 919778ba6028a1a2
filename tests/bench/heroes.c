/* SPDX-License-Identifier: MIT */
/* The image `bench_hero`: measures a frame of the hero, and of the one of 500 vertices. */
#include "bench.h"
#include "board.h"
#include "textbook.h"

/* The blob of the model whose name WHOLE is (tests/images.mk): the hero of 799 vertices on all boards. */
#define NAME(model, encoding) model##_##encoding##_blob
#define BLOB(model, encoding) NAME(model, encoding)
extern const uint32_t BLOB(WHOLE, q16)[], BLOB(WHOLE, q12)[], BLOB(WHOLE, f32)[];
extern const uint32_t hero500_q16_blob[], hero500_q12_blob[], hero500_f32_blob[];

int main(void)
{
    bench_counter_init();
    bench_frames_q16("hero", "q16", BLOB(WHOLE, q16), &pelt_exact);
    bench_frames_q16("hero500", "q16", hero500_q16_blob, &pelt_exact);
    bench_frames_q16("hero", "q12", BLOB(WHOLE, q12), &pelt_lean);
    bench_frames_q16("hero500", "q12", hero500_q12_blob, &pelt_lean);
#if TEXTBOOK_FLOAT
    bench_frames_f32("hero", "f32", BLOB(WHOLE, f32), &pelt_float);
    bench_frames_f32("hero500", "f32", hero500_f32_blob, &pelt_float);
#endif
    board_puts("PASS bench\n");
    return 0;
}
