#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tool's promises to scripts: exit status, the error line, whole files or none, same bytes.
#
#   tests/host/test_cli.sh PELT [CC]         from the project's root
set -u

pelt=$(realpath -- "$1")
cc=${2:-gcc}
tiny=tests/data/tiny.gltf
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

check() { # STATUS NAME
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL cli: $2"
        [ ! -s "$work/err" ] || tail -n 3 "$work/err"
    fi
}

# Runs the tool; it must end with STATUS, say FILE and TEXT in its last line on stderr, and leave
# no output behind.
refuses() { # STATUS FILE TEXT ARGUMENT...
    local status=$1 file=$2 text=$3 last
    shift 3
    rm -f "$work"/out*
    "$pelt" "$@" >"$work/stdout" 2>"$work/err"
    [ $? -eq "$status" ] || { check 1 "exit status $status: pelt $*"; return; }
    last=$(tail -n 1 "$work/err")
    [[ $last == "pelt: "*"$file: "*"$text"* ]] || { check 1 "error line of: pelt $*"; return; }
    [ -z "$(ls "$work" | grep '^out')" ] || { check 1 "a file is left by: pelt $*"; return; }
    check 0
}

accepts() { # ARGUMENT...
    "$pelt" "$@" >"$work/stdout" 2>"$work/err"
    check $? "pelt $*"
}

same() { # NAME A B
    cmp -s "$2" "$3"
    check $? "$1"
}

# A change to the tiny character: sed's program.
changed() { # PROGRAM
    sed "$1" "$tiny" >"$work/bad.gltf"
    echo "$work/bad.gltf"
}

## Usage ##
for arguments in "" "frobnicate"; do
    "$pelt" $arguments >/dev/null 2>"$work/err"
    [ $? -eq 2 ] && [ -s "$work/err" ]
    check $? "exit status 2: pelt $arguments"
done
for command in bake info dump view; do
    accepts $command --help
    grep -q "usage: pelt $command" "$work/stdout"
    check $? "help of $command"
    refuses 2 "" "" $command --frobnicate
    refuses 2 "" "" $command
done
refuses 2 "" "" bake $tiny
refuses 2 "" "" bake $tiny -o
refuses 2 "" "" bake $tiny -o "$work/out.pelt" --precision q17
refuses 2 "" "" bake $tiny -o "$work/out.pelt" --endian middle
refuses 2 "" "" bake $tiny -o "$work/out.pelt" --c 1st
refuses 2 "" "" dump $tiny --clip 2
refuses 2 "" "" dump $tiny --clip -1
refuses 2 "" "" dump $tiny --clip walk
refuses 2 "" "" dump $tiny --time soon
refuses 2 "" "" dump $tiny --time nan
refuses 2 "" "" dump $tiny --what bones

## Files ##
refuses 3 missing.glb "" bake missing.glb -o "$work/out.pelt"
refuses 3 missing.glb "" dump missing.glb
refuses 3 missing.pelt "" info missing.pelt
refuses 3 "" "" bake $tiny -o "$work/no/such/folder/out.pelt"
out=(-o "$work/out.pelt")
bad=$(changed 's/"componentType": 5126/"componentType": 5127/')
refuses 1 bad.gltf "/accessors/" bake "$bad" "${out[@]}"
bad=$(changed 's/"joints": \[1,/"joints": [77,/')
refuses 1 bad.gltf "/skins/0" bake "$bad" "${out[@]}"
bad=$(changed '40,$d')
refuses 1 bad.gltf "" bake "$bad" "${out[@]}"
bad=$(changed 's/octet-stream;base64,/octet-stream;base64,!!/')
refuses 1 bad.gltf "/buffers/0" bake "$bad" "${out[@]}" --c out
bad=$(changed 's/"version": "2.0"/"version": "1.0"/')
refuses 1 bad.gltf "/asset" dump "$bad"
: >"$work/empty.glb"
refuses 1 empty.glb "" bake "$work/empty.glb" -o "$work/out.pelt"
head -c 5000 examples/hero/hero.glb >"$work/short.glb"
refuses 1 short.glb "" bake "$work/short.glb" -o "$work/out.pelt"

## Baking ##
for precision in q16 f32; do
    for order in little big; do
        for run in 1 2; do
            accepts bake $tiny -o "$work/$precision.$order.$run" --precision $precision \
                --endian $order
        done
        same "two bakes, $precision $order" "$work/$precision.$order.1" "$work/$precision.$order.2"
    done
    for what in vertices joints palette; do
        for when in "--clip rest" "--clip bind" "--clip 0 --time 0.3" "--clip 1 --time -3" \
            "--clip 1 --time 1e9"; do
            "$pelt" dump $tiny --precision $precision $when --what $what >"$work/a" \
                2>"$work/err" &&
                "$pelt" dump "$work/$precision.little.1" $when --what $what >"$work/b" \
                    2>>"$work/err" &&
                [ -s "$work/a" ] && cmp -s "$work/a" "$work/b"
            check $? "dump of glTF and blob differ: $precision $when $what"
        done
    done
    accepts info "$work/$precision.little.1"
    # The other byte order: its own words, and not those of a broken file.
    refuses 1 "$precision.big.1" "byte order" dump "$work/$precision.big.1"
done
"$pelt" dump $tiny >"$work/a" 2>"$work/err" && [ "$(wc -l <"$work/a")" -eq 13 ] &&
    ! grep -Evq '^[0-9]+ [0-9]+ [0-9]+( [-+0-9.e]+){3}(( [-+0-9.e]+){3}| - - -)$' "$work/a" &&
    sort -c -n -k1,1 -k2,2 -k3,3 "$work/a"
check $? "shape of dump's lines"

accepts bake $tiny -o "$work/stripped" --strip
[ "$(wc -c <"$work/stripped")" -lt "$(wc -c <"$work/q16.little.1")" ]
check $? "--strip makes a blob smaller"
refuses 1 stripped "--strip" dump "$work/stripped"
refuses 1 q16.little.1 "" dump "$work/q16.little.1" --precision f32
head -c 1000 "$work/q16.little.1" >"$work/cut.pelt"
refuses 1 cut.pelt "truncated" dump "$work/cut.pelt"
printf 'x' | dd of="$work/q16.little.2" bs=1 seek=1500 conv=notrunc 2>/dev/null
refuses 1 q16.little.2 "CRC" dump "$work/q16.little.2"

accepts view $tiny -o "$work/picture.png" --clip 0 --time 0.5 --size 64x48
[ "$(head -c 4 "$work/picture.png" | tail -c 3)" = PNG ]
check $? "view writes a PNG"

## C source ##
for order in little big; do
    accepts bake $tiny -o "$work/c.pelt" --endian $order --c tiny_model
    cat >"$work/use.c" <<'END'
#include "tiny_model.h"
typedef char sized[TINY_MODEL_ARENA_BYTES > 0 && TINY_MODEL_CLIP_SWAY == 1 ? 1 : -1];
int main(void) { return sizeof tiny_model_blob == TINY_MODEL_BLOB_BYTES ? 0 : 1; }
END
    "$cc" -std=c99 -Wall -Wextra -Wpedantic -Werror -Iinclude -o "$work/use" "$work/use.c" \
        "$work/tiny_model.c" 2>"$work/err" && "$work/use"
    check $? "--c compiles, $order"
    ! "$cc" -std=c99 -Iinclude -DPELT_H -DPELT_FORMAT_VERSION=99 -c -o /dev/null \
        "$work/tiny_model.c" 2>"$work/err"
    check $? "--c refuses another format version, $order"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
