/* SPDX-License-Identifier: MIT */
/* Functions that have to be inlined, where compilers would count it as too much. */
#ifndef PELT_BASE_INLINE_H
#define PELT_BASE_INLINE_H

/* What two calls share of which nearly all programs have one: a copy in each is the smaller program. */
#ifdef __GNUC__
#define PELT_INLINE static inline __attribute__((always_inline))
#else
#define PELT_INLINE static inline
#endif

/* Where code is not to be small: loops that each number of influences has for itself, of which
 * compilers would keep one that looks at the number for every element, and what runs for each joint. */
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define PELT_EACH PELT_INLINE
#else
#define PELT_EACH static inline
#endif

#endif
