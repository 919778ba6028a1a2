#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016 # awk's own $
# Tests --triangles and --lods on the command line, and `pelt fit`: the command that it prints makes the same
# bytes again, which fit and are fast enough. test_reduce.c tests which triangles go.
set -u
. tests/host/cli_lib.sh

## Fewer triangles ##
for triangles in 300 100; do
    accepts bake $small -o "$work/few.pelt" --triangles $triangles --json
    holds 'set(it["triangles"]) == {"from", "to", "error"} and "reduced" not in it' \
        "it['triangles']['from'] > $triangles >= it['triangles']['to'] > $triangles - 3" \
        '0 < it["triangles"]["error"] < 0.1' \
        'sum(mesh["triangles"] for mesh in it["meshes"]) == it["triangles"]["to"]'
    accepts verify $small --triangles $triangles
    # The vertices that are left are where the source has them, and so are their colours.
    for what in vertices colours; do
        dumped whole $small --what $what --clip walk --time 0.4
        dumped some "$work/few.pelt" --what $what --clip walk --time 0.4
        that "$what of $triangles triangles" awk 'NR == FNR { whole[$1, $2, $3] = $0; count++; next }
            { n = split(whole[$1, $2, $3], was, " ") < 7
              for (i = 4; i < 7; i++) n += ($i - was[i]) ^ 2 > 4e-7
              wrong += n > 0 }
            END { exit !(FNR > 20 && FNR < count && wrong == 0) }' "$work/whole" "$work/some"
    done
done
accepts bake $small -o "$work/all.pelt"
accepts bake $small -o "$work/few.pelt" --triangles 100000
that "more triangles than there are change nothing" cmp -s "$work/all.pelt" "$work/few.pelt"
warns "no more can go" bake $small -o "$work/few.pelt" --triangles 1
refuses 2 "" "--triangles 0 is not an integer" bake $small -o "$work/out.pelt" --triangles 0
refuses 2 few.pelt "--triangles applies to a glTF file only" dump "$work/few.pelt" --triangles 9

## Levels of detail ##
levels() { # COUNT OPTION...: each level has the numbers of the level before for some of its vertices
    local count=$1 what level before
    shift
    accepts bake $small -o "$work/levels.pelt" "$@" --lods "$count" --json
    before='zip([dict(it["meshes"][0], error=0), *it["levels"]], it["levels"])'
    holds "len(it['levels']) == $count - 1" \
        "all(a['triangles'] * 0.4 < b['triangles'] <= a['triangles'] / 2 for a, b in $before)" \
        "all(a['vertices'] * 0.4 < b['vertices'] < a['vertices'] * 0.7 for a, b in $before)" \
        "all(a['error'] < b['error'] < 0.2 and 0 < b['mean'] < b['error'] for a, b in $before)" \
        'all(6 * b["triangles"] < b["bytes"] < 6 * b["triangles"] + 24 for b in it["levels"])' \
        "print(*(a['vertices'] for a in it['meshes'] + it['levels']), file=open('$work/counts', 'w')) is None"
    for what in vertices colours; do
        for ((level = 0; level < count; level++)); do
            before=$work/level$((level > 0 ? level - 1 : 0)).txt
            dumped level$level.txt "$work/levels.pelt" --what $what --clip walk --time 0.4 --lod $level
            grep -Fxvf "$before" "$work/level$level.txt" >"$work/others"
            [ ! -s "$work/others" ] && [ "$(cut -d ' ' -f $((level + 1)) "$work/counts")" -le \
                "$(grep -c . "$work/level$level.txt")" ] &&
                { [ $level -eq 0 ] || ! cmp -s "$before" "$work/level$level.txt"; }
            check $? "$what of level $level of $count $*"
        done
    done
    dumped again.txt $small "$@" --lods "$count" --what colours --clip walk --time 0.4 --lod $((count - 1))
    that "the glTF file and the blob give one level $*" cmp -s "$work/again.txt" "$work/level$((count - 1)).txt"
    [ "$("$pelt" info "$work/levels.pelt" | grep -c '^  level [12]  [0-9]* triangles of the first ')" \
        -eq $((count - 1)) ]
    check $? "info tells of $count levels"
}
levels 2
levels 3 --precision lean
levels 3 --precision float
levels 3 --pack
levels 3 --triangles 300
accepts verify $small --lods 3
for level in 0 1 2; do
    accepts view "$work/levels.pelt" -o "$work/level$level.png" --size 64x64 --lod $level
