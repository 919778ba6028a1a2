#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016,SC2086 # sed's own $, lists of options
# Tests the files that the tool writes: they are complete or absent, and it overwrites neither its
# inputs nor files that others put there.
#
# PELT is a program of this machine, or npm's command, which knows neither locks nor signals.
set -u
. tests/host/cli_lib.sh

is_program=true
[ "$(head -c 2 "$pelt")" != '#!' ] || is_program=false

# No incomplete file stays anywhere.
clean() { # NAME
    that "a part is left: $1" [ -z "$(find "$work" -name '.pelt-*')" ]
}

unchanged() { # FILE NAME
    that "$2 is changed" cmp -s "$1" "$work/kept"
}

spares() { # FILE COMMAND INPUT OPTION...: it would replace this input file, which stays as it is
    cp "$1" "$work/kept"
    refuses 2 "${3##*/}" "would replace an input file" "${@:2}"
    unchanged "$1" "the input $1"
}

# A device that is always full. If the tool were wrong, root could replace the machine's own.
full=/dev/full
if [ "$(id -u)" -eq 0 ]; then
    full=$work/device
    mknod "$full" c 1 7 2>/dev/null
fi
ln -s /proc/self/fd/1 "$work/standard"

"$pelt" bake $tiny -o "$work/right.pelt" --c right >/dev/null 2>"$work/err"
check $? "bake"

## Inputs are not replaced ##
mkdir -p "$work/in/folder" "$work/elsewhere"
images='"images": [{"uri": "skin%20of.png"}, {"uri": "gone.png"}, {"bufferView": 0}, 7, {"uri": 1}],'
sed -e 's/"uri": "[^"]*"/"uri": "buffer.bin"/' -e "s/\"buffers\": /$images&/" $tiny \
    >"$work/in/in.gltf"
sed -n 's/.*base64,\([^"]*\)".*/\1/p' $tiny | base64 -d >"$work/in/buffer.bin"
echo picture >"$work/in/skin of.png"
ln -s ../in/in.gltf "$work/elsewhere/link.gltf"
ln "$work/in/in.gltf" "$work/elsewhere/hard.gltf"
ln -s buffer.bin "$work/in/loop.png"
source=$work/in/in.gltf
for output in "$source" "$work/in/./in.gltf" "$work/in/folder/../in.gltf" \
    "$work/elsewhere/link.gltf" "$work/elsewhere/hard.gltf"; do
    spares "$source" bake "$source" -o "$output"
done
spares "$work/in/buffer.bin" bake "$source" -o "$work/in/buffer.bin"
spares "$work/in/buffer.bin" bake "$source" -o "$work/in/loop.png"
spares "$work/in/buffer.bin" view "$source" -o "$work/in/loop.png" --size 8x8
spares "$work/in/skin of.png" view "$source" -o "$work/in/skin of.png" --size 8x8
cp "$source" "$work/in/model.c"
spares "$work/in/model.c" bake "$work/in/model.c" -o "$work/in/out.pelt" --c model
[ ! -e "$work/in/out.pelt" ] && [ ! -e "$work/in/model.h" ]
check $? "outputs beside a refused one"
(cd "$work/in" && "$pelt" bake in.gltf -o ./in.gltf >/dev/null 2>"$work/err")
[ $? -eq 2 ] && cmp -s "$source" "$work/kept"
check $? "-o ./in.gltf"
cp "$work/right.pelt" "$work/blob.png"
spares "$work/blob.png" view "$work/blob.png" -o "$work/blob.png"
clean "refused outputs"

## Images that are used: the rules of buffers, but a missing one leaves plain colours ##
mkdir "$work/skins"
textured() { # URI
    cat <<EOF >"$work/in/textured.gltf"
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}]}],
 "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
 "textures": [{"source": 0}], "images": [{"uri": "$1"}],
 "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]},
               {"componentType": 5126, "count": 3, "type": "VEC2"}]}
