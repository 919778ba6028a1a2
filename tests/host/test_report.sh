#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the reports of bake, info and verify: what they say in words, that --json agrees with it, and that names and
# paths let only printable characters through, in JSON and C only those of ASCII.
set -u
. tests/host/cli_lib.sh

## bake ##
accepts bake $small -o "$work/hero.pelt" --verbose
cp "$work/stdout" "$work/words"
! tail -n +2 "$work/words" | grep -Eiq "mix|\brun|entr(y|ies)|section|SRCE|TRAK"
check $? "the report speaks of the blob's inside"
for line in "flash +[0-9]+ bytes: meshes [0-9]+, clips" "RAM +[0-9]+ bytes" \
    "meshes +vertices  triangles     bytes  name" " +0 +250 +480 +[0-9]+  \"fox\"$" \
    "model +1 mesh, 250 vertices, 480 triangles, 27 joints, 3 clips of 7.000 s$" \
    "cost +skinning takes [0-9]+ % less on m4" "accuracy +error [0-9.e-]+ of the size at most, in" \
    "clips +seconds    keys  in glTF   bytes  in glTF     error  name" " +rest +[0-9.e-]+$"; do
    that "the report has no line $line" grep -Eq "^$line" "$work/words"
done
accepts bake $small -o "$work/json.pelt" --json
that "--json changes the blob" cmp -s "$work/hero.pelt" "$work/json.pelt"
fields="input output bytes encoding precision error clips meshes parts vertices_of_parts skins_per_vertex"
holds "set(it) == set('$fields joints limbs colour textures warnings'.split())"
holds 'it["input"] == "examples/hero/hero250.glb" and it["output"].endswith("/json.pelt")'
holds 'it["encoding"] == "exact" and it["precision"] == "q16" and it["joints"] == 27 and it["warnings"] == []'
holds "it['bytes'] == $(wc -c <"$work/hero.pelt")"
holds 'all(set(c) == set("index name start end tracks keys bytes error".split()) for c in it["clips"])'
holds '[(c["index"], c["name"], c["end"] - c["start"]) for c in it["clips"]] == [
    (0, "idle", 4), (1, "walk", 1), (2, "wave", 2)]'
holds 'all(set(m) == set("node name vertices triangles bytes".split()) for m in it["meshes"])'
holds '[(m["name"], m["triangles"]) for m in it["meshes"]] == [("fox", 480)]'
holds 'it["error"] == max(c["error"] for c in it["clips"]) and 0 < it["error"] < 1 / 8192'
# The words say the same.
holds "all(re.search(' +%u +%.3f +%u +[0-9]+ +%u +[0-9]+ +%.2e  \"%s\"\n' % (c['index'], c['end'] - c['start'],
    c['keys'], c['bytes'], c['error'], c['name']), open('$work/words').read()) for c in it['clips'])"
holds "all(re.search(' +%u +%u +%u +%u  \"%s\"\n' % (i, m['vertices'], m['triangles'], m['bytes'], m['name']),
    open('$work/words').read()) for i, m in enumerate(it['meshes']))"
for options in "--strip" "--endian big" "--precision f32" "--precision q12 --clips w*"; do
    set -f
    # shellcheck disable=SC2086
    accepts bake $small -o "$work/json.pelt" --json $options
    set +f
    holds "it['bytes'] == $(wc -c <"$work/json.pelt") and 0 < it['error'] < 1 / 4096"
done
holds '[c["index"] for c in it["clips"]] == [1, 2]'
remade many 'g["animations"] = [dict(g["animations"][i % 2], name="clip %d" % i) for i in range(20)]'
says '^model .*, 20 clips of [0-9.]* s$' bake "$work/many.gltf" -o "$work/many.pelt"
that "how to see many clips" grep -q '^next .*--verbose lists' "$work/stdout"
accepts bake examples/hero/fox.glb -o "$work/long.pelt" --target microbit --window 64 --max-palette 16 --joints 20
[ "$(wc -l <"$work/stdout")" -le 12 ] && ! awk 'length > 180' "$work/stdout" | grep -q .
check $? "the longest report has more than twelve lines, or one of over 180 characters"
tests/host/make_gltf.py knight "$work/knight.glb" 1 20
accepts bake "$work/knight.glb" -o "$work/knight.pelt"
next=$(sed -n 's/^next       3 meshes more than hands can hold; without them: pelt //p' "$work/stdout")
[ "$next" = "bake $work/knight.glb -o $work/knight.pelt --meshes Body,1H_Sword,Badge_Shield" ]
check $? "one sword and one shield: $next"
says '^next +.pelt view. shows' bake "$work/knight.glb" -o "$work/knight.pelt" --socket "$(printf 'handslot.r,%.0s' {1..999})0"
eval "accepts $next --json"
holds '[m["name"] for m in it["meshes"]] == ["Body", "1H_Sword", "Badge_Shield"]'
accepts bake "$work/many.gltf" -o "$work/many.pelt" --verbose
that "--verbose lists clips" [ "$(grep -c '^  [0-9]* .*"clip ' "$work/stdout")" -eq 20 ]
accepts bake "$work/many.gltf" -o "$work/many.pelt" --json
holds 'len(it["clips"]) == 20'
accepts bake $small -o "$work/fewer.pelt" --json --joints 15 --influences 2
place="vertices moved units node primitive vertex clip time"
holds "set(it['reduced']) == set('joints_before folded bytes_before $place'.split())"
holds 'it["joints"] == 15 and it["reduced"]["joints_before"] == 27 and len(set(it["reduced"]["folded"])) == 12'
holds "it['reduced']['bytes_before'] == $(wc -c <"$work/hero.pelt") > it['bytes']"
said="the influences of %u vertices were changed; vertices move by up to %.2g of the model's size (%.3g units: "
said+="/nodes/%u primitive %u vertex %u in clip %u at %.6g s)"
holds "\"$said\" % tuple(it['reduced'][k] for k in '$place'.split()) in it['warnings'][1]"
refuses 2 $tiny "no clip x" bake $tiny -o "$work/out.pelt" --json --clips x
that "JSON of a bake that failed" [ ! -s "$work/stdout" ]
"$pelt" bake $small -o /dev/stdout --json >"$work/both" 2>"$work/stdout"
that "a blob to standard output" cmp -s "$work/both" "$work/hero.pelt"
holds 'it["output"] == "/dev/stdout"'

## info, verify ##
accepts info "$work/hero.pelt" --json
holds 'it["joints"] == 27 == len(it["skeleton"]) and it["meshes"][0]["name"] == "fox"'
holds '[(c["name"], c["start"], c["end"]) for c in it["clips"]] == [
    ("idle", 0, 4), ("walk", 0, 1), ("wave", 0, 2)]'
