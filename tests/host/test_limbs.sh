#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016 # awk's own $
# Tests --aim and --ik: their effect on joints, their arguments, their errors.
set -u
. tests/host/cli_lib.sh

model=$hero # or what is baked of it, which takes no time to dump

# The place of a joint: its node, then x y z.
origin() { # NODE ARGUMENT...
    local node=$1
    shift
    "$pelt" dump "$model" --what joints "$@" 2>"$work/err" |
        awk -v node="$node" '$1 == node { print $5, $9, $13 }'
}
near() { # NAME "X Y Z" "X Y Z"
    that "$1" awk -v a="$2" -v b="$3" 'BEGIN {
        n = split(a, x, " ") + split(b, y, " ")
        for (i = 1; i <= 3; i++) { d = x[i] - y[i]; if (d > 1e-4 || d < -1e-4) exit 1 }
        exit n != 6
    }'
}

hand=13 # of an arm 0.55 long at 0.2 1.0 0
read -r -a shoulder <<<"$(origin 11)"
target="$(awk -v x="${shoulder[0]}" -v y="${shoulder[1]}" -v z="${shoulder[2]}" \
    'BEGIN { printf "%.6f,%.6f,%.6f", x + 0.05, y - 0.1, z + 0.2 }')"
for precision in q16 q12 f32; do
    model=$work/$precision.pelt
    "$pelt" bake $hero -o "$model" --precision $precision >/dev/null 2>&1
    near "$precision: a hand reaches" "$(origin $hand --ik "$hand:$target:0,0,-5")" "${target//,/ }"
    near "$precision: without a pole, by name" "$(origin $hand --ik "name:hand.L:$target")" "${target//,/ }"
    # Out of reach the hand goes the same way, no further than the arm is long.
    read -r -a there <<<"$(origin $hand --ik "$hand:${shoulder[0]},9,${shoulder[2]}")"
    near "$precision: straight up" "${there[0]} 0 ${there[2]}" "${shoulder[0]} 0 ${shoulder[2]}"
    # The elbow is on the pole's side.
    front=$(origin 12 --ik "$hand:$target:${shoulder[0]},${shoulder[1]},9")
    back=$(origin 12 --ik "$hand:$target:${shoulder[0]},${shoulder[1]},-9")
    awk -v a="$front" -v b="$back" 'BEGIN { split(a, x, " "); split(b, y, " "); exit !(x[3] > y[3]) }'
    check $? "$precision: an elbow is on the pole's side"
    # The head's +Z points to a place: third column of its matrix.
    "$pelt" dump "$model" --what joints --aim 'head:0,0,2:3,1.2,0.5' 2>"$work/err" |
        awk '$1 == 4 { x = 3 - $5; y = 1.2 - $9; z = 0.5 - $13; n = sqrt(x * x + y * y + z * z)
                       m = sqrt($4 * $4 + $8 * $8 + $12 * $12)
                       if (($4 * x + $8 * y + $12 * z) / n / m > 0.999999) ok = 1 }
             END { exit !ok }'
    check $? "$precision: a head is aimed"
done
model=$work/q16.pelt

# Named joints, weights, and what is left.
residual() { # ARGUMENT...
    "$pelt" dump "$model" --what residual "$@" 2>"$work/err"
}
within() { # NAME LEAST MOST LINE WORD...: words, then a number
    local name=$1 least=$2 most=$3 line=$4
    shift 4
    that "$name: $line" awk -v words="$*" -v least="$least" -v most="$most" \
        '{ exit !($1 " " $2 == words && $3 >= least && $3 <= most && NF == 3) }' <<<"$line"
}
[ "$(origin 12 --ik "$hand:$target:0,0,-5")" = "$(origin 12 --ik "11,12,$hand:$target:0,0,-5*1")" ]
check $? "parent and grandparent by their numbers"
[ "$(origin 12)" = "$(origin 12 --ik "$hand:$target*0" --aim "11:0,1,0:0,0,9*0")" ]
check $? "a weight of 0 turns nothing"
within "a hand that reaches" 0 1e-4 "$(residual --ik "$hand:$target")" ik $hand
within "half the way" 0.01 0.5 "$(residual --ik "hand.L:$target*0.5")" ik hand.L
within "out of reach" 7.7 7.8 "$(residual --ik "hand.L:${shoulder[0]},9,${shoulder[2]}")" ik hand.L
within "an aim" 0 1e-4 "$(residual --aim 'name:head:0,0,2:3,1.2,0.5')" aim name:head
within "half an aim" 10 60 "$(residual --aim '4:0,0,2:3,1.2,0.5*0.5')" aim 4
[ "$(residual --aim 'head:0,0,2:3,1.2,0.5*0.5' --ik "$hand:$target" | cut -d' ' -f1,2 | tr '\n' ,)" = \
    "aim head,ik $hand," ]