EOF
}
red='iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
base64 -d <<<"$red" >"$work/in/a red.png"
cp "$work/in/a red.png" "$work/skins/red.png"
dumps() { # COLOUR NAME OPTION...
    local colour=$1 name=$2
    shift 2
    "$pelt" dump "$work/in/textured.gltf" --what colours "$@" >"$work/stdout" 2>"$work/err" &&
        [ "$(cut -d' ' -f4- "$work/stdout" | sort -u)" = "$colour" ]
    check $? "$name"
}
for uri in "a%20red.png" "folder/../a%20red.png" "data:image/png;base64,$red"; do
    textured "$uri"
    dumps "255 0 0 255" "image $uri"
done
textured "a%20red.png"
accepts bake "$work/in/textured.gltf" -o "$work/right2.pelt" --depfile "$work/right2.d"
that "an image is no dependency" grep -q 'a\\ red.png' "$work/right2.d"
textured ../skins/red.png
refuses 1 textured.gltf "leaves the folder of the asset, /images/0" bake "$work/in/textured.gltf" \
    -o "$work/out.pelt"
dumps "255 0 0 255" "an image outside" --allow-outside
textured gone.png
dumps "255 255 255 255" "a missing image"
for warning in ".*gone.png cannot be read .*, /images/0, put it beside the asset" \
    ".*not kept: materials' images (1)"; do
    that "no warning: $warning" grep -q "warning: $warning" "$work/err"
done
echo no picture >"$work/in/gone.png"
refuses 1 textured.gltf "neither PNG nor JPEG), /images/0, convert it" bake \
    "$work/in/textured.gltf" -o "$work/out.pelt"
textured https://example.org/red.png
refuses 1 textured.gltf "red.png is not that of a file beside the asset, /images/0, put the file there" \
    dump "$work/in/textured.gltf"

## Two outputs in one place ##
mkdir "$work/both"
refuses 2 $tiny "the same file" bake $tiny -o "$work/both/ok.c" --c ok
refuses 2 $tiny "the same file" bake $tiny -o "$work/both/../both/ok.h" --c ok
ln -s ok.c "$work/both/name.pelt"
refuses 2 $tiny "the same file" bake $tiny -o "$work/both/name.pelt" --c ok
that "a refused pair leaves files" [ "$(ls "$work/both")" = name.pelt ]

## Links, rights, other kinds of files ##
mkdir "$work/target"
echo old >"$work/target/real"
ln -s target/real "$work/link1"
ln -s link1 "$work/link2"
accepts bake $tiny -o "$work/link2"
[ -L "$work/link1" ] && [ -L "$work/link2" ] && cmp -s "$work/target/real" "$work/right.pelt"
check $? "through two links"
ln -s target/new "$work/dangling"
accepts bake $tiny -o "$work/dangling"
[ -L "$work/dangling" ] && cmp -s "$work/target/new" "$work/right.pelt"
check $? "through a link to nothing"
ln -s circle "$work/circle"
refuses 3 $tiny "cannot write" bake $tiny -o "$work/circle"
refuses 3 $tiny "directory" bake $tiny -o "$work/target"
echo precious >"$work/kept"
cp "$work/kept" "$work/precious"
ln -s precious "$work/planted.pelt.part"
accepts bake $tiny -o "$work/planted.pelt"
unchanged "$work/precious" "the file behind a planted OUT.part"
[ -f "$work/planted.pelt" ] && [ ! -L "$work/planted.pelt" ]
check $? "a planted link is the output"
ln -s ../elsewhere/below "$work/in/jump"
mkdir "$work/elsewhere/below"
cp $tiny "$work/elsewhere/whole.gltf"
accepts bake "$work/in/jump/../whole.gltf" -o "$work/in/jump/../jumped.pelt"
[ -f "$work/elsewhere/jumped.pelt" ] && [ ! -e "$work/in/jumped.pelt" ]
check $? "the folder above a link's"
(cd "$work/in" && "$pelt" bake in.gltf -o __proto__ >/dev/null 2>"$work/err" && [ -s __proto__ ])
check $? "a name that means something to JavaScript"
(umask 027 && "$pelt" bake $tiny -o "$work/rights.pelt" >/dev/null 2>"$work/err")
that "rights are not what umask says" [ "$(stat -c %a "$work/rights.pelt")" = 640 ]

mkfifo "$work/pipe"
timeout 20 cat "$work/pipe" >"$work/through" &
accepts bake $tiny -o "$work/pipe"
wait
[ -p "$work/pipe" ] && cmp -s "$work/through" "$work/right.pelt"
check $? "into a FIFO"
"$pelt" bake $tiny -o "$work/standard" 2>"$work/err" | cmp -s - "$work/right.pelt" &&
    grep -q "^$work/standard: exact" "$work/err"