done
! cmp -s "$work/level0.png" "$work/level1.png" && ! cmp -s "$work/level1.png" "$work/level2.png"
check $? "pictures of levels differ"
accepts bake $small -o "$work/few.pelt" --triangles 1 --lods 2
cp "$work/few.pelt" "$work/plain.pelt"
grep -q "levels of detail are left out, 1 of 2 stay" "$work/err"
check $? "a level that would have no fewer triangles is told"
accepts bake $small -o "$work/few.pelt" --triangles 1
that "and left out" cmp -s "$work/few.pelt" "$work/plain.pelt"
refuses 2 "" "--lods 4 is not an integer from 2 to 3" bake $small -o "$work/out.pelt" --lods 4
refuses 2 "" "--lods with --window" bake $small -o "$work/out.pelt" --lods 2 --window 64
refuses 2 "" "--lods with --max-palette" bake $small -o "$work/out.pelt" --lods 2 --max-palette 16
refuses 2 few.pelt "the coarsest level of detail that there is is 0" dump "$work/few.pelt" --lod 1
refuses 2 "" "the coarsest level of detail that there is is 1" \
    view $small -o "$work/out.png" --lods 2 --lod 2

## A board ##
fits() { # FPS BOARD IN OPTION...: it fits, and the printed command does the same
    local fps=$1 board=$2 last
    says '^try 1 .*flash [0-9]* of .* fps' fit "$3" --board "$board" --fps "$fps" -o "$work/fit.pelt" "${@:4}"
    last=$(tail -n 1 "$work/stdout")
    [[ $last == "pelt bake $3 -o $work/fit.pelt --target $board"* ]]
    check $? "the last line is: $last"
    mv "$work/fit.pelt" "$work/was.pelt"
    eval "accepts ${last#pelt }"
    that "the same bytes again: $last" cmp -s "$work/was.pelt" "$work/fit.pelt"
    awk -v fps="$fps" '/^target .*: fits, / { for (i = 2; i <= NF; i++) if ($i == "fps") ok = $(i - 1) >= fps }
        END { exit !ok }' "$work/stdout"
    check $? "it fits and is fast enough: $last"
}
fits 30 gba $tiny
grep -q "^try 2" "$work/stdout" && false
check $((! $?)) "what fits as it is stays as it is"
fits 12 microbit $small
fits 45 gba $small --clips walk --lods 3
that "the levels that fit counts are told" grep -q '^level 2 ' "$work/stdout"
fits 15 n64 tests/data/textured.gltf
fits 25 netduinoplus2 $small --precision float
refuses 1 $small "no options meet what gba has of time: the last of them need flash " \
    fit $small --board gba --fps 1000 -o "$work/out.pelt"
refuses 2 "" "no board pdp11" fit $small --board pdp11 --fps 30 -o "$work/out.pelt"
refuses 2 "" "fit needs --board" fit $small --fps 30 -o "$work/out.pelt"
for fps in 0 1001 1e300; do
    refuses 2 "" "fit needs --board" fit $small --board gba --fps $fps -o "$work/out.pelt"
done
# What is found counts as options, not as files, behind a name with a dash, and no number of words is too large.
cp $small "$work/-x.glb"
# shellcheck disable=SC2046
(cd "$work" && "$pelt" fit --board microbit --fps 5 $(printf -- '--plain %.0s' {1..5000}) -- -x.glb) \
    >"$work/stdout" 2>"$work/err"
begin="pelt bake ./-x.glb -o out.pelt --target microbit$(printf ' --plain%.0s' {1..5000}) "
[[ "$(tail -n 1 "$work/stdout") " == "$begin"* ]]
check $? "a name with a dash, and many options"
refuses 2 "" "fit needs --board" fit $small --board all --fps 30 -o "$work/out.pelt"
accepts fit $tiny --board gba
[[ $(tail -n 1 "$work/stdout") == *" -o out.pelt --target gba" && ! -e out.pelt ]]
check $? "without -o nothing is written"
for asset in T3D_chicken/chicken.glb RiggedSimple/rigged_simple.gltf; do
    [ ! -e "$shared/assets/$asset" ] || fits 30 rp2040 "$shared/assets/$asset"
done
# Every asset fits these boards; two more do, but take minutes. Each is fitted to one board in turn;
# ALL=1: to all.
boards=(gba rp2040 psx)
turn=0
for asset in "$shared"/assets/*/*.gl[bt]*; do
    case $asset in
        *MeshSkinnedToItselfAndOthers* | *animation_pointer* | *'*'*) continue ;;
    esac
    turn=$(((turn + 1) % 3))
    for board in $([ -n "${ALL-}" ] && echo "${boards[@]}" || echo "${boards[turn]}"); do
        "$pelt" fit "$asset" --board "$board" --fps 30 >"$work/stdout" 2>"$work/err" &&
            grep -q '^try .*: fits$' "$work/stdout"
        check $? "$asset fits $board"
    done
done
