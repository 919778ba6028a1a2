#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests stored textures from the command line. Colours of textured characters (tests/pictures/characters)
# are compared with those of an independent renderer of SHARED.
set -u
. tests/host/cli_lib.sh

cp examples/hero/fox.glb "$work" && tests/pictures/characters "$work"
check $? "characters"

bakes() { # FILE OPTION...
    accepts bake "$1" -o "$work/out.pelt" --json "${@:2}"
}

# auto keeps the error with few bytes; what the bake measured is what the oracle measures of the blob. The
# oracle is slow, so it looks at three of the five.
cat >"$work/baked" <<END
#!/bin/sh
shift 2 # dump FILE
exec "$pelt" dump "$work/out.pelt" "\$@"
END
chmod +x "$work/baked"
for name in fox snake giraffe fish robot; do
    bakes "$work/$name.glb"
    holds '0 <= it["colour"]["p95"] <= 0.12'
    case $name in
        fish) holds 'it["textures"] == []' ;; # vertex colours alone keep the error
        fox) holds 'it["textures"][0]["bytes"] <= 2080' ;;
    esac
    if [ -f "$shared/oracle/appearance.py" ] && [[ $name != [gf]i* ]]; then
        /usr/bin/python3 "$shared/oracle/appearance.py" compare "$work/$name.glb" --pelt "$work/baked" --p95 0.12 \
            >"$work/said" 2>"$work/err"
        check $? "oracle: $(cat "$work/said")"
        read -r mean p95 < <(sed -n 's/.*: mean \([0-9.]*\) p95 \([0-9.]*\) .*/\1 \2/p' "$work/said")
        holds "abs(it['colour']['mean'] - $mean) <= 0.02" "abs(it['colour']['p95'] - $p95) <= 0.02"
    fi
done

