#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests that a program's own pelt_crc32_update is the one that opening calls, from an archive and
# beside objects, and that its result decides.
#
#   tests/host/test_crc.sh HOST      its libpelt.a and pelt; last line: N passed, N failed
set -u

cd "$(dirname "$0")/../.." || exit 2
host=${1:?usage: tests/host/test_crc.sh HOST}
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
. tests/count.sh

cat >"$folder/program.c" <<'PROGRAM'
#include <stdio.h>
#include "pelt.h"

static uint32_t calls, wrong;

uint32_t pelt_crc32_update(uint32_t crc, const uint32_t *words, uint32_t count)
{
    const unsigned char *bytes = (const unsigned char *)words;
    calls++;
    crc = ~crc;
    for (uint32_t i = 0; i < 4u * count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1u ? 0xEDB88320u : 0u);
    }
    return ~crc ^ wrong;
}

static uint64_t blob[10000], memory[10000];

int main(int count, char **arguments)
{
    FILE *file = fopen(arguments[count - 1], "rb");
    const size_t bytes = file == NULL ? 0 : fread(blob, 1, sizeof blob, file);
    pelt_character_q16 character;
    const pelt_status right = pelt_character_open_q16(&character, blob, bytes, &pelt_exact, memory,
                                                      sizeof memory);
    const uint32_t before = calls;
    wrong = 1;
    const pelt_status refused = pelt_character_open_q16(&character, blob, bytes, &pelt_exact,
                                                        memory, sizeof memory);
    return !(before > 0 && right == PELT_OK && refused == PELT_E_CRC);
}
PROGRAM

try() { # NAME FILE...
    local name=$1
    shift
    gcc -std=c99 -Iinclude -o "$folder/program" "$folder/program.c" "$@" -lm &&
        "$folder/program" "$folder/hero.pelt"
    result $? "own CRC, $name"
}

"$host/pelt" bake examples/hero/hero250.glb --strip -o "$folder/hero.pelt" >/dev/null || exit 1
try "archive" "$host/libpelt.a"
try "all objects" -Wl,--whole-archive "$host/libpelt.a" -Wl,--no-whole-archive
summary
