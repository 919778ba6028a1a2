#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2086 # lists of options
# Tests --joints and --influences on the command line: what is left, what it costs, what is refused.
# test_reduce.c tests which joints are folded and how well weights fit.
set -u
. tests/host/cli_lib.sh

## What is left ##
for joints in 1 10 26; do
    reduced="$small --joints $joints"
    says "^model .* $joints joints?, " bake $reduced -o "$work/hero.pelt" --c HERO
    says "^dropped .*with all joints, influences and triangles it has [0-9]* bytes" \
        bake $reduced -o "$work/again.pelt"
    that "the same bytes again: $joints joints" cmp -s "$work/hero.pelt" "$work/again.pelt"
    for text in "hero250.glb: $((27 - joints)) of 27 joints were folded into their parents.*: shoulder.L" \
        "move by up to .* of the model's size (.* units: /nodes/27 primitive 0 vertex"; do
        that "$joints joints: $text" grep -q "$text" "$work/err"
    done
    [ "$(grep -c '^#define HERO_JOINT_[A-Z0-9_]* ' "$work/HERO.h")" -eq $((joints + 1)) ]
    check $? "the header has $joints joints and their number"
    that "dump of $joints joints" [ "$("$pelt" dump "$work/hero.pelt" --what joints | wc -l)" -eq $joints ]
    warns "verified: exact .*; float" verify $reduced
done
accepts bake $small -o "$work/hero.pelt"
warns "nothing is lost" bake $small -o "$work/again.pelt" --joints 27 --influences 4
that "and changes no byte" cmp -s "$work/hero.pelt" "$work/again.pelt"

most=0
for counts in 250/0/0/0 "[0-9]+/[0-9]+/0/0" "[0-9]+/[0-9]+/[0-9]+/0"; do
    most=$((most + 1))
    says "joints $counts" bake $small -o "$work/hero.pelt" --influences $most --verbose
    that "what $most influences cost" grep -q "vertices were changed" "$work/err"
    accepts verify $small --influences $most --joints 20
done

# The largest distance that a vertex moves is the reported one, within moments and rounding.
dumped whole.txt $small --clip walk --time 0.5
dumped ten.txt $small --clip walk --time 0.5 --joints 10
most=$(sed -n 's/.*(\([0-9.e-]*\) units.*/\1/p' "$work/err")
paste "$work/whole.txt" "$work/ten.txt" | awk -v most="$most" '
    { for (i = 4; i <= 6; i++) { d = $i - $(i + 9); d = d < 0 ? -d : d; if (d > worst) worst = d } }
    END { exit !(NR == 250 && most > 0 && worst > most / 8 && worst < most * 1.1) }'
check $? "vertices move by what was said: $most units"
accepts view $small -o "$work/ten.png" --size 64x64 --clip walk --joints 10

## What is refused ##
for option in "--joints 0" "--joints -1" "--joints many" "--joints" "--joints 65536" \
    "--influences 0" "--influences 5" "--influences"; do
    for command in "bake $small -o $work/out.pelt" "dump $small" "verify $small" \
        "view $small -o $work/out.png"; do
        refuses 2 "" "${option%% *}" $command $option
    done
done
accepts bake $tiny -o "$work/tiny.pelt"
refuses 2 tiny.pelt "--joints applies to a glTF file only" dump "$work/tiny.pelt" --joints 2
refuses 1 $tiny "have to stay" bake $tiny -o "$work/out.pelt" --joints 1