# A white square with a hole: its colours need no texture, but the hole does, whether it is masked or blended.
# alphaCutoff 0 hides nothing. Of a chequered square the alpha of vertices hides the upper half, which no texture
# can, but its texture is chosen all the same. Of two squares in one mesh one takes light.
/usr/bin/python3 - "$work" <<'END'
import base64, io, sys
from PIL import Image
from make_gltf import Gltf
corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
square = Image.new("RGBA", (32, 32), "white")
square.paste((255, 255, 255, 0), (8, 8, 24, 24))
chequered = Image.new("RGBA", (32, 32), "white")
for i in range(256):
    if (i + i // 16) % 2:
        chequered.paste("red", (i % 16 * 2, i // 16 * 2, i % 16 * 2 + 2, i // 16 * 2 + 2))
def quad(g, left, material, **more):
    return {"attributes": {"POSITION": g.accessor("VEC3", [c for x, y in corners for c in (x + left, y, 0)]),
                           "NORMAL": g.accessor("VEC3", [0, 0, 1] * 4),
                           "TEXCOORD_0": g.accessor("VEC2", [c for x, y in corners for c in (x, 1 - y)]), **more},
            "indices": g.accessor("SCALAR", [0, 1, 2, 0, 2, 3], "H"), "material": material}
def write(name, image, factor=1, alphas=(1, 1, 1, 1), **material):
    g, png = Gltf(), io.BytesIO()
    image.save(png, "png")
    g.add("images", uri="data:image/png;base64," + base64.b64encode(png.getvalue()).decode())
    g.add("samplers", magFilter=9728)
    g.add("textures", source=0, sampler=0)
    g.add("materials", doubleSided=True, **material,
          pbrMetallicRoughness={"baseColorTexture": {"index": 0}, "baseColorFactor": [1, 1, 1, factor]})
    g.add("nodes", mesh=0)
    g.mesh(quad(g, 0, 0, COLOR_0=g.accessor("VEC4", [c for a in alphas for c in (1, 1, 1, a)])))
    g.write(f"{sys.argv[1]}/{name}.gltf")
write("hole", square, alphaMode="MASK")
write("nothing", Image.new("RGBA", (32, 32)), alphaMode="MASK")
write("faint", square, 0.2, alphaMode="BLEND")
write("filled", square, alphaMode="MASK", alphaCutoff=0)
write("half", chequered, alphas=(1, 1, 0, 0), alphaMode="MASK")
g = Gltf()
g.add("nodes", mesh=0)
for extensions in {}, {"KHR_materials_unlit": {}}:
    g.add("materials", extensions=extensions, pbrMetallicRoughness={"baseColorFactor": [0.5, 0.2, 0.1, 1]})
g.mesh(quad(g, 0, 0), quad(g, 1.1, 1))
g.write(sys.argv[1] + "/lights.gltf")
g = Gltf()
g.add("nodes", mesh=0)
for name, factor in ("glass", 1), ("leaf", 0.4):
    g.add("materials", name=name, alphaMode="MASK", pbrMetallicRoughness={"baseColorFactor": [1, 1, 1, factor]})
g.mesh(quad(g, 0, 0), quad(g, 1.1, 1))
g.write(sys.argv[1] + "/masks.gltf")
END
warns '"leaf" is drawn .* below the cutoff' bake "$work/masks.gltf" -o "$work/out.pelt"
never "a mask that hides nothing is told of" grep -q glass "$work/err"
for name in hole faint; do
    bakes "$work/$name.gltf" && "$pelt" dump "$work/out.pelt" --what textures |
        awk 'NR == 1 { all = $3 * $4 } { for (i = 1; i <= NF; i++) clear += NR > 1 && $i ~ /00$/ }
             END { exit !(clear > 0.2 * all && clear < 0.3 * all) }'
    check $? "a quarter of the square is a hole: $name"
done
bakes "$work/filled.gltf"
holds 'it["textures"] == []' 'it["colour"]["mean"] < 0.01'
bakes "$work/half.gltf"
holds 'it["colour"]["p95"] <= 0.12' '"% of the picture is open" in it["warnings"][0]'
for light in none sun; do
    "$pelt" view "$work/lights.gltf" -o "$work/$light.png" --size 64x64 --samples 1 --light $light \
        >"$work/said" 2>"$work/err"
done
/usr/bin/python3 -c "from PIL import Image
none, sun = (list(Image.open('$work/%s.png' % light).convert('RGB').getdata()) for light in ('none', 'sun'))
count, colour = max((none.count(colour), colour) for colour in set(none) if colour[0] > 2 * colour[2])
print(count, sun.count(colour))
assert 0.4 * count < sun.count(colour) < 0.6 * count" >"$work/said" 2>&1
check $? "one of two squares takes light: $(cat "$work/said")"
for lost in hole:2[0-9] nothing:100; do
    bakes "$work/${lost%:*}.gltf" --textures none
    grep -q "${lost#*:} % of the picture is open where the source is not.* give --textures auto" "$work/err"
    check $? "holes that are lost: $(cat "$work/err")"
done
bakes "$work/nothing.gltf"
holds 'len(it["textures"]) == 1' 'it["warnings"] == []'

# A flip-book: the texture has the three cells that the clip shows, from 0.1 of the image on, and moves by
# its keys; before the first key it is where that has it. What cannot be kept is told. The image has cells of
# red, green, blue and white.
flip=tests/data/flip.gltf
bakes "$flip" && grep -q "2 animation channels are left out, the first: a pointer to other than" "$work/err"
check $? "a flip-book's channels: $(cat "$work/err")"
for at in 0.2:0 0.5:0 0.999:0 1:1 1.5:2 9:2; do # the cell is the colour's place in R, G, B
    IFS=: read -r time key <<<"$at"
    "$pelt" dump "$work/out.pelt" --what uvs --clip blink --time "$time" >"$work/dump"
    left=$(awk '{ print $5 }' "$work/dump" | sort -g | head -n 1)
    compares "($left - (0.1 + $key * 0.25) * 32 / 18 + 3 / 18) ^ 2 <= 0.001 ^ 2"
    check $? "flip-book at $time: $(cat "$work/dump")"
    "$pelt" view "$work/out.pelt" -o "$work/out.png" --size 32x32 --light none --clip blink --time "$time" \
        >"$work/said" 2>"$work/err"
    /usr/bin/python3 -c "from PIL import Image
rgb = Image.open('$work/out.png').convert('RGB').getpixel((16, 16))
print([i for i in range(3) if rgb[i] > 200] + [sum(rgb) > 300])" >"$work/said"
    [ "$(cat "$work/said")" = "[$key, False]" ]
    check $? "flip-book's picture at $time: $(cat "$work/said")"
done
"$pelt" bake "$flip" -o "$work/out.pelt" --textures none 2>&1 |
    grep -q "3 keys of textures' offsets are left out, .* give --textures auto"
check $? "a flip-book without textures"

# What is asked for is there, and coordinates go with it.
bakes "$work/fox.glb" --textures 64 --texels rgb565
holds 'it["textures"][0]["width"] == 64 and it["textures"][0]["texels"] == "rgb565"'
bakes "$work/fox.glb" --textures 16 --texels i8
"$pelt" dump "$work/out.pelt" --what textures >"$work/dump"
[ "$(head -n 1 "$work/dump" | cut -d ' ' -f 1-6)" = "texture 0 16 16 i8 clamp" ] &&
    [ "$(tail -n +2 "$work/dump" | wc -lw | tr -s ' ')" = " 16 256" ]
check $? "dump --what textures: $(head -n 1 "$work/dump")"
alike "textures of glTF and blob" "$work/out.pelt --what textures" \
    "$work/fox.glb --what textures --textures 16 --texels i8"
"$pelt" dump "$work/out.pelt" --what uvs |
    awk '$4 != 0 || $5 < 0 || $5 > 1 || $6 < 0 || $6 > 1 { bad = 1 } END { exit bad || NR < 700 }'
check $? "dump --what uvs"
"$pelt" dump "$work/fox.glb" --what uvs --textures none |
    awk '$4 != "-" { bad = 1 } END { exit bad || NR < 700 }'
check $? "dump --what uvs without textures"
# Results do not depend on textures; a split mesh keeps its textures.
bakes "$work/fox.glb" --textures 32
alike "textures move no vertex" "$work/fox.glb --clip 0 --time 1" "$work/out.pelt --clip 0 --time 1"
alike "split meshes keep textures" "$work/out.pelt --what uvs" \
    "$work/fox.glb --what uvs --textures 32 --max-palette 8"

refuses 1 fox.glb "give --colour-error 0." bake "$work/fox.glb" -o "$work/out.pelt" \
    --colour-error 0.001 --textures 32
"$pelt" bake "$work/fox.glb" -o "$work/out.pelt" --textures none >"$work/said" 2>"$work/err" &&
    grep -q "5 % of the picture's colours are more than 0.2.* /nodes/29, give --textures auto" "$work/err" &&
    grep -q "without textures [3-9][0-9] % of the surface loses detail" "$work/said"
check $? "detail that is lost without textures"
refuses 2 "" "is not a power of two" bake "$work/fox.glb" -o "$work/out.pelt" --textures 48
refuses 2 "" "is not an integer from 8 to 256" bake "$work/fox.glb" -o "$work/out.pelt" --textures 512
refuses 2 "" "is not above 0 and at most 1" bake "$work/fox.glb" -o "$work/out.pelt" --colour-error 0
refuses 2 "" "unknown --texels i2" bake "$work/fox.glb" -o "$work/out.pelt" --texels i2
refuses 2 "" "give 1, 4, 9 or 16" view "$work/fox.glb" -o "$work/out.png" --samples 5
