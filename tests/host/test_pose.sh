#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests poses of layers, --pose of dump and view. If ../shared exists they are compared with its
# evaluation in double precision, for files and draws that are the same every time.
set -u
. tests/host/cli_lib.sh

# Numbers that stand for zeros are zeros in float, or their products would be subnormal.
sed 's/"translation": \[0, 0.5, 0\]/"translation": [1e-32, 0.5, 1e-32]/' tests/data/tiny.gltf >"$work/almost.gltf"
for name in "$work/almost.gltf" tests/data/tiny.gltf; do
    accepts bake "$name" -o "$work/$(basename "$name").pelt" --precision float --strip
done
same "almost zero" "$work/almost.gltf.pelt" "$work/tiny.gltf.pelt"

# What has no size in an additive layer's reference keeps its own, in all encodings.
remade hidden "channel = g['animations'][0]['channels'][3]
channel['target']['node'] = at['flag']
g['animations'][0]['channels'] = [channel]
keys = g['accessors'][14]
struct.pack_into('<6f', data, g['bufferViews'][keys['bufferView']].get('byteOffset', 0), *[.7] * 3, *[0] * 3)"
for precision in float exact lean; do
    alike "a reference without size, $precision" "$work/hidden.gltf --precision $precision" \
        "$work/hidden.gltf --precision $precision --pose +0@0^0.75*1"
done

# A triangle that a clip morphs from one target to the other: an additive layer takes weights to -1
# and 2, where fixed point must agree with f32.
tests/host/make_gltf.py morph "$work/morph.gltf"
for pose in '0@0*1,+0@0^1*1' '0@1*1,+0@1^0*1' '0@0.5*1,+0@1^0*-0.5'; do
    dumped a "$work/morph.gltf" --precision f32 --pose "$pose"
    for precision in q16 q12; do
        dumped b "$work/morph.gltf" --precision $precision --pose "$pose"
        near_rows 3.1e-4 && [ "$(wc -l <"$work/b")" -eq 3 ]
        check $? "weights that no clip has, $pose, $precision"
    done
done

for precision in q16 f32 q12; do
    # A blob is quicker to dump; the last but one shows that the glTF file gives the same.
    blob=$work/hero.pelt
    accepts bake $hero --precision $precision -o "$blob"
    while IFS='|' read -r name one other; do
        alike "$name, $precision" "$blob $one" "${other/#hero/$blob}"
    done <<END
one layer is the clip's moment|--pose walk@0.3*1|hero --clip walk --time 0.3
a weight of 0 is nothing|--pose idle@0.7*0,walk@0.3*0.25|hero --clip walk --time 0.3
weights are divided by their sum|--pose walk@0.3*0.25,idle@0.7*0.75|hero --pose walk@0.3*0.125,idle@0.7*0.375
a name with name: before it|--pose idle@0.7*1,walk@0.3*1:hips|hero --pose idle@0.7*1,walk@0.3*1:name:hips
a part that is not there|--clip idle --time 0.7|hero --pose idle@0.7*1,walk@0.3*0:spine
nothing added|--clip idle --time 0.7|hero --pose idle@0.7*1,+walk@0.3*0
a moment against itself|--clip idle --time 0.7|hero --pose idle@0.7*1,+walk@0.3^0.3*2
of a glTF file|--pose walk@0.3*1,wave@0.5*1:spine|$hero --precision $precision --pose walk@0.3*1,wave@0.5*1:spine
clips by index|--pose walk@0.3*1,wave@0.5*1:spine|hero --pose 1@0.3*1,2@0.5*1:spine
END
    for pose in walk@0.3*0.25,idle@0.7*0.75 walk@0.3*1,wave@0.5*1:spine; do
        accepts dump "$blob" --pose "$pose"
        never "$pose is not the walk" cmp -s "$work/stdout" <("$pelt" dump "$blob" --clip walk --time 0.3)
    done
done

# A node that moves nothing, and one that is no joint of the blob, act at most on what is below
# them.
alike "a part of no weight" "$tiny --pose 0@0.2*1" "$tiny --pose 0@0.2*1,1@0.4*0:0"

for pose in '' ',' walk 'walk@0.3' 'walk@0.3*' 'walk@*1' 'walk@x*1' 'walk@0.3*1x' 'walk@0.3*1,' \
    'walk@0.3^0*1' '+walk@0.3^*1' 'walk@inf*1'; do
    refuses 2 "$blob" "is not [+]CLIP@TIME[^T0]*WEIGHT[:JOINT], command line" dump "$blob" --pose "$pose"
