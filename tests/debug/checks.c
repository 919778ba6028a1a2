/* SPDX-License-Identifier: MIT */
/* Checks which calls a debug build refuses and which it still accepts, with a lean and a float model:
 * checks LEAN.pelt FLOAT.pelt. The hook that debug builds call is in this file. */
#include <stdio.h>
#include <string.h>

#include "pelt.h"
#include "pelt/arrays.h"
#include "pelt/gpu.h"
#include "pelt/motion.h"

/* In float a joint's matrix is a plain matrix. */
#define pelt_joint_matrix_f32 pelt_matrix_f32

static uint32_t passed, failed, asserted;
static char said[200];

void pelt_assert_report(const char *file, int line, const char *expression)
{
    asserted += strstr(file, "src/") != NULL && line > 0;
    snprintf(said, sizeof said, "%s", expression);
}

static void end(int right, int line, const char *call)
{
    passed += right != 0;
    failed += right == 0;
    if (!right)
        printf("FAIL line %d: %s, asserted %u %s\n", line, call, asserted, said);
    asserted = 0;
    said[0] = '\0';
}

/* The call is refused, and the hook called once, with an expression that contains the word. */
#define REFUSED(call, word)                                                                        \
    do {                                                                                           \
        const pelt_status got = (call);                                                            \
        end(got == PELT_E_ARGUMENT && asserted == 1u && strstr(said, word) != NULL, __LINE__,      \
            #call);                                                                                \
    } while (0)
#define TAKEN(call)                                                                                \
    do {                                                                                           \
        const pelt_status got = (call);                                                            \
        end(got == PELT_OK && asserted == 0u, __LINE__, #call);                                    \
    } while (0)

static uint32_t blob[16384];
static uint64_t memory[2][8192];

static size_t read_blob(const char *path)
{
    FILE *file = fopen(path, "rb");
    const size_t bytes = file == NULL ? 0 : fread(blob, 1, sizeof blob, file);
    if (file != NULL)
        fclose(file);
    return bytes;
}

#define NAME(name) name##_q16
#define UNIT (1 << 30)
#define ONE 65536
#define IS_FIXED 1
#define FAMILY pelt_lean_morphs
#define num num_q16
typedef int32_t num_q16;
#include "checks.inc"
#undef NAME
#undef UNIT
#undef ONE
#undef IS_FIXED
#undef FAMILY
#undef num

#define NAME(name) name##_f32
#define UNIT 1.0f
#define ONE 1.0f
#define IS_FIXED 0
#define FAMILY pelt_float_morphs
#define num num_f32
typedef float num_f32;
#include "checks.inc"

int main(int count, char **arguments)
{
    if (count == 3) {
        check_all_q16(read_blob(arguments[1]));
        check_all_f32(read_blob(arguments[2]));
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0u || passed == 0u;
}
