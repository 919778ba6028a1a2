#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests bake --max-palette N: no part needs more than N joints, its list is what its vertices need,
# and results are the same to the bit as without; an impossible N is refused, naming a possible one.
set -u
. tests/host/cli_lib.sh

# Bakes with a limit, or with the least possible one if that is larger.
bakes() { # N FILE OPTION...
    local n=$1
    shift
    "$pelt" bake "$@" -o "$work/parts.pelt" --max-palette "$n" >"$work/stdout" 2>"$work/err"
    case $? in
        0) most=$n ;;
        1)
            most=$(sed -n 's/.*one triangle needs \([0-9]*\) joints, --max-palette.*/\1/p' "$work/err")
            [ -n "$most" ] && [ "$most" -gt "$n" ]
            check $? "what $* needs is told" || return 1
            accepts bake "$@" -o "$work/parts.pelt" --max-palette "$most"
            ;;
        *) check 1 "bake $* --max-palette $n" ;;
    esac
}

# Each part lists the joints of its vertices; $work/found then has how many parts and, at most, joints there are.
lists() { # NAME
    python3 tests/host/part_joints.py "$work/parts.pelt" "$most" >"$work/found" 2>"$work/err"
    check $? "lists: $1"
}

same_rows() { # FILE OPTION...: vertices with tangents, and colours
    alike "parts" "$* --tangents" "$* --tangents --max-palette $most"
}

assets=("$hero" "$tiny")
if [ -d "$shared/assets" ]; then
    mapfile -t more < <(find "$shared/assets/" -name '*.gl[bt]*' | sort)
    assets+=("${more[@]}")
fi
k=0
precisions=(q16 f32 q12)
for file in "${assets[@]}"; do
    precision=${precisions[$((k % 3))]}
    n=$((1 + (3 * k++) % 8))
    bakes $n "$file" --precision "$precision"
    lists "$file $precision"
    same_rows "$file" --precision "$precision" --time 0.3
done

for options in "" "--pack" "--plain" "--core m0" "--endian big" "--strip" \
    "--precision q12 --pack" "--precision f32 --core m0"; do
    # shellcheck disable=SC2086
    bakes 12 $hero $options
    lists "hero $options"
    read -r parts joints <"$work/found"
    [[ $parts == [45] ]] && [ "$joints" -eq 12 ]
    check $? "four or five parts of twelve joints, not $parts of $joints"
done
for n in 8 16 31; do
    bakes $n $hero
    lists "hero $n"
    read -r parts joints <"$work/found"
    grep -q "^parts      $parts, of at most $joints joints each; [0-9]* vertices are stored again" "$work/stdout"
    check $? "the report of $n"
    accepts info "$work/parts.pelt"
    that "info's parts" [ "$(grep -c "^  part .* triangles, [0-9]* joints, " "$work/stdout")" = "$parts" ]
    python3 tests/host/reader.py "$work/parts.pelt" | diff - "$work/stdout" >"$work/err"
    check $? "reader of $n"
    same_rows $hero --clip 1 --time 0.7
    accepts verify $hero --max-palette "$n"
done
that "27 joints are one part of a palette of 31" [ "$parts" = 1 ]
accepts bake $hero -o "$work/parts.pelt" --max-palette 12 --json
holds 'it["parts"] == 5 and it["vertices_of_parts"] > 0'
cp "$work/parts.pelt" "$work/again.pelt"
accepts bake $hero -o "$work/parts.pelt" --max-palette 12
that "the same bytes again" cmp -s "$work/parts.pelt" "$work/again.pelt"

refuses 1 $hero "give at least 6" bake $hero -o "$work/out.pelt" --max-palette 5
refuses 1 $hero "give at least 6" dump $hero --max-palette 1
for n in 0 -1 65536 x 12x ""; do
    refuses 2 $hero "--max-palette" bake $hero -o "$work/out.pelt" --max-palette "$n"
done
refuses 2 $hero "--max-palette" bake $hero -o "$work/out.pelt" --max-palette
