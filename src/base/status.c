/* SPDX-License-Identifier: MIT */
/* Texts for a status and for the port, which programs print. */
#include "../../port/select.h"
#include "pelt.h"

const char *pelt_status_describe(pelt_status status)
{
    switch (status) {
    case PELT_OK: return "ok";
    case PELT_E_ARGUMENT: return "an argument is NULL or outside its range";
    case PELT_E_ALIGNMENT:
        return "memory is not aligned as the call asks: 4 bytes for blobs, 8 for arenas";
    case PELT_E_ARENA: return "the arena has too few bytes left";
    case PELT_E_TRUNCATED: return "the blob is truncated";
    case PELT_E_MAGIC: return "this is not a pelt blob";
    case PELT_E_BYTE_ORDER:
        return "the blob's byte order differs from this machine's: for big-endian targets bake "
               "with --endian big";
    case PELT_E_VERSION: return "the blob has another format version: bake it again";
    case PELT_E_FAMILY:
        return "the family does not suit this blob: pass the ..._FAMILY constant of its baked "
               "header";
    case PELT_E_ARITHMETIC:
        return "a _q16 call was made on a float model, or a _f32 call on a fixed-point model";
    case PELT_E_CRC: return "the blob is damaged: its CRC does not match";
    case PELT_E_CORRUPT: return "the blob contradicts itself";
    case PELT_E_RANGE: return "an index or range is out of bounds, or there is no bind pose";
    case PELT_E_MISMATCH: return "an object belongs to another model, skin or mesh";
    case PELT_E_PAGE: return "a page of clips is not there, or no pages are open";
    }
    return "unknown status";
}

const char *pelt_port_describe(void)
{
    return PELT_PORT_NAME;
}
