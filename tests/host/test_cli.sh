#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016,SC2086 # sed's own $, lists of options
# Tests what the tool promises to scripts: exit status, the error line, complete files or none.
set -u
. tests/host/cli_lib.sh

## Usage ##
for arguments in "" "frobnicate"; do
    "$pelt" $arguments >/dev/null 2>"$work/err"
    [ $? -eq 2 ] && [ -s "$work/err" ]
    check $? "exit status 2: pelt $arguments"
done
"$pelt" 2>&1 | sed -n 's/^  \(pelt [a-z]* fox.glb -o \)fox\([^ ]*\).*/\1x\2/p' >"$work/three"
diff "$work/three" - <<'END' >"$work/err"
pelt view fox.glb -o x.gif
pelt bake fox.glb -o x.pelt
pelt rom fox.glb -o x.gba
END
check $? "pelt alone names three commands"
accepts --version
version=$(sed -n 's/^#define PELT_VERSION "\([^"]*\)".*/\1/p' include/pelt.h)
format=$(sed -n 's/^#define PELT_FORMAT_VERSION \([0-9]*\).*/\1/p' include/pelt.h)
that "--version" [ "$(cat "$work/stdout")" = "pelt $version, blob format $format" ]
for option in -h --help help; do
    says "^usage: pelt COMMAND" $option
    that "$option: nothing else" [ ! -s "$work/err" ]
done
refuses 2 --frobnicate "unknown option" --frobnicate
mapfile -t commands < <("$pelt" help | sed -n 's/^  \([a-z]*\) .*/\1/p')
that "commands: ${commands[*]}" [ "${commands[*]}" = "bake report rom fit info dump verify view completion" ]
for command in "${commands[@]}"; do
    says "usage: pelt $command" $command --help
    for help in "$command -h" "help $command"; do
        "$pelt" $help | cmp -s - "$work/stdout"
        check $? "$help"
    done
    refuses 2 "" "unknown option --frobnicate" $command --frobnicate
    refuses 2 "" "unknown option -x" $command $tiny -x
    [ "$command" = completion ] && what=shell || what="input file"
    refuses 2 "" "no $what, " $command
    refuses 2 one "two is a second ${what#input }" $command one two
done
"$pelt" help info | grep -q "^  --json" && ! "$pelt" help info | grep -q "^  --clips"
check $? "help of a command has its options alone"
refuses 2 frobnicate "unknown command" help frobnicate
dumped a $tiny
(cd "$work" && cp "$OLDPWD/$tiny" ./--help.gltf && "$pelt" dump -- --help.gltf | cmp -s - a)
check $? "a file whose name begins with a dash"

alike "--name=value" "$tiny --clip bend --time 0.25 --mask a=low" "--clip=bend --time=0.25 $tiny --mask=a=low"
refuses 2 $tiny "no clip , --clip" dump $tiny --clip=
refuses 2 $tiny "unknown option --loop=1, command" dump $tiny --loop=1
refuses 2 $tiny "unknown option --x=1, command" dump $tiny --x=1
for character in x $'\e'; do # which is printed as six
    refuses 2 $tiny ", command line, see --help" dump $tiny "--$(printf "$character%.0s" {1..40000})"
done
refuses 2 $tiny "- is no file" bake $tiny -o -
refuses 2 - "- is no file" dump -

