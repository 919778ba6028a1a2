#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016,SC2086 # sed's own $, lists of options
# Tests what the tool computes: the same bytes each time, and the same vertices of a glTF file and of its blob,
# whatever the order, the core and the unit. test_cli.sh runs one command of most kinds with sanitizers.
set -u
. tests/host/cli_lib.sh
out=(-o "$work/out.pelt")

## Packed vertices ##
for command in "bake ${out[*]}" dump verify "view -o $work/out.png"; do
    refuses 2 "" "--pack in float" $command $tiny --precision f32 --pack
done
accepts view $tiny -o "$work/packed.png" --size 16x16 --pack
for precision in q16 q12; do
    accepts verify $small --precision $precision --samples 20 --pack
    accepts bake $small -o "$work/whole.pelt" --precision $precision
    accepts bake $small -o "$work/packed.pelt" --precision $precision --plain --pack --c packed
    grep -q "PACKED_FAMILY (&pelt_\(exact\|lean\)_packed)" "$work/packed.h"
    check $? "a family that unpacks, $precision"
    alike "packed as baked and as dumped" "$small --precision $precision --plain --pack --clip 1 --time 0.3" \
        "$work/packed.pelt --clip 1 --time 0.3"
    dumped b "$work/whole.pelt" --clip 1 --time 0.3
    paste "$work/a" "$work/b" | awk '{ # 99 % of the normals within 2.5 degrees
            dot = $7 * $16 + $8 * $17 + $9 * $18
            off += atan2(sqrt(dot < 1 ? 1 - dot * dot : 0), dot) * 57.29578 > 2.5
        } END { exit !(NR == 250 && off <= NR / 100) }'
    check $? "normals of packed vertices, $precision"
done

