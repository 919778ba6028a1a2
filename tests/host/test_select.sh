#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016,SC2086 # awk's own $, lists of options
# Tests --clips and --meshes: chosen clips and meshes are the same as without the options, the rest
# is gone.
set -uf # do not expand patterns
. tests/host/cli_lib.sh

# Several clips and meshes with awkward names: a sed program on the tiny character.
sed -E '/"animations"/,$ s/"name": "bend"/"name": "walk,x*"/; /"animations"/,$ s/"sway"/"wälk"/' \
    $tiny >"$work/names.gltf"
names=$work/names.gltf
that "names of clips" [ "$(grep -c 'walk,x\*\|wälk' "$names")" -eq 2 ]

# The clips that a choice leaves, as verify lists them.
clips_are() { # INDICES FILE LIST
    "$pelt" verify "$2" --precision q16 --samples 2 --clips "$3" 2>"$work/err" | cut -f 2 |
        tr '\n' ' ' >"$work/stdout"
    [ "$(cat "$work/stdout")" = "$1" ]
    check $? "--clips $3 chooses $(cat "$work/stdout")"
}
for list in sway 1 name:sway 's*' '*y' 's?ay' '*w*a*' 'sway,sway' '1,sway'; do
    clips_are "1 " $tiny "$list"
done
for list in '????' 'sway,bend' '0,s*' '*'; do
    clips_are "0 1 " $tiny "$list"
done
for list in 'walk\,x*' 'walk\,x\*' 'name:walk\,x*'; do
    clips_are "0 " "$names" "$list"
done
clips_are "1 " "$names" 'w?lk'
clips_are "1 " "$names" 'wälk'
clips_are "0 1 " "$names" 'wälk,walk\,??'
sed 's/"bend"/"1"/; s/"sway"/"rest"/' $tiny >"$work/digits.gltf"
clips_are "1 " "$work/digits.gltf" 1
clips_are "0 " "$work/digits.gltf" name:1
clips_are "1 " "$work/digits.gltf" rest
sed 's/"sway"/"bend"/' $tiny >"$work/twins.gltf"
clips_are "0 1 " "$work/twins.gltf" bend

all_refuse() { # FILE MESSAGE OPTION LIST...: every command, each list
    local list command
    for list in "${@:4}"; do
        for command in "bake -o $work/out.pelt" dump verify "view -o $work/out.png"; do
            refuses 2 "$1" "$2" $command "$1" $3 "$list"
        done
    done
}
all_refuse $tiny '--clips, choose from: 0 "bend", 1 "sway"' --clips \
    2 sway,walk nope '' 'sway,' ',' Sway 'swa' 'sway?' 'name:s*' 'name:0' 99999999999999 'b\end'
refuses 2 names.gltf "no clip walk\,y, --clips" dump "$names" --clips 'walk\,y,wälk'
all_refuse $tiny '--meshes, choose from: 0 "post", 1 "flag"' --meshes 2 pos,flag '' fl? tip
for option in --clips --meshes --socket; do
    refuses 2 "" "$option needs a value" dump $tiny $option
done
remade many 'g["animations"] = [dict(g["animations"][0], name="clip%02d" % i) for i in range(76)]'
refuses 2 many.gltf '74 "clip74", 75 "clip75"' dump "$work/many.gltf" --clips other
refuses 2 many.gltf '74 "clip74", 75 "clip75"' dump "$work/many.gltf" --clip other
remade long 'g["animations"] = [dict(g["animations"][0], name="%03d" % i + "x" * 240) for i in range(200)]'
refuses 2 long.gltf 'xx", ...' dump "$work/long.gltf" --clips other
clips_are "7 17 27 37 47 57 67 " "$work/many.gltf" 'clip?7'