check $? "a line for each, in order"
that "nothing without" [ -z "$(residual --clip walk --time 0.3)" ]

# Joints between: the default takes a wrist for an elbow.
tests/host/make_gltf.py limbs "$work/limbs.gltf"
model=$work/limbs.gltf
within "a hand behind a wrist" 0 1e-4 "$(residual --ik 'UpperArm,ForeArm,Hand:0.9,0.3,0.4')" ik Hand
near "a hand behind a wrist" "$(origin 5 --ik 'UpperArm,ForeArm,Hand:0.9,0.3,0.4')" "0.9 0.3 0.4"
for limb in '"UpperArm", "ForeArm", "Hand"; "Wrist" is between: name all three \(PELT_LIMB_JOINTS\)$' \
    '"thigh", "shin", "foot"; "thigh_twist" is between.*; the scale of "Armature" differs'; do
    says "^limb       $limb" bake "$model" -o "$work/limbs.pelt" --verbose
done
that "no other limbs" [ "$(grep -c ^limb "$work/stdout")" -eq 2 ]
accepts bake "$model" --json -o "$work/limbs.pelt"
holds 'it["limbs"] == [{"upper": 2, "middle": 3, "end": 5, "between": 4, "uneven": None},
                {"upper": 8, "middle": 10, "end": 11, "between": 9, "uneven": 7}]'
accepts bake $hero -o "$work/limbs.pelt" --verbose
that "limbs of the hero" [ "$(grep -c '^limb .*[RL]"$' "$work/stdout")" -eq 4 ]
model=$work/q16.pelt

# In the order given: an aim of the shoulder after the hand reached moves it on.
one=$(origin $hand --aim 11:0,1,0:0,0,9 --ik "$hand:$target")
two=$(origin $hand --ik "$hand:$target" --aim 11:0,1,0:0,0,9)
that "the order counts" [ "$one" != "$two" ]
accepts dump $hero --clip walk --time 0.3 --aim 'name:head:0,0,1:0,9,0' --what vertices
accepts view $hero -o "$work/view.png" --size 64x64 --ik "$hand:$target" --aim head:0,0,1:1,1,1
reached="--what joints --ik $hand:$target"
alike "a blob has the same joints" "$model $reached" "$hero $reached"

refuses 2 hero.glb "no joint 99, --aim" dump $hero --aim 99:0,0,1:1,1,1
refuses 2 hero.glb "choose one of: " dump $hero --ik arm:1,1,1
refuses 2 dump "is not JOINT:AX,AY,AZ:X,Y,Z[*W]" dump --aim head:1,1,1 $hero
refuses 2 dump "is not JOINT:AX,AY,AZ:X,Y,Z[*W]" dump --aim head:0,0,1:1,1,x $hero
for goal in head:1,1 1,1,1 head:1,1,inf 'head:1,1,1*'; do
    refuses 2 dump "is not [UPPER,MIDDLE,]END:X,Y,Z[:PX,PY,PZ][*W]" dump --ik "$goal" $hero
done
refuses 2 dump "the weight 1.5 is not from 0 to 1" dump --ik 'head:1,1,1*1.5' $hero
refuses 2 dump "the weight -0.5 is not from 0 to 1" dump --aim 'head:0,0,1:1,1,1*-0.5' $hero
refuses 2 hero.glb "no joint arm, --ik" dump $hero --ik "arm,12,$hand:1,1,1"
refuses 1 hero.glb "joints 12,11,$hand are not each above the next" dump $hero --ik "12,11,$hand:1,1,1"
refuses 1 hero.glb "joint 0 has no two joints above it" dump $hero --ik 0:1,1,1
refuses 1 hero.glb "are not each above the next" dump $hero --ik "20,21,$hand:1,1,1"
refuses 2 dump "needs a value" dump --ik
refuses 1 hero.glb "two joints above" dump $hero --ik spine:1,1,1
refuses 1 hero.glb "out of the model's space" dump $hero --ik "$hand:1e9,0,0"
refuses 1 hero.glb "out of the model's space" dump $hero --ik "$hand:1,0,0:0,0,-1e9"
refuses 1 hero.glb "out of the model's space" view $hero -o "$work/out.png" --aim 4:0,0,1:1e30,0,0

## Compared with another program, in double precision ##
if [ -f "$shared/oracle/pose_oracle.py" ] && /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    files=("$hero" "$shared"/assets/{RiggedSimple,BIO_animation_pointer,T3D_chicken}/*.gl*)
    for precision in q16:2e-4 f32:2e-5 q12:5e-4; do
        /usr/bin/python3 "$shared/oracle/pose_oracle.py" ik --pelt "$pelt" \
            --precision "${precision%:*}" --tol "${precision#*:}" --count 3 "${files[@]}" \
            >"$work/err" 2>&1
        check $? "limbs by pose_oracle.py, $precision"
    done
fi