done
for pose in 'walk@0*1.001' 'walk@0*-0.1' 'walk@0*2:hips' '+walk@0*2.1' '+walk@0*-1.01'; do
    refuses 2 "$blob" "the weight " dump "$blob" --pose "$pose"
done
for pose in 'walk@0*0' 'walk@0*1e-300,idle@0*1e-300' 'walk@0*1,+idle@0*1,walk@0*0,idle@0*0'; do
    refuses 2 "$blob" "sum to 0" dump "$blob" --pose "$pose"
done
refuses 2 "$blob" "no clip run" dump "$blob" --pose 'run@0*1'
refuses 2 "$blob" "no joint wing" dump "$blob" --pose 'walk@0*1:wing'
refuses 2 "$blob" "no joint 999" dump "$blob" --pose 'walk@0*1:999'
refuses 2 "$blob" "--pose stands for --clip and --time" dump "$blob" --pose 'walk@0*1' --clip walk
refuses 2 "$blob" "--pose stands for --clip and --time" dump "$blob" --pose 'walk@0*1' --time 0
refuses 2 "$blob" "--pose stands for --clip and --time" view "$blob" -o "$work/out.png" \
    --pose 'walk@0*1' --clip rest
refuses 2 "$blob" "--pose needs a value" dump "$blob" --pose
accepts view "$blob" -o "$work/view.png" --pose 'walk@0.3*1,wave@0.5*1:spine' --size 64x64
that "a picture of layers" [ -s "$work/view.png" ]

# Baked masks, which info finds by their names.
accepts bake $tiny -o "$work/masked.pelt" --mask all=base --mask 'part=low+flag*0.5+tip*0' --mask none=0*0
for line in '"all": 5 joints' '"part": 3 joints' '"none": 0 joints, 0 meshes'; do
    says "^mask .*$line" info "$work/masked.pelt"
done
python3 tests/host/reader.py "$work/masked.pelt" | cmp -s - "$work/stdout"
check $? "masks as a second reader has them"
says '"none"' info "$work/masked.pelt" --json
for mask in '' low =low 'm=' 'm=low+' 'm=low*2' 'm=low*' 'm=low*x' 'm=*1'; do
    refuses 2 $tiny "is not NAME=JOINT[*W][+JOINT[*W]...]" bake $tiny -o "$work/out.pelt" --mask "$mask"
done
refuses 2 $tiny "no joint wing, --mask, choose one of: " bake $tiny -o "$work/out.pelt" --mask m=wing
refuses 2 $tiny "two masks are named m" bake $tiny -o "$work/out.pelt" --mask m=0 --mask m=1
warns "--mask m=tail.3: no joint and no mesh is left below tail.3" bake $small -o "$work/out.pelt" --joints 8 --mask m=tail.3
sed 's/"name": "low"/"name": "base"/' $tiny >"$work/named.gltf"
accepts bake "$work/named.gltf" -o "$work/named.pelt" --mask m=base
[ "$(grep -c "2 nodes are named base, the first of them is taken: " "$work/err")" -eq 1 ]
check $? "two nodes of a name, told once"

# Compared with double precision, from one bake for all poses of a file. The last is coarser, as
# additive layers add the errors of three moments of a clip.
cat >"$work/pelt" <<EOF
#!/usr/bin/env bash
blob=$work/\$(echo "\$2" | cksum | tr ' ' -)\$4.pelt
[ -f "\$blob" ] || "$pelt" bake "\$2" --precision "\$4" -o "\$blob" >/dev/null 2>&1
exec "$pelt" dump "\$blob" "\${@:5}"
EOF
chmod +x "$work/pelt"
against() { # PRECISION TOLERANCE SALT FILE...
    local precision=$1 tolerance=$2 salt=$3
    shift 3
    /usr/bin/python3 "$shared/oracle/pose_oracle.py" accept --pelt "$work/pelt" \
        --precision "$precision" --tol "$tolerance" --salt "$salt" --count 3 "$@" \
        >"$work/accept" 2>"$work/err"
    check $? "layers against double in $precision: $(tail -n 1 "$work/accept")"
}
files=()
for name in RiggedSimple AnimatedMorphCube SimpleAnimation InterpolationTest T3D_snake AG_Skin_01 \
    AG_NodeMisc_00 AnimatedCube; do
    for file in "$shared/assets/$name"/*.gl{tf,b}; do
        [ ! -f "$file" ] || files+=("$file")
    done
done
if [ "${#files[@]}" -gt 0 ]; then
    files+=("$shared"/random/full_10[1-4].gl* "$hero")
    against q16 2e-4 11 "${files[@]}"
    against f32 3e-5 12 "${files[@]}"
    against q12 6e-4 13 "${files[@]}"
fi
