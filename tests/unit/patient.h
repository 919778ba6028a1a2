/* SPDX-License-Identifier: MIT */
/* A blob that is changed in one place, opened, and healed again. Opening must refuse what
 * contradicts itself even where the CRC is not looked at, and take what is just inside the bounds.
 */
#pragma once

#include "character.h"
#include "src/blob/format.h"
#include "src/blob/stored.h"

/* Where fields of the header and of a run are in the blob. */
#define HEADER_FIELD(field) ((uint32_t)offsetof(format_header, field))
#define RUN_FIELD(m, run, field)                                                                   \
    ((m)->runs + (run) * (uint32_t)sizeof(format_run) + (uint32_t)offsetof(format_run, field))

typedef struct patient {
    const uint32_t *blob;
    uint32_t bytes;
    uint8_t *copy;
    pelt_model model; /* of the blob as it is */
} patient;

static inline void put16(patient *p, uint32_t at, uint32_t value)
{
    const uint16_t half = (uint16_t)value;
    memcpy(p->copy + at, &half, sizeof half);
}

static inline void put32(patient *p, uint32_t at, uint32_t value)
{
    memcpy(p->copy + at, &value, sizeof value);
}

static inline uint32_t get32(const patient *p, uint32_t at)
{
    uint32_t value;
    memcpy(&value, (const uint8_t *)p->blob + at, sizeof value);
    return value;
}

static inline uint32_t get16(const patient *p, uint32_t at)
{
    uint16_t value;
    memcpy(&value, (const uint8_t *)p->blob + at, sizeof value);
    return value;
}

static inline patient admit(const uint32_t *blob)
{
    patient p = {blob, blob_bytes(blob), copy_blob(blob), {0}};
    open_blob(&p.model, blob);
    return p;
}

/* Opens the changed copy, then undoes all changes. */
static inline pelt_status opened(patient *p)
{
    pelt_model model;
    const pelt_status status =
        pelt_model_open_without_crc(&model, p->copy, p->bytes, family_for(p->blob));
    memcpy(p->copy, p->blob, p->bytes);
    return status;
}

static inline pelt_status with8(patient *p, uint32_t at, uint32_t value)
{
    p->copy[at] = (uint8_t)value;
    return opened(p);
}

static inline pelt_status with16(patient *p, uint32_t at, uint32_t value)
{
    put16(p, at, value);
    return opened(p);
}

static inline pelt_status with32(patient *p, uint32_t at, uint32_t value)
{
    put32(p, at, value);
    return opened(p);
}

/* Each of these values is taken, or refused; what was put before is gone after the first. */
#define EACH_VALUE(with, status, at, ...)                                                          \
    do {                                                                                           \
        const uint32_t values_[] = {__VA_ARGS__};                                                  \
        for (unsigned i_ = 0; i_ < sizeof values_ / sizeof values_[0]; i_++)                       \
            CHECK_EQ(with(p, at, values_[i_]), status);                                            \
    } while (0)
#define GOOD8(at, ...) EACH_VALUE(with8, PELT_OK, at, __VA_ARGS__)
#define GOOD16(at, ...) EACH_VALUE(with16, PELT_OK, at, __VA_ARGS__)
#define GOOD32(at, ...) EACH_VALUE(with32, PELT_OK, at, __VA_ARGS__)
#define BAD8(at, ...) EACH_VALUE(with8, PELT_E_CORRUPT, at, __VA_ARGS__)
#define BAD16(at, ...) EACH_VALUE(with16, PELT_E_CORRUPT, at, __VA_ARGS__)
#define BAD32(at, ...) EACH_VALUE(with32, PELT_E_CORRUPT, at, __VA_ARGS__)

/* Halfwords from `at` on, together. */
static inline pelt_status with_halves(patient *p, uint32_t at, const uint32_t *values,
                                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        put16(p, at + 2u * i, values[i]);
    return opened(p);
}

#define HALVES(status, at, ...)                                                                    \
    do {                                                                                           \
        const uint32_t values_[] = {__VA_ARGS__};                                                  \
        CHECK_EQ(with_halves(p, at, values_, sizeof values_ / sizeof values_[0]), status);         \
    } while (0)
#define GOOD_HALVES(at, ...) HALVES(PELT_OK, at, __VA_ARGS__)
#define BAD_HALVES(at, ...) HALVES(PELT_E_CORRUPT, at, __VA_ARGS__)

/* The last value that is taken; the next is refused. */
static inline void check_last16(patient *p, uint32_t at, uint32_t last)
{
    GOOD16(at, last);
    BAD16(at, last + 1u);
}

static inline void check_last32(patient *p, uint32_t at, uint32_t last)
{
    GOOD32(at, last);
    BAD32(at, last + 1u);
}

/* Where the table describes the section that begins at `offset`. */
static inline uint32_t table_entry(const patient *p, uint32_t offset)
{
    uint32_t at = sizeof(format_header);
    for (uint32_t i = get32(p, HEADER_FIELD(section_count)); i > 1u; i--) {
        if (get32(p, at + 8u) == offset)
            break;
        at += (uint32_t)sizeof(format_section);
    }
    return at;
}

/* A morph weight: |w| <= 64, or any number. */
static inline void check_weight(patient *p, uint32_t at)
{
    if (p->model.encoding == PELT_FLOAT) {
        GOOD32(at, 0xFF7FFFFFu);
        BAD32(at, 0x7F800000u);
        return;
    }
    GOOD32(at, 64u << 16);
    BAD32(at, (64u << 16) + 1u);
    GOOD32(at, 0u - (64u << 16));
    BAD32(at, 0u - (64u << 16) - 1u);
    BAD32(at, 0x80000000u);
}

/* Meshes with their runs, records and morph targets: test_content_mesh.c. */
void check_meshes(patient *p);