holds 'it["format"] == 3 and it["encoding"] == "exact" and it["precision"] == "q16" and it["endian"] == "little"'
holds 'sum(s["bytes"] for s in it["sections"]) + 32 + 16 * len(it["sections"]) == it["bytes"]'
"$pelt" bake $small -o "$work/big.pelt" --endian big >/dev/null 2>"$work/err"
accepts info "$work/big.pelt" --json
holds 'it["endian"] == "big" and "clips" not in it and len(it["sections"]) > 10'
head -c 1000 "$work/hero.pelt" >"$work/cut.pelt"
refuses 1 cut.pelt "" info "$work/cut.pelt" --json
that "JSON of a blob that is refused" [ ! -s "$work/stdout" ]
accepts verify $tiny
cp "$work/stdout" "$work/words"
accepts verify $tiny --json
holds 'it["verified"] and it["warnings"] == ["clip starts before time 0, /animations/0"]'
holds '[(c["index"], c["precision"], c["name"]) for c in it["clips"]] == [
    (0, "q16", "bend"), (1, "q16", "sway"), (0, "f32", "bend"), (1, "f32", "sway")]' \
    '[(r["precision"], r["encoding"]) for r in it["rest"]] == [("q16", "exact"), ("f32", "float")]' \
    'it["error"] == max(c["error"] for c in it["clips"])'
holds "open('$work/words').read() == ''.join('clip\t{index}\t{precision}\t{error:.6e}\t{p99:.6e}\t{units:.6e}\t'
    '{node}\t{primitive}\t{vertex}\t{time:.9g}\n'.format(**c) for c in it['clips'])"
"$pelt" verify $tiny --json --precision q12 --max-error 1e-9 >"$work/stdout" 2>"$work/err"
[ $? -eq 1 ] && tail -n 1 "$work/err" | grep -q "off by"
check $? "verify --json that fails"
holds 'not it["verified"] and it["precision"] == "q12" and it["encoding"] == "lean"'

## Names and paths in JSON, in errors ##
evil='a\\u001b[31m\\u009b2J\\u202eb\\u2066c\\u061c\\u2028d\\u00e9\\"\\\\\\n'
sed "s/\"name\": \"\(post\|low\|bend\|flag\)/&$evil/
    2s/^/ \"extensionsUsed\": [\"X_$evil\"],/" $tiny >"$work/evil.gltf"
plain() { # NAME: printable ASCII and line ends alone, but for é in messages
    ! sed 's/é/e/g' "$work/err" | LC_ALL=C grep -aq '[^ -~]' "$work/stdout" -
    check $? "$1 lets a character through"
}
name='a\x1b[31m\x9b2J\u202eb\u2066c\u061c\u2028d\xe9"\\\n'
accepts bake "$work/evil.gltf" -o "$work/evil.pelt" --json
plain "bake --json"
holds "it['clips'][0]['name'] == 'bend$name' and it['meshes'][1]['name'] == 'flag$name'"
holds "'X_$name' in ' '.join(it['warnings'])"
accepts info "$work/evil.pelt" --json
plain "info --json"
holds "it['clips'][0]['name'] == 'bend$name' and it['skeleton'][1]['name'] == 'low$name'"
accepts verify "$work/evil.gltf" --json --samples 2
plain "verify --json"
for list in "dump $work/evil.gltf --clips x" "dump $work/evil.gltf --meshes x" \
    "dump $work/evil.gltf --clip x" "dump $work/evil.pelt --clip x"; do
    # shellcheck disable=SC2086
    refuses 2 "" 'a\u001B[31m\u009B2J\u202Eb\u2066c\u061C\u2028d' $list
    plain "$list"
done
accepts bake "$work/evil.gltf" -o "$work/evil.pelt" --c evil
[ -s "$work/evil.h" ] && ! cat "$work/evil.h" "$work/evil.c" | LC_ALL=C grep -aq '[^ -~]'
check $? "the header lets a character through"
cp $tiny "$work/"$'b\xff\xc2\x9bd.gltf'
accepts bake "$work/"$'b\xff\xc2\x9bd.gltf' -o "$work/"$'o\xe2\x80\xae.pelt' --json
holds 'it["input"].endswith("b\\xFF\\u009Bd.gltf")'
plain "a path in JSON"
