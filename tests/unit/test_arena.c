/* SPDX-License-Identifier: MIT */
#include "src/base/arena.h"

#include "test.h"

static void check_init(void)
{
    uint8_t *memory = test_take(64);
    pelt_arena arena, before;
    test_fill(&arena, sizeof arena);
    before = arena;
    for (unsigned offset = 1; offset < 8u; offset++)
        CHECK_EQ(pelt_arena_init(&arena, memory + offset, 32), PELT_E_ALIGNMENT);
#if SIZE_MAX > UINT32_MAX
    CHECK_EQ(pelt_arena_init(&arena, memory, (size_t)UINT32_MAX + 1u), PELT_E_ARGUMENT);
#endif
    CHECK(test_same(&arena, &before, sizeof arena));
    CHECK_OK(pelt_arena_init(&arena, memory, 64));
    CHECK(arena.memory == memory && arena.size_bytes == 64u && arena.used_bytes == 0u);
    CHECK_OK(pelt_arena_init(&arena, memory, 0));
    CHECK(pelt_arena_take(&arena, 8) == NULL);
}

static void check_take(void)
{
    uint8_t *memory = test_take(256);
    pelt_arena arena;
    for (uint32_t size = 8; size <= 248u; size += 8u) {
        CHECK_OK(pelt_arena_init(&arena, memory, size));
        CHECK(pelt_arena_take(&arena, size) == memory);
        CHECK_EQ(arena.used_bytes, size);
        CHECK(pelt_arena_take(&arena, 8) == NULL);

        CHECK_OK(pelt_arena_init(&arena, memory, size - 1u));
        const pelt_arena before = arena;
        CHECK(pelt_arena_take(&arena, size) == NULL);
        CHECK(arena.memory == before.memory && arena.size_bytes == before.size_bytes &&
              arena.used_bytes == 0u);
    }
    /* Pieces follow each other: none overlaps, none is left out. */
    CHECK_OK(pelt_arena_init(&arena, memory, 256));
    uint8_t *end = memory;
    for (uint32_t size = 8; size <= 56u; size += 8u) {
        uint8_t *piece = pelt_arena_take(&arena, size);
        CHECK(piece == end);
        end += size;
    }
    CHECK(pelt_arena_take(&arena, 0) == end); /* of what has no size */
    CHECK(pelt_arena_take(&arena, PELT_ARENA_TOO_MUCH) == NULL);
    CHECK(pelt_arena_take(&arena, UINT32_MAX - 7u) == NULL);
    CHECK_EQ(arena.used_bytes, end - memory);
    /* An arena that says nonsense. */
    arena.used_bytes = arena.size_bytes + 8u;
    CHECK(pelt_arena_take(&arena, 8) == NULL);
    arena.used_bytes = 0;
    arena.memory = NULL;
    CHECK(pelt_arena_take(&arena, 8) == NULL);
}

static uint32_t bytes_wanted(uint32_t count, uint32_t item, uint32_t extra)
{
    const uint64_t exact = (uint64_t)count * item;
    if (exact > UINT32_MAX || exact + extra > UINT32_MAX - 7u)
        return PELT_ARENA_TOO_MUCH;
    return (uint32_t)((exact + extra + 7u) / 8u * 8u);
}

static void check_bytes(void)
{
    static const uint32_t items[] = {0, 1, 4, 28, 40, 48, 52, 65535, 0x80000000u, UINT32_MAX};
    static const uint32_t counts[] = {0,
                                      1,
                                      2,
                                      25,
                                      4096,
                                      0x05555555u,
                                      0x05555556u,
                                      0x06666666u,
                                      0x06666667u,
                                      0x7FFFFFFFu,
                                      UINT32_MAX - 7u,
                                      UINT32_MAX};
    static const uint32_t extras[] = {0, 1, 8, 16, UINT32_MAX - 8u, UINT32_MAX - 7u, UINT32_MAX};
    for (unsigned i = 0; i < sizeof items / sizeof items[0]; i++)
        for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++)
            for (unsigned e = 0; e < sizeof extras / sizeof extras[0]; e++)
                CHECK_EQ(pelt_arena_bytes(counts[c], items[i], extras[e]),
                         bytes_wanted(counts[c], items[i], extras[e]));
    for (uint32_t i = 0; i < TEST_ROUNDS; i++) {
        const uint32_t count = (uint32_t)test_random_extreme(), item = test_random() & 0xFFu;
        const uint32_t extra = (uint32_t)test_random_extreme();
        CHECK_EQ(pelt_arena_bytes(count, item, extra), bytes_wanted(count, item, extra));
    }
}

void test_arena(void)
{
    check_init();
    check_take();
    check_bytes();
}
