#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests in-between joints: a tube on two joints, which a clip twists by 150 degrees and another bends by 120,
# also with a joint that moves, the hero, and four models of SHARED.
set -u
. tests/host/cli_lib.sh

assets=$shared/assets
tube=$work/tube.gltf
tests/host/make_gltf.py tube "$tube"
tests/host/make_gltf.py tube "$work/sliding.gltf" 0.3

# The least distance of a vertex from the axis of the twisted tube, in radii of the tube.
radius() { # FLAGS...
    "$pelt" dump "$tube" --clip twist --time 1 "$@" |
        awk '{ r = 2 * sqrt($4 * $4 + $6 * $6); if (NR == 1 || r < least) least = r }
            END { printf "%.3f", least }'
}
that "linear blending narrows the tube to a quarter" compares "$(radius) < 0.3"
for precision in exact lean float; do
    that "$precision: the twisted tube keeps its radius" \
        compares "$(radius --volume 1/256 --precision $precision) >= 0.9"
done

while read -r e model; do # the distance falls by 70 %, the cycles rise by at most 5 %
    [ -d "$assets" ] || [ "${model#"$assets"}" = "$model" ] || continue
    accepts bake "$model" -o "$work/out.pelt" --volume "$e" --json
    holds "it['volume']['after'] <= min($e, 0.3 * it['volume']['before']) and it['volume']['entries'] > 0" \
        "it['volume']['cycles_after'] <= 1.05 * it['volume']['cycles_before']"
done <<END
1/256 $tube
0.023 $work/sliding.gltf
1/256 $hero
1/256 $assets/RiggedSimple/rigged_simple.gltf
1/256 $assets/T3D_enemyPlant/enemyPlant00.glb
1/512 $assets/BIO_skinned_cylinder/03_skinned_cylinder.gltf
0.0102 $assets/T3D_snake/snake.glb
END

# The default --error gives way where --volume leaves room for more.
tests/host/make_gltf.py tube "$work/far.gltf" 100
accepts bake "$work/far.gltf" -o "$work/out.pelt" --volume 0.3 --precision lean
refuses 1 far.gltf "give --error " bake "$work/far.gltf" -o "$work/out.pelt" --volume 0.3 --precision lean \
    --error 1/4096

# What cannot be kept is refused with the least E, which can.
refuses 1 tube.gltf "give --volume " bake "$tube" -o "$work/out.pelt" --volume 1e-5
least=$(sed -n 's/.*give --volume //p' "$work/err")
accepts verify "$tube" --volume "$least" --precision exact
refuses 2 tube.gltf "leave one out" bake "$tube" -o "$work/out.pelt" --volume 1/256 --max-palette 16
for flags in "--influences 2 --joints 2" "--triangles 200 --lods 2" --without-clips --as-clips --pack; do
    # shellcheck disable=SC2086 # several options
    accepts bake "$tube" -o "$work/out.pelt" --volume 0.02 $flags
done