check $? "into standard output"
echo before >"$work/appended"
"$pelt" bake $tiny -o "$work/standard" 2>"$work/err" >>"$work/appended"
{ echo before && cat "$work/right.pelt"; } | cmp -s - "$work/appended"
check $? "into standard output that is appended to a file"
if : 2>/dev/null >"$full" && [ -c "$full" ]; then
    refuses 3 $tiny "$full: No space left on device, output, make room there" bake $tiny -o "$full"
    that "a device is replaced" [ -c "$full" ]
    ln -s "$full" "$work/full.png"
    refuses 3 $tiny "full.png" view $tiny -o "$work/full.png" --size 8x8
    mkdir "$work/mixed"
    ln -s "$full" "$work/mixed/model.h"
    refuses 3 $tiny "model.h" bake $tiny -o "$work/mixed/model.pelt" --c model
    that "files are left where one of three fails" [ "$(ls -A "$work/mixed")" = model.h ]
fi
clean "kinds of files"

## A full disk, for which a limit on the size of files stands ##
echo kept >"$work/kept"
cp "$work/kept" "$work/limited.pelt"
for output in limited.pelt new.pelt; do
    ($is_program || trap '' XFSZ; ulimit -f 8 &&
        "$pelt" bake $small -o "$work/$output" --c limited >/dev/null 2>"$work/err")
    [ $? -eq 3 ] && grep -q "cannot write .*File too large, output, make room there$" "$work/err"
    check $? "a full disk: $output"
done
unchanged "$work/limited.pelt" "what was there before"
[ ! -e "$work/new.pelt" ] && [ ! -e "$work/limited.c" ] && [ ! -e "$work/limited.h" ]
check $? "files are left on a full disk"
clean "a full disk"

## No memory ##
if $is_program; then
    (ulimit -v 20000 && "$pelt" verify $hero --samples 1000000 >/dev/null 2>"$work/err")
    [ $? -eq 1 ] && grep -Eq "^pelt: $hero: out of memory, [0-9]+ x 8 bytes wanted, " "$work/err"
    check $? "out of memory: $(cat "$work/err")"
fi

## No folder to write to ##
refuses 3 $tiny "check the path" bake $tiny -o "$work/missing/out.pelt"
refuses 3 $tiny "cannot write" bake $tiny -o "$work/right.pelt/out.pelt"
refuses 3 $tiny "" bake $tiny -o ""
mkdir "$work/whole"
refuses 3 $tiny "cannot write" bake $tiny -o "$work/whole/a.pelt" --depfile \
    "$work/whole/$(printf 'd%.0s' {1..300})"
that "a file is left where the name of another is too long" [ -z "$(ls -A "$work/whole")" ]

# It is refused before anything takes long: reducing would warn, fit prints each try, and this blob has no level 1.
few="--joints 12 --influences 2"
for output in missing/out /proc/out; do
    for command in "bake -o $output.pelt $few" "view -o $output.gif $few" "view -o $output.png $few" \
        "fit --board gba -o $output.pelt"; do
        refuses 3 $small "$output" $command $small
        that "late: $command" [ ! -s "$work/stdout" ] && [ "$(wc -l <"$work/err")" -eq 1 ]
    done
    refuses 3 right.pelt "$output.png" view "$work/right.pelt" -o $output.png --lod 1
done
refuses 2 $tiny "to which fit prints" fit $tiny --board gba -o "$work/standard"
clean "outputs that are tried"

## Success is reported only after everything is written, and if it can be reported ##
if : 2>/dev/null >"$full" && [ -c "$full" ]; then
    for arguments in "bake $tiny -o $work/told.pelt" \
        "fit $tiny --board gba -o $work/told.pelt" "info $work/right.pelt" "dump $tiny" \
        "verify $tiny --precision q16 --samples 2" "--help" "bake --help" "--version"; do
        "$pelt" $arguments >"$full" 2>"$work/err"
        [ $? -eq 3 ] && tail -n 1 "$work/err" | grep -q "^pelt: .*standard output"
        check $? "standard output that cannot be written: pelt $arguments"
    done
    that "a file is left though its report failed" [ ! -e "$work/told.pelt" ]
