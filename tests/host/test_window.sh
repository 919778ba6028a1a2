#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests bake --window N: its report, and that results are the same to the bit as without.
# test_order.c tests the order.
set -u
. tests/host/cli_lib.sh

while read -r window words; do
    for what in "vertices --tangents" colours; do
        alike "a window" "$words --what $what" "$words --what $what --window $window"
    done
done <<END
64 $hero --clip walk --time 0.3
4 $small --precision f32 --clip wave --time 0.7
10 $small --precision q12 --plain
30 $hero --max-palette 12 --core m0
64 $small --bind --clip bind
6 $tiny --time 0.4
65534 $small
END

for options in "" "--pack" "--endian big" "--strip" "--precision f32" "--max-palette 8"; do
    # shellcheck disable=SC2086
    accepts bake $small -o "$work/window.pelt" --window 64 $options
    python3 tests/host/reader.py "$work/window.pelt" | diff - <("$pelt" info "$work/window.pelt") \
        >"$work/err"
    check $? "reader of $options"
done
accepts verify $small --window 64
accepts verify $small --window 64 --pack --precision q12

# The blob has the numbers of the report, and is the same when baked again.
says '^window     of 64: [0-9]* vertices are stored again, 1\.[012][0-9]* are skinned for each$' \
    bake $hero -o "$work/window.pelt" --window 64 --c window
that "the header" grep -q '^#define WINDOW_WINDOW 64u\?$' "$work/window.h"
says '"skins_per_vertex": 1\.[012]' bake $hero -o "$work/again.pelt" --window 64 --json
that "the same bytes again" cmp -s "$work/window.pelt" "$work/again.pelt"
says '"skins_per_vertex": 1(\.0)?,' bake $hero -o "$work/whole.pelt" --json # without a window
says ': fits' bake $hero -o "$work/window.pelt" --window 64 --target microbit

for n in 3 2 0 -4 65536 x 12x ""; do
    refuses 2 $hero "--window" bake $hero -o "$work/out.pelt" --window "$n"
done
refuses 2 $hero "give 62 or 64" bake $hero -o "$work/out.pelt" --window 63
refuses 2 $hero "--window" bake $hero -o "$work/out.pelt" --window
