#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2086 # lists of options
# Tests clips of other files: `--clips-from` and `--retarget` against cast.py, which computes in numpy
# where they put vertices, and stores of clips beside the blobs of several models.
set -u
. tests/host/cli_lib.sh

cast() {
    /usr/bin/python3 tests/host/cast.py "$@"
}
that "cast.py makes characters" cast make "$work"
one=$work/one.gltf tall=$work/tall.gltf

## Motion of others ##
for pair in one:tall one:posed one:turned one:named mixamo:rigify; do
    from=${pair%:*} to=${pair#*:} map=
    if [ $to = named ]; then
        map="--retarget $work/names"
        /usr/bin/python3 -c "import cast
for i, joint in enumerate(cast.BODY): print(joint[0], f'bone {i}', sep='\t')" >"$work/names"
        printf '# a remark\n\n' >>"$work/names"
    fi
    clips=(0:0 0:0.3 0:0.71 0:1 1:0.3)
    cast expect "$work" $from $to "${clips[@]}"
    for clip in "${clips[@]}"; do
        dumped a "$work/$to.gltf" --clips-from "$work/$from.gltf" $map --precision float \
            --clip ${clip%:*} --time ${clip#*:}
        mv "$work/$from-$to-$clip" "$work/b"
        near_rows 5e-5 && [ ! -s "$work/err" ]
        check $? "clip $clip of $from on $to"
    done
    for precision in exact lean float; do
        accepts verify "$work/$to.gltf" --clips-from "$work/$from.gltf" $map --precision $precision
        that "the clips of $from on $to in $precision" [ "$(wc -l <"$work/stdout")" -eq 2 ]
    done
done

# A file's own clips come back to the bit, behind it, with their events.
alike "clips on their own skeleton" "$one --clip 0 --time 0.3" \
    "$one --clips-from $one --clips 2,3 --clip 2 --time 0.3"
mv "$work/mixamo.gltf" "$work/mixamo,1.gltf" # a comma of a name
accepts dump "$tall" --clips-from "$one,$work/mixamo\,1.gltf" --clips 3 --clip 3 --what events --to 1
that "a clip loses its event" [ "$(cat "$work/stdout")" = step ]
accepts bake "$tall" --clips-from "$one" --retarget "$work/names" --clips 'w*' -o "$work/out.pelt" \
    --depfile "$work/out.d" --json
grep -q '"name": "walk"' "$work/stdout" && ! grep -q '"stand"' "$work/stdout" &&
    grep -q /one.gltf "$work/out.d" && grep -q /names "$work/out.d"
check $? "--clips and --depfile with --clips-from"

# What finds no joint is told.
sed 's/"name": "hand.L"/"name": "hook"/; s/"head"/"hat"/' "$one" >"$work/other.gltf"
warns 'tall.gltf: 2 of 11 animated nodes of .*other.gltf find no joint .*: 3 "hat", 11 "hook"' \
    bake "$tall" --clips-from "$work/other.gltf" -o "$work/out.pelt"
printf '\xEF\xBB\xBFhat head\r\nhook hand.L\n' >"$work/names2"
accepts bake "$tall" --clips-from "$work/other.gltf" --retarget "$work/names2" -o "$work/out.pelt"
that "a map names what is missing" [ ! -s "$work/err" ]
printf '%s\n' 'hat head' 'hook hand.X' 'hat spine' 'hand.L hand.R' $'bone 1\thead' 'foot.L foot.L' >"$work/names3"
warns '3 of 6 lines of --retarget .*/names3 are left out: line 2, no "hand.X" in .*/tall.gltf; line 3, a line above has "hat" or "spine"; line 4, no "hand.R" in .*/tall.gltf$' \
    bake "$tall" --clips-from "$work/other.gltf,$one,$work/named.gltf" --retarget "$work/names3" -o "$work/out.pelt"
refuses 1 tall.gltf "none of the" bake "$tall" --clips-from $tiny -o "$work/out.pelt"
refuses 2 tall.gltf "line 1 is not" dump "$tall" --clips-from "$one" --retarget $tiny
refuses 3 tall.gltf "--clips-from $work/none" dump "$tall" --clips-from "$one,$work/none"
refuses 3 tall.gltf "--retarget $work/none" dump "$tall" --clips-from "$one" --retarget "$work/none"
refuses 2 "" "--retarget without" dump "$tall" --retarget "$work/names"

## Stores ##
# Model and store, baked apart, are together the whole blob, to the bit; and so they are with a store in pages.
same_dump() { # STORE ARGUMENT...
    alike "a store" "$work/part.pelt ${*:2}" "$work/part--without-clips.pelt --clips $1 ${*:2}"
}
clips=(0:0.3 0:0.9 1:0.4)
cast expect "$work" one stout "${clips[@]}"
for precision in exact lean float; do
    for file in "$one" $small; do
        root=
        [ "$file" = "$one" ] || root="--root-motion hips"
        for part in "" --as-clips --without-clips; do
            accepts bake "$file" -o "$work/part$part.pelt" --precision $precision $root $part
        done
        accepts bake "$file" -o "$work/pages.pelt" --precision $precision $root --as-clips --pages 2048
        for store in "$work/part--as-clips.pelt" "$work/pages.pelt"; do
            for clip in 0 1; do
                for time in 0 0.3 0.55; do
                    same_dump "$store" --clip $clip --time $time
                    [ -z "$root" ] || same_dump "$store" --clip $clip --time $time --restore-root
                done
            done
            same_dump "$store" --clip 1 --to 1.5 --loop --what "$([ -z "$root" ] && echo events || echo root)"
        done
    done
    # Another character with the same skeleton and a unit of its own.
    accepts bake "$one" --as-clips -o "$work/moves.pelt" --precision $precision
    accepts bake "$work/stout.gltf" --clips-from "$one" --without-clips -o "$work/stout.pelt" \
        --precision $precision
    for clip in "${clips[@]}"; do
        dumped a "$work/stout.pelt" --clips "$work/moves.pelt" --clip ${clip%:*} --time ${clip#*:}
        cp "$work/one-stout-$clip" "$work/b"
        near_rows 2e-3 # a thousandth of the size: its vertices are farther from the joints than those of one
        check $? "stout with the store, $precision, clip $clip"
    done
    accepts bake "$work/stout.gltf" -o "$work/plain.pelt" --precision $precision # knows of no clip
    accepts dump "$work/plain.pelt" --clips "$work/moves.pelt" --clip walk
    accepts bake "$tall" -o "$work/tall.pelt" --precision $precision
    refuses 1 tall.pelt "encoding, joints, rests or scales" dump "$work/tall.pelt" --clips "$work/moves.pelt"
done
# The error of a store on another model, whatever the order of its clips.
on_stout=(verify "$work/stout.gltf" --clips-from "$one" --store "$work/fine.pelt")
accepts bake "$one" --as-clips --as-clips -o "$work/fine.pelt" # twice is once
refuses 1 stout.gltf "bake the store with a smaller" "${on_stout[@]}"
refuses 2 stout.gltf "fine.pelt is in exact" "${on_stout[@]}" --precision lean
refuses 2 stout.gltf "\"walk\" is not among" verify "$work/stout.gltf" --store "$work/fine.pelt"
refuses 3 one.gltf "--store $work/none" verify "$one" --store "$work/none"
accepts verify "$one" --store "$work/fine.pelt"
accepts bake "$one" --as-clips -o "$work/fine.pelt" --clips stand --error 1/20000
accepts "${on_stout[@]}"
[ "$(wc -l <"$work/stdout")" -eq 1 ] && grep -q ^clip.1 "$work/stdout"
check $? "one clip of a store on another model"
# Clips of one name stand for each other in their order.
sed 's/"name": "stand"/"name": "walk"/' "$one" >"$work/twice.gltf"
accepts bake "$work/twice.gltf" --as-clips -o "$work/fine.pelt"
accepts verify "$work/twice.gltf" --store "$work/fine.pelt"
accepts bake "$work/twice.gltf" --as-clips --clips 0 -o "$work/fine.pelt"
accepts verify "$work/twice.gltf" --store "$work/fine.pelt"
# Morph weights find the targets of their names: in another order and beside others, or one of several.
targets() { # NAME ORDER POST'S FLAG'S [PYTHON]
    remade "$1" "order = $2
for mesh, names in zip(g['meshes'], ($3, $4)): mesh['extras'] = dict(targetNames=names)
post = g['meshes'][0]
post['primitives'][0]['targets'] = [post['primitives'][0]['targets'][i] for i in order]
post['weights'] = [post['weights'][i] for i in order]
${5-del g['animations']}"
}
targets named '[0, 1]' '["wide", "thin"]' '["wave"]' ""
targets more '[1, 0, 1]' '["thin", "wide", "none"]' '["wave"]'
targets few '[0]' '["wide"]' '["none"]'
for precision in exact lean float; do
    accepts bake "$work/named.gltf" --as-clips -o "$work/weights.pelt" --precision $precision
    accepts bake "$work/named.gltf" --as-clips --pages 512 -o "$work/pages.pelt" --precision $precision
    for file in named more few; do
        from="--clips-from $work/named.gltf"
        [ $file = named ] && from=
        accepts verify "$work/$file.gltf" $from --store "$work/weights.pelt" --max-error 3e-4
        accepts bake "$work/$file.gltf" $from --without-clips -o "$work/$file.pelt" --precision $precision
        for clip in 0:0.3 1:0.2 1:1; do
            moment="--clip ${clip%:*} --time ${clip#*:}"
            alike "morph weights in pages, $precision" "$work/$file.pelt --clips $work/weights.pelt $moment" \
                "$work/$file.pelt --clips $work/pages.pelt $moment"
        done
    done
done
accepts view "$work/stout.pelt" --clips "$work/moves.pelt" --clip walk --size 16x16 -o "$work/a.png"
accepts bake "$one" --as-clips -o "$work/moves.pelt" --c moves
grep -q '#define MOVES_CLIP_WALK 0' "$work/moves.h" && grep -q '#define MOVES_MESH_COUNT 0' "$work/moves.h"
check $? "the header of a store"
accepts bake "$one" --as-clips -o "$work/cut.pelt" --c cut --pages 512 \
    --precision float
grep -q '#define CUT_PAGE_BYTES 512' "$work/cut.h" && grep -q '^pages .* 16 of 512 bytes' "$work/stdout" &&
    grep -q "cut_blob\[$(($(sed -n 's/#define CUT_BLOB_BYTES //p' "$work/cut.h") / 4))\]" "$work/cut.c" &&
    [ "$(wc -c <"$work/cut.pelt")" -eq 9728 ]
check $? "the header of a store in pages"
head -c 4000 "$work/cut.pelt" >"$work/short.pelt"
refuses 1 plain.pelt "a page of clips is not there" dump "$work/plain.pelt" --clips "$work/short.pelt" \
    --precision float --clip stand --time 1
refuses 1 one.gltf 'clip "walk" needs a page of ' bake "$one" --as-clips --pages 256 -o "$work/out.pelt"
refuses 2 one.gltf "a multiple of 4, with --as-clips" bake "$one" --pages 512 -o "$work/out.pelt"
head -c 1000 "$work/moves.pelt" >"$work/short.pelt"
refuses 1 stout.pelt "short.pelt: " dump "$work/stout.pelt" --clips "$work/short.pelt" --precision float
refuses 1 plain.pelt "joints, rests" dump "$work/plain.pelt" --clips "$work/moves.pelt" # is float
refuses 2 plain.pelt "is no .pelt of clips" dump "$work/plain.pelt" --clips "$one"
refuses 3 plain.pelt "--clips $work/none: cannot open it" dump "$work/plain.pelt" --clips "$work/none"
refuses 2 "" "in a call of its own" bake "$one" --as-clips --without-clips -o "$work/out.pelt"

# The stored blobs of the unit tests can be made anew, with runs of every kind.
mkdir "$work/blobs"
tests/data/bake "$pelt" "$work/blobs" >"$work/stdout" 2>"$work/err"
check $? "tests/data/bake"
for precision in q16 q12 f32; do
    says " 3 influences, one joint set$" info "$work/blobs/shared_${precision}_le.pelt"
done