## Chosen clips and meshes are the same; indices stay glTF's ##
for precision in q16:1e-3 q12:2e-2 f32:1e-5; do
    limit=${precision#*:}
    precision=${precision%:*}
    for clip in rest 1 sway "sway --morph 0.5"; do
        when="--clip $clip --time 0.3 --precision $precision"
        dumped whole $tiny $when
        for choice in "" "--clips sway" "--meshes post" "--meshes flag --clips s*" \
            "--meshes 1,post"; do
            grep -E "^$(case $choice in *flag*) echo 5 ;; *meshes\ post*) echo 0 ;; esac)" \
                "$work/whole" >"$work/a"
            dumped b $tiny $when $choice
            [ "$(wc -l <"$work/a")" -eq "$(wc -l <"$work/b")" ] && near_rows $limit
            check $? "chosen vertices: $when $choice"
            accepts bake $tiny -o "$work/chosen.pelt" --precision $precision $choice
            alike "glTF and blob" "$tiny $when $choice" "$work/chosen.pelt $when"
        done
    done
done
accepts view $tiny -o "$work/a.png" --clip 1 --time 0.3 --size 32x32
for clip in 1 sway; do
    accepts view $tiny -o "$work/b.png" --clips sway --clip $clip --time 0.3 --size 32x32
    that "view --clips sway --clip $clip" cmp -s "$work/a.png" "$work/b.png"
done

## A clip that was not baked; stripped blobs have their own indices ##
accepts bake $tiny -o "$work/sway.pelt" --clips sway
accepts bake $tiny -o "$work/stripped.pelt" --clips sway --strip
for clip in 0 2 bend; do
    for file in "$tiny --clips sway" "$work/sway.pelt"; do
        refuses 2 ${file%% *} 'choose one of: rest, bind, 1 "sway"' dump $file --clip $clip
        refuses 2 ${file%% *} 'choose one of: rest, bind, 1 "sway"' view $file --clip $clip \
            -o "$work/out.png"
    done
done
for clip in 0 sway; do
    accepts view "$work/stripped.pelt" -o "$work/b.png" --clip $clip --time 0.3 --size 32x32
    that "view of a stripped blob --clip $clip" cmp -s "$work/a.png" "$work/b.png"
done
refuses 2 stripped.pelt 'choose one of: rest, bind, 0 "sway"' view "$work/stripped.pelt" --clip 1 \
    -o "$work/out.png"
for option in --clips --meshes; do
    refuses 2 sway.pelt "give the glTF file" dump "$work/sway.pelt" $option sway
done

## Data that only the others need are gone; the header's indices are the blob's ##
accepts bake $tiny -o "$work/flag.pelt" --c flag_model --meshes flag --clips sway
for line in "MESH_COUNT 1" "SKIN_COUNT 1" "CLIP_COUNT 1" "JOINT_COUNT 3" "MESH_FLAG 0" "CLIP_SWAY 0" \
    "TARGET_COUNT 1" "JOINT_FLAG 2" "MESH_FLAG_VERTICES 3"; do
    that "header of a chosen mesh: $line" grep -q "^#define FLAG_MODEL_$line\$" "$work/flag_model.h"
done
never "what is not chosen is in the header" grep -q "BEND\|POST\|TIP" "$work/flag_model.h"
accepts info "$work/flag.pelt"
never "what is not chosen is in the blob" grep -q "post\|tip\|bend" "$work/stdout"

## Sockets: nodes that move nothing become joints, with names; nothing else changes ##
sed -z 's/"name": "tip",/"name": "tip", "children": [6],/
    s/"weights": \[0.75\]\n  }/&,\n  {"name": "hold", "translation": [0, 0.125, 0]}/' $tiny \
    >"$work/socket.gltf"
accepts dump "$work/socket.gltf" --clip sway --time 0.3
mv "$work/stdout" "$work/without.txt"
accepts bake "$work/socket.gltf" -o "$work/none.pelt" --c none
never "a node that moves nothing is no joint" grep -q "HOLD" "$work/none.h"
for list in hold 6 'h?ld' 'name:hold,tip'; do
    accepts bake "$work/socket.gltf" -o "$work/socket.pelt" --c socket --socket "$list"
    for line in "HOLD 4" "COUNT 6"; do
        that "$line in the header, --socket $list" grep -q "^#define SOCKET_JOINT_$line$" "$work/socket.h"
    done
    accepts dump "$work/socket.gltf" --clip sway --time 0.3 --socket "$list"
    that "--socket $list leaves the vertices where they are" cmp -s "$work/without.txt" "$work/stdout"
done
accepts dump "$work/socket.gltf" --what joints --clip rest --socket hold
that "a socket is where its node is" \
    awk '$1 == 6 && $5 < 1e-5 && ($9 - 1.375) ^ 2 < 1e-10 { ok = 1 } END { exit !ok }' "$work/stdout"
accepts bake "$work/socket.gltf" -o "$work/socket.pelt" --socket hold --joints 5 --c socket
that "a socket stays where joints are folded" grep -q "JOINT_HOLD" "$work/socket.h"
all_refuse "$work/socket.gltf" '--socket, choose from: 0 "post"' --socket nope '' 7 'h*x'
