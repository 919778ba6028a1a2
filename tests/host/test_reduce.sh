#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests --joints and --influences on the command line: what is left, what it costs, what is refused.
# test_reduce.c tests which joints are folded and how well weights fit.
#
#   tests/host/test_reduce.sh PELT [CC]      from the project's root
set -u
. tests/host/cli_lib.sh

hero=examples/hero/hero250.glb

said() { # PATTERN NAME: in what the tool said, on either stream
    cat "$work/stdout" "$work/err" | grep -q "$1"
    check $? "$2"
}

## What is left ##
for joints in 1 10 26; do
    accepts bake $hero -o "$work/hero.pelt" --c HERO --joints $joints
    said "^model .* $joints joints\?, " "$joints joints are baked"
    said "hero250.glb: $((27 - joints)) of 27 joints were folded into their parents.*: shoulder.L" \
        "what is folded is told: $joints"
    said "move by up to .* of the model's size (.* units: /nodes/27 primitive 0 vertex" \
        "what it costs is told: $joints"
    said "^dropped .*with all joints, influences and triangles it has [0-9]* bytes" "what it saves is told: $joints"
    [ "$(grep -c '^#define HERO_JOINT_[A-Z0-9_]* ' "$work/HERO.h")" -eq $((joints + 1)) ]
    check $? "the header has $joints joints and their number"
    [ "$("$pelt" dump "$work/hero.pelt" --what joints | wc -l)" -eq $joints ]
    check $? "dump prints $joints joints"
    cp "$work/hero.pelt" "$work/again.pelt"
    accepts bake $hero -o "$work/hero.pelt" --joints $joints
    that "the same bytes again: $joints joints" cmp -s "$work/hero.pelt" "$work/again.pelt"
    accepts verify $hero --joints $joints
    said "verified: exact .*; float" "the reduced character keeps its error: $joints joints"
done
accepts bake $hero -o "$work/hero.pelt"
cp "$work/hero.pelt" "$work/again.pelt"
accepts bake $hero -o "$work/hero.pelt" --joints 27 --influences 4
said "nothing is lost" "what changes nothing is told"
that "and changes no byte" cmp -s "$work/hero.pelt" "$work/again.pelt"

for most in 1 2 3; do
    accepts bake $hero -o "$work/hero.pelt" --influences $most --verbose
    case $most in
        1) said "joints 250/0/0/0" "one influence" ;;
        2) said "joints [0-9]*/[0-9]*/0/0" "two influences" ;;
        3) said "joints [0-9]*/[0-9]*/[0-9]*/0" "three influences" ;;
    esac
    said "vertices were changed" "what it costs is told: $most influences"
    accepts verify $hero --influences $most --joints 20
done

# The largest distance that a vertex moves is the reported one, within moments and rounding.
"$pelt" dump $hero --clip walk --time 0.5 >"$work/whole.txt"
"$pelt" dump $hero --clip walk --time 0.5 --joints 10 >"$work/ten.txt" 2>"$work/err"
most=$(sed -n 's/.*(\([0-9.e-]*\) units.*/\1/p' "$work/err")
paste "$work/whole.txt" "$work/ten.txt" | awk -v most="$most" '
    { for (i = 4; i <= 6; i++) { d = $i - $(i + 9); d = d < 0 ? -d : d; if (d > worst) worst = d } }
    END { exit !(NR == 250 && most > 0 && worst > most / 8 && worst < most * 1.1) }'
check $? "vertices move by what was said: $most units"
accepts view $hero -o "$work/ten.png" --size 64x64 --clip walk --joints 10

## What is refused ##
for option in "--joints 0" "--joints -1" "--joints many" "--joints" "--joints 65536" \
    "--influences 0" "--influences 5" "--influences"; do
    for command in "bake $hero -o $work/out.pelt" "dump $hero" "verify $hero" \
        "view $hero -o $work/out.png"; do
        # shellcheck disable=SC2086 # lists of words
        refuses 2 "" "${option%% *}" $command $option
    done
done
accepts bake $tiny -o "$work/tiny.pelt"
refuses 2 tiny.pelt "--joints applies to a glTF file only" dump "$work/tiny.pelt" --joints 2
refuses 1 $tiny "have to stay" bake $tiny -o "$work/out.pelt" --joints 1