## Baking ##
for names in q16:exact q12:lean f32:float; do
    accepts bake $tiny -o "$work/number" --precision ${names%:*}
    says "^$work/name: ${names#*:}, " bake $tiny -o "$work/name" --precision ${names#*:}
    same "both names of an encoding: $names" "$work/number" "$work/name"
done
for precision in q16 f32 q12; do
    for order in little big; do
        for run in 1 2; do
            accepts bake $tiny -o "$work/$precision.$order.$run" --precision $precision \
                --endian $order --bind
        done
        same "two bakes, $precision $order" "$work/$precision.$order.1" "$work/$precision.$order.2"
    done
    for what in vertices colours joints palette; do
        for when in "--clip rest --tangents" "--clip bind" "--clip 0 --time 0.3 --tangents" \
            "--clip 1 --time -3" "--clip 1 --time 1e9" "--clip 0 --time 0.5 --morph 0.25,-0.5"; do
            alike "glTF and blob" "$tiny --precision $precision $when --what $what" \
                "$work/$precision.little.1 $when --what $what"
        done
    done
    accepts info "$work/$precision.little.1"
    # For the other byte order the message is its own, and not that of a broken file.
    refuses 1 "$precision.big.1" "byte order" dump "$work/$precision.big.1"
done
dumped a $tiny && [ "$(wc -l <"$work/a")" -eq 13 ] &&
    ! grep -Evq '^[0-9]+ [0-9]+ [0-9]+( [-+0-9.e]+){3}(( [-+0-9.e]+){3}| - - -)$' "$work/a" &&
    sort -c -n -k1,1 -k2,2 -k3,3 "$work/a"
check $? "shape of dump's lines"
dumped b $tiny --what colours &&
    ! grep -Evq '^[0-9]+ [0-9]+ [0-9]+( [0-9]{1,3}){4}$' "$work/b" &&
    cmp -s <(cut -d' ' -f1-3 "$work/a") <(cut -d' ' -f1-3 "$work/b") &&
    [ "$(cut -d' ' -f4- "$work/b" | sort -u | wc -l)" -gt 1 ]
check $? "lines of dump --what colours"
# tests/rom compares it with the machines' checksums.
for precision in q16 f32 q12; do
    "$pelt" bake $tiny -o "$work/stripped" --strip --precision $precision >/dev/null 2>&1
    dumped a $tiny --what checksum --precision $precision &&
        grep -Eqx '[0-9a-f]{8}' "$work/a" && [ "$(wc -l <"$work/a")" -eq 1 ] &&
        "$pelt" dump "$work/stripped" --what checksum 2>"$work/err" | cmp -s - "$work/a" &&
        dumped b $tiny --what checksum --clip bend --time 0.5 --precision $precision &&
        ! cmp -s "$work/a" "$work/b"
    check $? "dump --what checksum: $precision"
done
textured=tests/data/textured.gltf
for precision in q16 f32 q12; do
    "$pelt" bake $textured -o "$work/textured" --precision $precision >"$work/a" 2>"$work/err" &&
        grep -q "not kept: texture coordinates.* ([1-9])" "$work/err" &&
        [ "$(wc -l <"$work/err")" -eq 1 ]
    check $? "one warning of what is not kept"
    alike "glTF and blob" "$textured --what colours --precision $precision" "$work/textured --what colours"
done
says 'material 0 "mask", image "cells", texture 0, metallic 0.25, roughness 1.00, two-sided' info "$work/textured"
says 'material 1 "photo", texture 1, metallic 1.00' info "$work/textured"

## Boxes ##
for precision in q16 f32 q12; do
    accepts bake $tiny -o "$work/boxed" --precision $precision
    for when in "--clip 0 --time 0.3" "--morph 0.5,1" "--pose bend@0.5*0.5,sway@0.3*1:flag"; do
        alike "glTF and blob" "$tiny --precision $precision --what bounds $when" "$work/boxed --what bounds $when"
        "$pelt" dump "$work/boxed" $when | awk '
            NR == FNR { for (i = 2; i < 8; i++) box[$1, i] = $i; boxes++; next }
            { for (i = 4; i < 7; i++) if ($i < box[$1, i - 2] || $i > box[$1, i + 1]) bad = 1 }
            END { exit bad || boxes < 2 || FNR < 10 }' "$work/a" -
        check $? "vertices lie in their boxes: $precision $when"
    done
    accepts info "$work/boxed"
    [ "$(grep -c '^  boxes    [0-9]* of joints' "$work/stdout")" -ge 2 ] &&
        [ "$(grep -Ec '^  box     ( [-0-9.e]+){3} to( [-0-9.e]+){3}$' "$work/stdout")" -eq 2 ]
    check $? "info tells of boxes, $precision"
    "$pelt" bake $tiny -o "$work/unboxed" --precision $precision --no-boxes >/dev/null 2>"$work/err"
    [ "$(wc -c <"$work/unboxed")" -lt "$(wc -c <"$work/boxed")" ] &&
        ! "$pelt" info "$work/unboxed" | grep -q "BOXS\|^  box"
    check $? "--no-boxes leaves boxes out, $precision"
    refuses 1 unboxed "has no boxes, section BOXS, bake it without --no-boxes" \
        dump "$work/unboxed" --what bounds
    refuses 1 $tiny "bake it without --no-boxes" \
        dump $tiny --precision $precision --no-boxes --what bounds
done

## Indices of 8 bits ##
refuses 2 "" "unknown --indices 32, command line, use 16|8" bake $tiny "${out[@]}" --indices 32
section() { # FILE TAG: the bytes of a section
    od -An -v -tu4 -w16 -j32 "$1" | awk -v tag="$(printf %s "$2" | od -An -tu4 | tr -d ' ')" \
        '$1 == tag { print $4; exit }'
}
accepts bake $hero -o "$work/16.pelt" --pack --strip --indices 16
accepts bake $hero -o "$work/8.pelt" --pack --strip --indices 8
[ "$(section "$work/8.pelt" INDX)" -le 5120 ] && [ "$(stat -c %s "$work/8.pelt")" -le $((26 * 1024)) ]
check $? "the fox's indices of 8 bits, $(section "$work/8.pelt" INDX) bytes of $(stat -c %s "$work/8.pelt")"
for options in "" "--lods 3 --lod 1" "--max-palette 16" "--window 64"; do
    for bits in 16 8; do
        accepts view examples/hero/hero500.glb -o "$work/$bits.png" --size 64x64 --indices $bits $options
    done
    same "a picture with indices of 8 bits, $options" "$work/16.png" "$work/8.png"
done

## Clips by name ##
for clip in 1 sway name:sway; do
    alike "a clip by its name" "$tiny --clip 1 --time 0.3" "$tiny --clip $clip --time 0.3"
    accepts view $tiny -o "$work/$clip.png" --clip $clip --time 0.3 --size 32x32
    same "view --clip $clip" "$work/$clip.png" "$work/1.png"
done
bad=$(changed bad 's/"bend"/"rest"/; s/"sway"/"0"/')
alike "a clip whose name is an index" "$tiny --clip 1 --time 0.3" "$bad --clip name:0 --time 0.3"
alike "a clip whose name is a keyword" "$tiny --clip 0 --time 0.3" "$bad --clip name:rest --time 0.3"
bad=$(changed bad 's/"sway"/"bend"/')
alike "the first of two with a name" "$tiny --clip 0 --time 0.3" "$bad --clip bend --time 0.3"
warns "warning: .*: 2 clips are named bend, the first of them is taken: 0" dump "$bad" --clip bend
for clip in rest bind; do
    accepts view $tiny -o "$work/$clip.gif" --clip $clip --frames 3 --size 16x16
done
for frames in 15 34; do # the clip takes a second, and so do the delays of the GIF's frames
    accepts view $small -o "$work/walk.gif" --clip walk --frames $frames --size 16x16
    ! $pictures || python3 -c 'import re, sys
delays = [int.from_bytes(d, "little") for d in re.findall(rb"!\xf9\x04.(..)", open(sys.argv[1], "rb").read(), re.S)]
sys.exit(len(delays) != int(sys.argv[2]) or sum(delays) != 100)' "$work/walk.gif" $frames
    check $? "a GIF of $frames frames takes another time than its clip"
done

## Order and sharing: the same vertices for every core and for none ##
fewer=examples/hero/hero500.glb
for precision in q16 f32 q12; do
    for core in plain m0 m3 m4 m55 x86; do
        order="--core $core"
        [ $core != plain ] || order=--plain
        "$pelt" bake $fewer -o "$work/$core.pelt" --precision $precision --clips walk $order >/dev/null \
            2>"$work/err"
    done
    for when in "--clip rest" "--clip 1 --time 0.4"; do
        dumped a "$work/plain.pelt" $when
        for core in m0 m3 m4 m55 x86; do
            dumped b "$work/$core.pelt" $when
            same "--core $core, $precision $when" "$work/a" "$work/b"
        done
    done
done
alike "no order" "$tiny --core m0" "$tiny --plain"
accepts bake $fewer -o "$work/plain.pelt" --plain --verbose
never "--plain orders" grep -q "^cost" "$work/stdout"
says "^cost +skinning takes [0-9]+ % less on m4 .*: [1-9][0-9]* have the joints" \
    bake $fewer -o "$work/m4.pelt" --verbose
says "less on m7" bake $fewer -o "$work/m7.pelt" --core m7 --verbose
never "another core, another order" cmp -s "$work/m4.pelt" "$work/m7.pelt"
says "^  run .* one joint set" info "$work/m4.pelt"
accepts info "$work/plain.pelt"
[ "$(grep -c "^  run " "$work/stdout")" -eq 4 ] && ! grep -q "one joint set" "$work/stdout"
check $? "--plain: a run per number of influences"

that "make_gltf.py shared" tests/host/make_gltf.py shared "$work/shared.glb" 2>"$work/err"
points=$work/shared.glb
for precision in q16 f32 q12; do
    for when in "--clip rest --tangents" "--clip 0 --time 0.7 --tangents" \
        "--clip 0 --time 0.3 --morph 0.75"; do
        moment="$points --precision $precision $when"
        dumped a $moment --plain
        for core in m4 m0 m55 x86; do
            dumped b $moment --core $core
            same "shared vertices: $moment --core $core" "$work/a" "$work/b"
        done
    done
done
says "^cost .* on m0 .*, [1-9][0-9]* all but" bake $points -o "$work/m0.pelt" --core m0 --c shared_model --verbose
grep -q "^#define SHARED_MODEL_PALETTE_BYTES_0 $((4 * 48 + 16))$" "$work/shared_model.h"
check $? "--c counts entries"
says "copies of others" info "$work/m0.pelt"

## Morph weights and tangents ##
# The fields of a vertex, numbers within 1e-3.
vertex() { # NODE PRIMITIVE VERTEX FIELDS ARGUMENT...
    local line="$1 $2 $3" wanted=$4
    shift 4
    "$pelt" dump $tiny "$@" 2>"$work/err" | awk -v line="$line" -v wanted="$wanted" '
        $1 " " $2 " " $3 != line { next }
        { found = 1; n = split(wanted, w, " "); bad = n != NF - 3 }
        { for (i = 1; i <= n; i++) {
              off = $(i + 3) - w[i]
              if (w[i] == "-" ? $(i + 3) != "-" : off * off > 1e-6) bad = 1
          } }
        END { exit bad || !found }'
    check $? "vertex $line is not $wanted: dump $*"
}
bind=(--clip bind)
vertex 0 0 1 "0 0 0.25 0 0 1" "${bind[@]}"
vertex 0 0 1 "0 0 0.375 0 0.4472 0.8944" "${bind[@]}" --morph 1
vertex 0 0 1 "0 -0.5 0.375 0 0.4472 0.8944" "${bind[@]}" --morph 1,2,3,4,5 --precision f32
vertex 0 0 1 "0 0.25 0.1875 0 -0.2425 0.9701" "${bind[@]}" --morph -0.5,-1
vertex 0 0 1 "0 0.03125 0.28125 0 0.1240 0.9923" --precision f32 # the default weights
vertex 5 0 2 "0.125 0.875 0.125 - - -" --morph 0.5
vertex 5 0 2 "0.125 0.875 0.1875 - - - - - - -" --tangents --precision f32
vertex 0 0 8 "-0.25 1 0 -1 0 0 0 0.8 0.6 -1" "${bind[@]}" --tangents
vertex 0 0 1 "0 0 0.375 0 0.4472 0.8944 0.5145 0.8575 0 1" "${bind[@]}" --tangents --morph 1

# A rotation off unit length is taken as it stands, unless a clip moves its node.
as_if() { # NODE MEMBER: the vertices at rest are those with that member
    alike "a rotation off unit length of $1" \
        "$(changed off "s/\"name\": \"$1\",/& \"rotation\": [0, 0, 0.5, 0.5],/") --precision f32" \
        "$(changed as "s/\"name\": \"$1\",/& $2,/") --precision f32"
}
as_if flag '"matrix": [0.25, 0.25, 0, 0, -0.25, 0.25, 0, 0, 0, 0, 0.5, 0, 0.125, 0.25, 0, 1]'
as_if base '"rotation": [0, 0, 1, 1]'

