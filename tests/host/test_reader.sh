#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests that the second reader, reader.py, prints what `pelt info` prints, for stored and for fresh
# blobs in both byte orders and all encodings.
set -u
. tests/host/cli_lib.sh

reader=tests/host/reader.py

agrees() { # NAME BLOB...
    local blob
    for blob in "${@:2}"; do
        "$pelt" info "$blob"
    done >"$work/info" 2>"$work/err" && python3 "$reader" "${@:2}" >"$work/read" 2>>"$work/err" &&
        diff "$work/info" "$work/read" >>"$work/err"
    check $? "reader and info differ: $1"
}

# For the other byte order only the reader prints the content: that of the same blob in the host's.
agrees_in_both() { # LITTLE BIG NAME
    agrees "$3" "$2" "$1"
    sed -n '/^arena/,$p' "$work/read" >"$work/little"
    python3 "$reader" --content "$2" >"$work/big" 2>>"$work/err" &&
        [ -s "$work/little" ] && diff "$work/little" "$work/big" >>"$work/err"
    check $? "content in both byte orders: $3"
}

for blob in tests/data/*_le.pelt; do
    agrees_in_both "$blob" "${blob%_le.pelt}_be.pelt" "$blob"
done

bakes() { # FILE OPTION...
    local order
    for order in little big; do
        "$pelt" bake "$1" -o "$work/$order.pelt" --endian $order "${@:2}" >/dev/null 2>"$work/err" ||
            { check 1 "pelt bake $*"; return; }
    done
    agrees_in_both "$work/little.pelt" "$work/big.pelt" "$*"
}

for precision in q16 f32 q12; do
    bakes $hero --precision $precision
    bakes $hero --precision $precision --root-motion hips
    bakes $small --precision $precision --strip --bind --core m0
    bakes $tiny --precision $precision --plain
    bakes $tiny --precision $precision --as-clips --root-motion base
    bakes $tiny --precision $precision --as-clips --pages 256 --events tests/fuzz/events.json
    bakes $tiny --precision $precision --without-clips
    bakes tests/data/textured.gltf --precision $precision
    bakes $tiny --precision $precision --expression blink=1 --expression aa=0:0.5
    bakes $small --precision $precision --spring 'tail*,ear*:leaf'
done
if [ -d "$shared/assets" ]; then
    while read -r file; do
        bakes "$file" --precision q12
    done < <(find "$shared/assets/" "$shared/random/" -name '*.gl[bt]*' -size -200k | sort | awk 'NR % 6 == 0')
fi

# In-betweens of the first skin: BTWN behind all sections, by docs/FORMAT.md.
"$pelt" bake $tiny -o "$work/whole.pelt" >/dev/null 2>"$work/err"
python3 - "$work/whole.pelt" "$work/between.pelt" <<'END'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
words = list(struct.unpack(f"<{len(data) // 4}I", data))
end = 8 + 4 * words[5]
for i in range(8, end, 4):
    words[i + 2] += 16
    if words[i] == int.from_bytes(b"SKIN", "little"):
        words[words[i + 2] // 4 - 4 + 1] += 2
between = [0, 2, 2] + 2 * [0x10000, 0, 100, 0xFFFFFF00, 7]
between[4], between[9] = 0x2000, 0x6000
words[end:end] = [int.from_bytes(b"BTWN", "little"), 0x10001, len(data) + 16, 4 * len(between)]
words += between
words[2], words[5] = 4 * len(words), words[5] + 1
data = struct.pack(f"<{len(words)}I", *words)
crc = zlib.crc32(data[16:], zlib.crc32(data[:12]))
open(sys.argv[2], "wb").write(data[:12] + struct.pack("<I", crc) + data[16:])
END
agrees "in-betweens" "$work/between.pelt"
[ "$(grep -c '^  in-between [45]    0\.[27]5 of the way from .* to ' "$work/info")" -eq 2 ]
check $? "both in-betweens are told"
alike "joints' entries alone" "--what palette $work/whole.pelt" "--what palette $work/between.pelt"

events='{"name": "b\\u0007", "time": 0.4}, {"name": "a", "time": 0.1}'
sed 's/"name": "sway"/&, "extras": {"events": ['"$events"']}/' $tiny >"$work/events.gltf"
bakes "$work/events.gltf"
that "events" grep -Fq 'event 1  0.400000 s "b\u0007"' "$work/little"

# A name that would steer a terminal is printed as its codes, and one changed byte is noticed.
sed 's/"high"/"hi\\u202egh"/' $tiny >"$work/named.gltf"
bakes "$work/named.gltf"
that "a name that steers" grep -Fq 'hi\u202Egh' "$work/little"
{ head -c -1 "$work/whole.pelt"; printf '\377'; } >"$work/damaged"
python3 "$reader" "$work/damaged" >"$work/read" && ! diff "$work/read" <(python3 "$reader" "$work/whole.pelt") >/dev/null
check $? "the reader sees one byte by the CRC"
