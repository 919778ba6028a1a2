# SPDX-License-Identifier: MIT
# What tests of the command line share: running the tool and counting. Each of them sources it, and is
# called from the project's root:
#
#   tests/host/test_NAME.sh PELT [SHARED]      SHARED: foreign assets, which may be missing
# shellcheck shell=bash disable=SC2034

. tests/count.sh
pelt=$(realpath -- "${1:?usage: $0 PELT [SHARED]}")
shared=${2:-../shared}
cc=${CC:-gcc}
tiny=tests/data/tiny.gltf
hero=examples/hero/hero.glb
small=examples/hero/hero250.glb # the same fox of 250 vertices
work=$(mktemp -d)
complaints=$work/err
export PYTHONPATH=$PWD/tests/host PYTHONDONTWRITEBYTECODE=1 # of make_gltf.py

finish() {
    local status=$?
    rm -rf "$work"
    summary || status=1
    exit $status
}
trap finish EXIT

# npm's tool has no pictures, and says so if one is wanted.
pictures=true
[[ $("$pelt" view "$tiny" -o "$work/tiny.png" --size 8x8 2>&1) != *"no pictures in WebAssembly"* ]] ||
    pictures=false

check() { # STATUS NAME
    result "$1" "${2:-}"
}

# Runs the tool; it must end with STATUS, have FILE and TEXT in its last line on stderr, and leave
# no output behind.
refuses() { # STATUS FILE TEXT ARGUMENT...
    [ "$4" != view ] || $pictures || set -- 2 "" "no pictures in WebAssembly" "${@:4}"
    local status=$1 file=$2 text=$3 last
    shift 3
    rm -f "$work"/out*
    "$pelt" "$@" >"$work/stdout" 2>"$work/err"
    last=$?
    [ "$last" -eq "$status" ] || { check 1 "exit status $last, not $status: pelt $*"; return; }
    last=$(tail -n 1 "$work/err")
    [[ $last == "pelt: "*"$file: "*"$text"* ]] || { check 1 "error line of: pelt $*"; return; }
    [ -z "$(compgen -G "$work/out*")" ] || { check 1 "a file is left by: pelt $*"; return; }
    check 0
}

accepts() { # ARGUMENT...
    "$pelt" "$@" >"$work/stdout" 2>"$work/err"
    check $? "pelt $*"
}

# Keeps what the tool dumps in $work/OUT.
dumped() { # OUT ARGUMENT...
    "$pelt" dump "${@:2}" >"$work/$1" 2>"$work/err"
}

# Runs the tool; a line of its output, or of its warnings, matches.
says() { # PATTERN ARGUMENT...
    accepts "${@:2}"
    that "does not say $1: pelt ${*:2}" grep -Eq -- "$1" "$work/stdout"
}

warns() { # PATTERN ARGUMENT...
    accepts "${@:2}"
    that "does not warn of $1: pelt ${*:2}" grep -Eq -- "$1" "$work/err"
}

# Whether numbers are as the condition says.
compares() { # CONDITION
    awk "BEGIN { exit !($1) }"
}

same() { # NAME A B: the files are equal, and not empty
    [ -s "$2" ] && cmp -s "$2" "$3"
    check $? "$1"
}

# What the tool dumps is the same for two lists of words, and something.
alike() { # NAME WORDS WORDS
    # shellcheck disable=SC2086
    dumped a $2 && dumped b $3 && [ -s "$work/a" ] && cmp -s "$work/a" "$work/b"
    check $? "$1: dump $2, $3"
}

# The JSON on stdout fulfils Python's conditions: `it` is the object, `text` the text.
holds() { # CONDITION...
    local i results=()
    read -r -a results < <(python3 -c 'import json, re, sys
text = open(sys.argv[1]).read()
it = json.loads(text)
for condition in sys.argv[2:]:
    print(int(not eval(condition)), end=" ", flush=True)' "$work/stdout" "$@")
    for ((i = 1; i <= $#; i++)); do
        check "${results[i - 1]-1}" "${!i}"
    done
}

changed() { # NAME SCRIPT: tiny with changes; prints its path
    sed "$2" "$tiny" >"$work/$1.gltf"
    echo "$work/$1.gltf"
}

# Makes $work/NAME.gltf: tiny, or FILE, after changes in Python to `g`, its document, and `data`, its buffer;
# `at` has the numbers of its nodes by their names.
remade() { # NAME PYTHON [FILE]
    python3 -c 'import math, struct, sys
from make_gltf import load, save
g, data = load(sys.argv[1])
at = {node.get("name"): i for i, node in enumerate(g["nodes"])}
exec(sys.argv[3])
save(sys.argv[2], g, data)' "${3:-$tiny}" "$work/$1.gltf" "$2"
}

# Whether numbers of $work/a and $work/b are within LIMIT, behind COLUMNS that are equal, or 3.
near_rows() { # LIMIT [COLUMNS]
    paste -d' ' "$work/a" "$work/b" | awk -v limit="$1" -v columns="${2:-3}" '
        { n = NF / 2
          for (i = 1; i <= n; i++) {
              off = $i - $(i + n)
              if (i <= columns ? $i != $(i + n) : off * off > limit * limit) bad = 1
          } }
        END { exit bad || NR == 0 }'
}