## One unit for several models ##
for precision in q16:-5:7:2e-4 q12:1:7:2e-3; do
    IFS=: read -r precision least most limit <<<"$precision"
    dumped a $small --clips walk --precision "$precision" --error 1/100 --clip 1 --time 0.4
    for shift in "$least" $((least + 1)) $((least + 3)) "$most"; do
        accepts bake $small -o "$work/unit.pelt" --clips walk --precision "$precision" --c unit \
            --unit-shift "$shift" --error 1/100
        that "unit 2^$shift, $precision" grep -q "^#define UNIT_UNIT_SHIFT ($shift)$" "$work/unit.h"
        [ "$shift" -eq "$most" ] &&
            grep -q "warning: .* unit of 2^$shift costs .*; 2^$least would cost none$" "$work/err"
        check $(($? == 0 ? 0 : shift == most)) "bits that are lost are told, $precision"
        [ "$shift" -eq "$most" ] && continue
        dumped b "$work/unit.pelt" --clip 1 --time 0.4
        that "vertices in units of 2^$shift, $precision" near_rows "$limit"
        dumped a_unit $small --clips walk --clip 1 --time 0.4 --error 1/100 --precision "$precision" \
            --unit-shift "$shift"
        same "dump in units of 2^$shift, $precision" "$work/a_unit" "$work/b"
    done
    for shift in $((least - 1)) $((most + 1)) 999 -999; do
        refuses 1 $small "--unit-shift, give one from $least to $most" bake $small \
            -o "$work/out.pelt" --clips walk --precision "$precision" --unit-shift "$shift"
    done
done
accepts bake $tiny -o "$work/unit.pelt" --unit-shift -4
says "unit 2\^-4$" info "$work/unit.pelt"
accepts bake $tiny -o "$work/unit.pelt" --precision f32 --unit-shift 0
refuses 2 $tiny "--unit-shift 1 in float" bake $tiny "${out[@]}" --unit-shift 1 --precision f32
refuses 2 $tiny "--unit-shift" bake $tiny -o "$work/out.pelt" --unit-shift 1.5