## Completion ##
completes() { # EXPECTED WORD...: the last word, in part, to one of these
    local expected=$1 got
    shift
    got=$(bash -c 'source <("$0" completion bash) && COMP_WORDS=(pelt "$@") COMP_CWORD=$# && _pelt &&
        echo "${COMPREPLY[*]}"' "$pelt" "$@" 2>"$work/err")
    that "completes ${*@Q} to: $got" [ "$got" = "$expected" ]
}
completes "bake" ba
completes "verify view" help v
completes "--depfile" bake --d
completes "--help --json" info hero.pelt --
completes "" info --clips
completes "exact" dump $tiny --precision e
completes "big" bake $tiny --endian b
completes "colours checksum" dump $tiny --what c
completes "m0 m3 m4 m7 m33 m55" view --core m
completes "rp2040 rp2350 rp2350-hazard3" bake --target rp
completes "" bake --clips "*"
completes "" bake -o b
completes "bash" completion ""
bash -c 'source <("$0" completion bash) && complete -p pelt' "$pelt" | grep -q -- "-F _pelt pelt"
check $? "the completion is bash's"

out=(-o "$work/out.pelt")
while read -r words; do # what no command takes
    refuses 2 "" "" $words
done <<END
bake $tiny
bake $tiny -o
bake $tiny ${out[*]} --precision q17
bake $tiny ${out[*]} --endian middle
bake $tiny ${out[*]} --c 1st
dump $tiny --core
dump $tiny --time soon
dump $tiny --time nan
dump $tiny --what bones
dump $tiny --morph
dump $tiny --morph 1,,2
dump $tiny --morph one
dump $tiny --morph nan
verify $tiny --samples 0
verify $tiny --max-error -1
verify $tiny --max-error inf
verify $tiny --precision q17
END
refuses 2 "" "core m5" bake $tiny "${out[@]}" --core m5
refuses 2 "" "unknown option --mixes" bake $tiny "${out[@]}" --mixes 0
refuses 2 "" "core 4" verify $tiny --core 4
for clip in 2 99999999999999999999 -1 walk BEND name:rest name:0 ''; do
    refuses 2 $tiny 'choose one of: rest, bind, 0 "bend", 1 "sway"' dump $tiny --clip "$clip"
    refuses 2 $tiny 'choose one of: rest' view $tiny -o "$work/out.png" --size 8x8 --clip "$clip"
done
for what in events root; do
    refuses 2 "" "the rest pose has no span of time" dump $tiny --what $what --to 1
    refuses 2 "" "--to is missing" dump $tiny --what $what --clip bend
    for option in "--pose bend@0*1" "--aim low:0,1,0:1,1,1" "--ik tip:1,1,1" "--morph 1"; do
        refuses 2 "" "${option%% *} with --what $what" dump $tiny --what $what --clip bend --to 1 $option
        refuses 2 "" "${option%% *} with --what $what" dump $tiny --what $what --to 1 $option
    done
done
refuses 2 "" "--to needs --what" dump $tiny --what bounds --to 1
refuses 2 "" "unknown option --pose" bake $tiny "${out[@]}" --pose 'bend@0*1'
refuses 2 "" "unknown option --aim" verify $tiny --aim low:0,1,0:1,1,1

## What commands do, once each; test_dump.sh looks at what comes out ##
for precision in q16 f32 q12; do
    blob=$work/$precision.pelt
    accepts bake $tiny -o "$blob" --precision $precision --bind
    for what in vertices colours joints palette bounds checksum; do
        accepts dump "$blob" --clip 1 --time 1e9 --what $what
    done
    accepts dump $tiny --precision $precision --clip 0 --time 0.3 --tangents --morph 0.25,-0.5
    accepts bake tests/data/textured.gltf -o "$work/textured" --precision $precision --endian big
done
tests/host/make_gltf.py shared "$work/shared.glb"
while read -r words; do
    accepts $words
done <<END
verify $small --samples 20 --pack
dump $tiny --pose bend@0.5*0.5,sway@0.3*1:flag --what bounds
dump tests/data/textured.gltf --what colours
bake $small -o $work/packed.pelt --plain --pack --strip --indices 8 --c packed
info $work/packed.pelt
bake $tiny -o $work/unboxed.pelt --no-boxes --core m0
bake $small -o $work/unit.pelt --clips walk --error 1/100 --unit-shift 2
bake $work/shared.glb -o $work/shared.pelt --core m55 --c shared --verbose
info $work/shared.pelt
dump $work/shared.glb --core x86 --clip 0 --time 0.3 --tangents --morph 0.75
view $small -o $work/walk.gif --clip walk --frames 3 --size 16x16 --lods 3 --lod 1
view $small -o $work/pieces.png --size 64x64 --max-palette 16
view $small -o $work/window.png --size 64x64 --window 64 --pack
END

## A .pelt is baked already ##
accepts bake $tiny -o "$work/made"
for option in "--error 1/100" "--meshes flag" "--joints 3" "--influences 1" \
    "--socket tip" "--root-motion base" "--unit-shift 0" "--core m0" --plain \
    --pack --bind --no-boxes "--indices 8" "--textures 8" "--texels i4" "--colour-error 0.1" \
    "--events none.json" "--mask m=low" "--max-palette 9" "--window 8"; do
    for command in dump "view -o $work/out.png"; do
        refuses 2 made "${option%% *} applies to a glTF file only, command line, leave it out" \
            $command "$work/made" $option
    done
done
accepts dump "$work/made" --precision q16 --allow-outside

## Verify ##
warns "^pelt: $tiny: clip INDEX precision max_rel p99_rel max_units node primitive vertex time$" verify $tiny
[ "$(cut -f 1-3 "$work/stdout" | grep -c '^clip.[01].\(q16\|f32\|q12\)$')" -ge 4 ]
check $? "verify prints one line per clip and precision"
that "verify names a node, a primitive and a vertex" \
    [ "$(awk -F'\t' '$3 == "q16" { print $7, $8, $9 }' "$work/stdout" | sort -u)" = "0 0 9" ]
# Ten fields: p99 is not above the largest, clips are in order, and both precisions have all of them.
lines_fit() { # FILE...
    local file
    for file; do
        accepts verify "$file"
        awk -F'\t' -v number='^[0-9.]+(e[-+][0-9]+)?$' '
            NF != 10 || $1 != "clip" || $3 !~ /^(q16|f32)$/ || $5 > $4 || $2 != seen[$3]++ { bad = 1 }
            { for (i = 4; i <= 9; i++) if ($i !~ number || (i > 6 && $i !~ /^[0-9]+$/)) bad = 1 }
            $10 !~ /^-?[0-9.]+(e[-+][0-9]+)?$/ { bad = 1 }
            END { exit bad || NR == 0 || seen["q16"] != seen["f32"] }' "$work/stdout"
        check $? "the lines of verify $file"
    done
}
lines_fit $tiny tests/data/oracle/assets/*.glb
warns "^pelt: $tiny: verified: exact off by [0-9.e-]+ of the size, limit 1.2e-04$" \
    verify $tiny --precision q16 --samples 3
that "verify in one precision" [ "$(cut -f 1-3 "$work/stdout" | tr '\t\n' ' /')" = "clip 0 q16/clip 1 q16/" ]
refuses 1 $tiny "in exact" verify $tiny --precision q16 --max-error 1e-9
never "a verdict that is wrong" grep -q "verified" "$work/err"
refuses 1 q16.pelt "byte 0" verify "$work/q16.pelt"

## Stripped, damaged ##
accepts bake $tiny -o "$work/stripped" --strip
that "--strip makes a blob smaller" [ "$(wc -c <"$work/stripped")" -lt "$(wc -c <"$work/q16.pelt")" ]
refuses 1 stripped "section SRCE, bake it without --strip" dump "$work/stripped"
for precision in f32 q12; do
    refuses 1 q16.pelt "baked in exact, --precision" \
        dump "$work/q16.pelt" --precision $precision
done
accepts bake $tiny -o "$work/unbound"
for command in dump "view -o $work/picture.png"; do
    refuses 1 unbound "pelt bake --bind" $command "$work/unbound" --clip bind
done
"$pelt" info "$work/q16.pelt" | grep -q BIND && ! "$pelt" info "$work/unbound" | grep -q BIND
check $? "the bind pose is there with --bind, and only then"
# With a bind pose a hundred times as large as the model, frames that hold both are coarser.
bad=$(changed bad 's/"name": "base",/& "scale": [0.01, 0.01, 0.01],/')
accepts bake "$bad" -o "$work/bound" --bind
alike "dump --bind and dump of a blob with the bind pose" "$work/bound" "$bad --bind"
alike "a layer of the bind pose" "$work/bound --pose 0@0.5*0.5,bind@0*0.25" "$bad --pose 0@0.5*0.5,bind@0*0.25"
refuses 1 unbound "--pose bind, bake it with" dump "$work/unbound" --pose '+bind@0*0.25'
dumped a "$work/bound" --what joints
dumped b "$bad" --what joints
never "--bind makes no frame coarser" cmp -s "$work/a" "$work/b"
accepts verify "$bad" --bind
accepts view "$bad" -o "$work/bound.png" --bind --size 16x16
head -c 1000 "$work/q16.pelt" >"$work/cut.pelt"
refuses 1 cut.pelt "truncated" dump "$work/cut.pelt"
cp "$work/q16.pelt" "$work/damaged.pelt"
printf 'x' | dd of="$work/damaged.pelt" bs=1 seek=1500 conv=notrunc 2>/dev/null
refuses 1 damaged.pelt "CRC" dump "$work/damaged.pelt"
for format in 1 2; do
    {
        head -c 4 "$work/q16.pelt"
        printf '%b' "\\$format\\0"
        tail -c +7 "$work/q16.pelt"
    } >"$work/format$format"
    for command in dump info; do
        refuses 1 format$format "a blob of format $format, byte 4, this tool reads format 3" \
            $command "$work/format$format"
    done
done

# A window's program beside the tool gets the milliseconds since the clip's start, which is at -0.25 s.
cp "$pelt" "$work/pelt"
printf '#!/bin/sh\necho "from $2" && cat >/dev/null\n' >"$work/pelt-window"
chmod +x "$work/pelt-window"
for pair in "0.5 750" "-0.1 150" "-9 0"; do
    pelt=$work/pelt says "^from ${pair#* }\$" view $tiny --window --time "${pair% *}"
done
accepts view $tiny -o "$work/picture.png" --clip 0 --time 0.5 --size 64x48
that "view writes a PNG" [ "$(head -c 4 "$work/picture.png" | tail -c 3)" = PNG ]

## Names cannot control the terminal ##
quiet() { # NAME: neither output has controls, C1 ones included, or marks of writing direction
    # shellcheck disable=SC2016
    ! LC_ALL=C grep -aqP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|'\
'\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|[\xf8-\xff]|\xc0|\xc1' "$work/stdout" "$work/err"
    check $? "$1 lets a control through"
}
evil='a\\u001b[31m\\u0007\\u009b2J\\u202eb\\u2066c\\u061c\\u200f\\u2028d\\u00e9\\n\\r\\u007f\\ufeff\\udb40\\udc41'
bad=$(changed bad "s/\"name\": \"\(post\|low\|bend\|flag\)/&$evil/
    2s/^/ \"extensionsUsed\": [\"X_$evil\"],/")
warns '^pelt: warning: .*X_a.u001B' bake "$bad" -o "$work/evil.pelt" --verbose
quiet "bake"
seen='a\u001B[31m\u0007\u009B2J\u202Eb\u2066c\u061C\u200F\u2028dé\u000A\u000D\u007F\uFEFF\uE0041'
that "how a name is shown" grep -qF "$seen" "$work/stdout"
accepts info "$work/evil.pelt"
quiet "info"
that "info shows names" [ "$(grep -c 'a\\u001B' "$work/stdout")" -eq 5 ]
"$pelt" info $'bad\xff\xc0\x80\xe0\x80\xaf\e]0;x\a\xed\xa0\x80' >"$work/stdout" 2>"$work/err"
quiet "a path"
that "how a path is shown" grep -qF 'bad\xFF\xC0\x80\xE0\x80\xAF\u001B]0;x\u0007\xED\xA0\x80: ' "$work/err"
cat >"$work/evil.json" <<<'{"bend": [{"name": "\u001b[31m\nx", "time": 0.2}]}'
says '^\\u001B\[31m\\u000Ax$' dump $tiny --events "$work/evil.json" --what events --clip bend --to 1
quiet "an event"
# A suggested command still does what it says.
accepts fit $tiny --board gba -o "$work/"$'\e[31m\u202e.pelt'
quiet "a suggested command"
mv "$work/"$'\e[31m\u202e.pelt' "$work/fitted"
(eval "'$pelt'$(sed -n 's/^pelt//p' "$work/stdout")" >/dev/null 2>"$work/err")
same "a suggested command for an odd name" "$work/fitted" "$work/"$'\e[31m\u202e.pelt'
