#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016 # make's $
# Tests what builds rely on: the rule of --depfile, and that the same file gives the same bytes anywhere.
set -u
. tests/host/cli_lib.sh

## The rule of --depfile ##
mkdir -p "$work/in"
sed -n 's/.*base64,\([^"]*\)".*/\1/p' $tiny | base64 -d >"$work/in/a \$1#.bin"
sed -e 's/"uri": "[^"]*"/"uri": "a%20$1%23.bin"/' \
    -e 's/"buffers": /"images": [{"uri": "not read.png"}], &/' $tiny >"$work/in/my.gltf"
echo >"$work/in/not read.png"
rule() { # TARGETS
    printf '%s: \\\n  in/a\\ $$1\\#.bin \\\n  in/my.gltf\n' "$1" | cmp -s - "$work/rule.d"
    check $? "the rule for $1"
}
cd "$work" || exit 2
accepts bake in/my.gltf -o one.pelt --depfile rule.d
rule one.pelt
accepts bake in/my.gltf -o 'one #2.pelt' --c model --depfile rule.d --json
rule 'one\ \#2.pelt model.c model.h'
refuses 2 my.gltf "control character" bake in/my.gltf -o $'out\n.pelt' --depfile out.d
refuses 2 my.gltf "no clip" bake in/my.gltf -o out.pelt --clips none --depfile out.d
refuses 2 my.gltf "the same file" bake in/my.gltf -o out.pelt --depfile ./out.pelt
refuses 2 my.gltf "would replace" bake in/my.gltf -o out.pelt --depfile in/my.gltf
refuses 3 my.gltf "cannot write" bake in/my.gltf -o out.pelt --depfile no/such/folder/out.d

## Neither names nor place, time and environment change the bytes ##
mkdir -p one "another folder"
cp "$OLDPWD/$small" one/hero.glb
cp one/hero.glb "another folder/other.glb"
touch -d 2001-01-01 "another folder/other.glb"
accepts bake one/hero.glb -o one/hero.pelt --c model
(cd "another folder" && umask 077 && LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo HOME=/nowhere \
    "$pelt" bake ./other.glb -o ./blob --json --c model --depfile d >/dev/null 2>"$work/err")
cmp -s one/hero.pelt "another folder/blob" && cmp -s one/model.c "another folder/model.c" &&
    cmp -s one/model.h "another folder/model.h"
check $? "the same in another place"
