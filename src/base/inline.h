/* SPDX-License-Identifier: MIT */
/* What compilers are told beyond C: what to inline and to unroll, what is rare, and what a linker may move
 * to fast memory. */
#ifndef PELT_BASE_INLINE_H
#define PELT_BASE_INLINE_H

/* For code that two public functions share: nearly every program calls only one of them, so a copy
 * in each makes the smaller program. */
#ifdef __GNUC__
#define PELT_INLINE static inline __attribute__((always_inline))
#else
#define PELT_INLINE static inline
#endif

/* For code that each number of influences should have for itself, and for code that runs once a
 * joint. Compilers would keep one copy that looks at the number of influences for every element.
 * When the program is to be small (-Os) the compiler decides. */
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define PELT_EACH PELT_INLINE
#else
#define PELT_EACH static inline
#endif

/* For a function of a header that a file calls many times or not at all: one copy. */
#ifdef __GNUC__
#define PELT_CALLED static __attribute__((noinline, unused))
#else
#define PELT_CALLED static inline
#endif

/* Before a loop over three to nine elements, each of which takes fewer instructions than a turn of the
 * loop. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define PELT_UNROLLED _Pragma("GCC unroll 9")
#else
#define PELT_UNROLLED
#endif

/* A condition that hardly ever holds: the compiler puts what follows aside. */
#ifdef __GNUC__
#define PELT_RARE(condition) __builtin_expect(condition, 0)
#else
#define PELT_RARE(condition) (condition)
#endif

/* One line in a linker script, *(.pelt.hot .pelt.hot.*), moves all hot code to ITCM, SRAM or IWRAM.
 * Every function has a section of its own, so that --gc-sections drops those that no family in use
 * names. */
#if defined(__ELF__) && defined(__GNUC__)
#define PELT_HOT(function) __attribute__((section(".pelt.hot." #function)))
#define PELT_NOINLINE __attribute__((noinline))
#else
#define PELT_HOT(function)
#define PELT_NOINLINE
#endif

#endif