fi

## Two processes at once: one complete result ##
two_at_once() {
    mkdir "$work/race"
    "$pelt" bake $tiny -o "$work/race/a.pelt" --c model >/dev/null 2>"$work/err"
    cat "$work/race"/{a.pelt,model.c,model.h} >"$work/first"
    "$pelt" bake $small -o "$work/race/a.pelt" --c model >/dev/null 2>"$work/err"
    cat "$work/race"/{a.pelt,model.c,model.h} >"$work/second"
    for _ in 1 2 3 4 5 6 7 8; do
        "$pelt" bake $tiny -o "$work/race/a.pelt" --c model >/dev/null 2>&1 &
        "$pelt" bake $small -o "$work/race/a.pelt" --c model >/dev/null 2>&1 &
        "$pelt" bake $tiny -o "$work/race/a.pelt" --c model >/dev/null 2>&1 &
        wait
        cat "$work/race"/{a.pelt,model.c,model.h} >"$work/both_at_once"
        cmp -s "$work/both_at_once" "$work/first" || cmp -s "$work/both_at_once" "$work/second"
        check $? "two bakes at once are mixed"
    done
    clean "two bakes at once"
}

## Ended by a signal while it writes: the incomplete file is removed; once a file is in place, all are ##
ended() {
    cat >"$work/sudden.c" <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
static int ended(char call)
{
    return *getenv("CALL") == call ? raise(atoi(getenv("SIGNAL"))) : 0;
}
int fchmod(int file, mode_t mode)
{
    (void)mode;
    return file < 0 ? -1 : ended('f');
}
int rename(const char *from, const char *to)
{
    return renameat(AT_FDCWD, from, AT_FDCWD, to) != 0 ? -1 : ended('r');
}
END
    that "sudden.so" "$cc" -shared -fPIC -o "$work/sudden.so" "$work/sudden.c" 2>"$work/err"
    mkdir "$work/ended"
    # It ignores neither SIGINT and SIGQUIT, as a background process of a script does, nor SIGHUP, as under nohup.
    for signal in TERM INT HUP QUIT XCPU; do
        for pair in fchmod:a.h:old rename:a.c,a.h,a.pelt:a_blob; do
            IFS=: read -r call left inside <<<"$pair"
            find "$work/ended" -type f -delete
            echo old >"$work/ended/a.h"
            { (ulimit -c 0 && env --default-signal=INT,QUIT,HUP LD_PRELOAD="$work/sudden.so" CALL="$call" \
                SIGNAL="$(kill -l $signal)" "$pelt" bake $tiny -o "$work/ended/a.pelt" --c a) >/dev/null; } 2>"$work/err"
            [ $? -eq $((128 + $(kill -l $signal))) ] && grep -q "$inside" "$work/ended/a.h" &&
                [ "$(find "$work/ended" -type f -printf '%f\n' | sort | paste -sd,)" = "$left" ]
            check $? "SIG$signal in $call() leaves $(ls -A "$work/ended"), or no such status"
        done
    done
}

if $is_program; then
    two_at_once
    ended
fi

## Files that cannot be read ##
mkdir "$work/folder.glb"
refuses 3 folder.glb "folder" bake "$work/folder.glb" -o "$work/out.pelt"
refuses 3 folder.glb "directory" info "$work/folder.glb"
refuses 3 folder.glb "directory" dump "$work/folder.glb"
refuses 3 folder.glb "" view "$work/folder.glb" -o "$work/out.png"
refuses 3 folder.glb "folder" verify "$work/folder.glb"
: >"$work/empty"
refuses 1 empty "empty" bake "$work/empty" -o "$work/out.pelt"
refuses 1 empty "empty" dump "$work/empty"
refuses 1 empty "not a pelt blob" info "$work/empty"
timeout 20 "$pelt" verify "$work/pipe" 2>"$work/err"
[ $? -eq 3 ] && grep -q "not a regular file" "$work/err"
check $? "verify waits for a FIFO"
for command in "bake -o $work/out.pelt" info dump verify "view -o $work/out.png"; do
    refuses 3 missing.glb "No such file" $command missing.glb
done
