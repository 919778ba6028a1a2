#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2086 # lists of options
# Tests `bake --target`: its data of each board are the board's, its counts are right, and its
# advice works.
set -u
. tests/host/cli_lib.sh

line='^target ([a-z0-9-]+): (fits|does not fit), flash ([0-9]+) of ([0-9]+), ram ([0-9]+) of ([0-9]+), '
line+='([0-9]+\.[0-9]) fps at ([0-9]+)x([0-9]+) \(pose and skin alone ([0-9]+\.[0-9])\) at ([0-9]+) MHz '
line+='\((measured|counted|estimate)\)$'

said=()
# Runs the tool, finds the line of that kind and puts its fields into said[1] and on.
said() { # NAME ARGUMENT...
    local found
    accepts "${@:2}"
    found=$(grep -E "$line" "$work/stdout")
    [[ $found =~ $line ]]
    check $? "the line of $1"
    said=("${BASH_REMATCH[@]}")
}
bytes() { # 256K or 0x7f00 or nothing
    local number=${1:-0}
    number=${number/K/*1024}
    echo $((${number/M/*1048576}))
}

## Boards have the data of their board.mk ##
for board in $(env -u MAKEFLAGS -u MAKELEVEL make -s print-ALL_BOARDS); do
    mapfile -t of < <(boards/variable "$board" FLASH_BYTES RAM_BYTES EWRAM_BYTES CLOCK_KHZ BAKE_CORE CORE ENDIAN)
    accepts bake $tiny -o "$work/tiny.pelt" --target "$board" --endian "${of[6]}" --json
    nothing "a warning about $board" lines "cannot open" "$work/err"
    holds "[it['target'][k] for k in 'board core flash_of ram_of fits advice'.split()] == ['$board',
        '${of[4]:-${of[5]}}', $(bytes "${of[0]}"), $(($(bytes "${of[1]}") + $(bytes "${of[2]}"))), True, None]" \
        "round(it['target']['mhz'] * 1000) == ${of[3]}" '0 < it["target"]["fps"] < it["target"]["fps_pose_skin"]' \
        'all(it[k] == it["target"][k] for k in ("fps", "fps_pose_skin"))'
done
for board in esp32 esp32s3 esp32c3 esp32c6 stm32f405 stm32f411 stm32h743 nrf52840 samd51 teensy41 playdate; do
    said "$board" bake $tiny -o "$work/tiny.pelt" --target "$board"
    that "the name of $board" [ "${said[1]}" = "$board" ]
done

## Byte order is the board's, or there is a warning ##
warns "^pelt: warning: .*: n64 cannot open this blob, as it .*, --target, add --endian big$" \
    bake $tiny -o "$work/tiny.pelt" --target n64

## The counts ##
said netduinoplus2 bake $small -o "$work/hero.pelt" --target netduinoplus2 --strip
code=$((said[3] - $(wc -c <"$work/hero.pelt")))
limit=$(awk '$1 == "unit" { for (i = 1; i <= NF; i++) if ($i == "m4") m4 = i }
    $1 == "bytes" && $2 == "code" && $3 == "exact" { print $m4 }' tests/bench/figures.tsv)
[ "$code" -gt 0 ] && [ "$code" -eq "$limit" ]
check $? "code of $code bytes, not $limit"
arena=$(sed -n 's/^RAM *\([0-9]*\) bytes.*/\1/p' "$work/stdout")
vertices=$(sed -n 's/^model .* \([0-9]*\) vertices,.*/\1/p' "$work/stdout")
stack=$((said[5] - arena - 24 * vertices))
[ "$stack" -ge 256 ] && [ "$stack" -le 2048 ]
check $? "a stack of $stack bytes"
fast=${said[10]}
shown=${said[7]}
"$pelt" bake $small -o "$work/plain.pelt" --strip >/dev/null
same "netduinoplus2 is baked for its core" "$work/hero.pelt" "$work/plain.pelt"
# Speed is proportional to the clock; more vertices are slower.
said mps2-an386 bake $small -o "$work/hero.pelt" --target mps2-an386
that "frames and clocks: $fast, ${said[10]}" compares \
    "$fast > 6.7 * ${said[10]} && $fast < 6.74 * ${said[10]}"
[ "${said[8]}x${said[9]} ${said[12]}" = "240x240 estimate" ]
check $? "the panel of mps2-an386, and that it is an estimate"
said "the whole hero" bake $hero -o "$work/hero.pelt" --target netduinoplus2
that "frames of fewer vertices: $fast, ${said[10]}" compares "$fast > 2 * ${said[10]}"
that "pictures of fewer vertices: $shown, ${said[7]}" compares "$shown > 1.8 * ${said[7]}"
that "what pictures of fewer vertices are: ${said[12]}" [ "${said[12]}" = counted ]
# Float has no pictures of its own; a texture takes time.
said "float" bake $small -o "$work/hero.pelt" --target netduinoplus2 --precision f32
[ "${said[10]}" != "$fast" ] && compares "$shown > 0.9 * ${said[7]} && ${said[7]} > 0.9 * $shown"
check $? "pictures in float: $shown, ${said[7]}"
said "textured" bake tests/data/textured.gltf -o "$work/hero.pelt" --target netduinoplus2
shown=${said[7]}
said "without textures" bake tests/data/textured.gltf -o "$work/hero.pelt" --target netduinoplus2 --textures none
that "pictures with textures: $shown, ${said[7]}" compares "$shown < ${said[7]}"
# Without an FPU float is slow.
said esp32c3 bake $small -o "$work/hero.pelt" --target esp32c3
fast=${said[10]}
said "esp32c3 in float" bake $small -o "$work/hero.pelt" --target esp32c3 --precision f32
that "frames in float: $fast, ${said[10]}" compares "$fast > 5 * ${said[10]}"

## A character that does not fit, and changes that help ##
said microbit bake $hero -o "$work/big.pelt" --target microbit
[ "${said[2]}" = "does not fit" ] && [ -s "$work/big.pelt" ]
check $? "the hero on a microbit"
advice="does not fit microbit: .*, --target; it fits with flash .* and vertices of 12 bytes"
grep -q "^pelt: warning: .*hero.glb: $advice" "$work/err"
check $? "a warning with advice"
advice="fits with flash ${said[3]}, ram [0-9]+ and vertices of 12 bytes \(pelt_vertices_narrow_q16\)"
that "advice" grep -Eq "^ +$advice: pelt bake $hero -o $work/big.pelt --target microbit$" "$work/stdout"
accepts bake $hero -o "$work/big.pelt" --target microbit --precision f32 --json
holds 'not it["target"]["fits"] and it["target"]["ram"] > it["target"]["ram_of"]' \
    '" and vertices of 12 bytes" in it["target"]["advice"]' \
    'it["target"]["advice"].endswith(" --precision exact")' \
    'len(it["warnings"]) == 1 and "does not fit microbit" in it["warnings"][0]'
# Only what is added is told where a command would be cut.
says 'vertices of 12 bytes [^:]*: add --precision exact$' bake $hero -o "$work/big.pelt" --target microbit --precision f32 \
    --clips "$(printf 'name:walk,%.0s' {1..999})walk"
# Too many vertices for any change.
performer=$(dirname "$pelt")/performer.glb
says '^ *fits with flash .* --window 64$' bake "$performer" -o "$work/big.pelt" --target microbit
says '^target microbit: fits, ' bake "$performer" -o "$work/big.pelt" --target microbit --window 64
# The hero many times over, a mesh each: more than a micro:bit's flash. The advice works.
remade many 'node = next(n for n in g["nodes"] if "mesh" in n)
for i in range(23):
    g["scenes"][0]["nodes"].append(len(g["nodes"]))
    g["nodes"].append(dict(node, name="copy%d" % i))' $small
said "many meshes" bake "$work/many.gltf" -o "$work/big.pelt" --target microbit
[ "${said[2]}" = "does not fit" ] && [ "${said[3]}" -gt "${said[4]}" ]
check $? "many meshes on a microbit"
advice=$(sed -n 's/^ *fits with flash [0-9]*, ram [0-9]*: pelt //p' "$work/stdout")
figures=$(sed -n 's/^ *fits with flash \([0-9]*\), ram \([0-9]*\): .*/\1 \2/p' "$work/stdout")
[[ $advice == "bake $work/m"* ]]
check $? "advice for many meshes"
eval "said 'many meshes as advised' $advice"
[ "${said[2]}" = fits ] && [ "${said[3]} ${said[5]}" = "$figures" ]
check $? "advice is not true: $advice"

## All at once: each as it would be reported alone ##
for precision in q16 f32; do
    accepts bake $small -o "$work/hero.pelt" --precision $precision --target all
    grep -E "$line" "$work/stdout" >"$work/all"
    grep -q "^target playdate:" "$work/all" && ! grep -q "^target \(mps2\|riscv32\|xtensa\)" "$work/all"
    check $? "only what one can buy, in $precision"
    for board in microbit stm32f411 gba rp2350-hazard3 n64; do
        accepts bake $small -o "$work/hero.pelt" --precision $precision --target "$board"
        that "$board of all in $precision" grep -qxF "$(grep -E "$line" "$work/stdout")" "$work/all"
    done
done
accepts bake $small -o "$work/hero.pelt" --target all --json
holds 'len(it["targets"]) > 18 and not any(b["flash_of"] > 2 ** 25 for b in it["targets"])' \
    'it["targets"][0]["board"] == "microbit" and it["targets"][0]["advice"] is None' \
    'it["targets"][0]["work"]["pixels"] == 128 * 64'

## Usage ##
refuses 2 "" "no board pdp11, command line, choose one of: microbit, rp2040, " \
    bake $tiny -o "$work/out.pelt" --target pdp11
refuses 2 "" "playdate" bake $tiny -o "$work/out.pelt" --target ""
refuses 2 "" "--core m0, but --target stm32f411 has m4" \
    bake $tiny -o "$work/out.pelt" --target stm32f411 --core m0
accepts bake $tiny -o "$work/tiny.pelt" --target stm32f411 --core m4
accepts bake --help
for board in microbit gba rp2040 rp2350 esp32c3 esp32c6 stm32f405 playdate; do
    that "--help names $board" grep -q "^ .* $board\b" "$work/stdout"
done
