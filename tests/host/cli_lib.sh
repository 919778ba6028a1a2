# SPDX-License-Identifier: MIT
# Functions of the tests of the command line: running the tool and counting. They source it from the
# root, with the tool and a C compiler as arguments.
# shellcheck shell=bash disable=SC2034

. tests/count.sh
pelt=$(realpath -- "$1")
cc=${2:-gcc}
tiny=tests/data/tiny.gltf
work=$(mktemp -d)
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
    [ "$1" -eq 0 ] || [ ! -s "$work/err" ] || tail -n 3 "$work/err"
}

that() { # NAME COMMAND...: the command must succeed
    "${@:2}"
    check $? "$1"
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

changed() { # NAME SCRIPT: tiny with changes; prints its path
    sed "$2" "$tiny" >"$work/$1.gltf"
    echo "$work/$1.gltf"
}

# Whether coordinates and normals of $work/a and $work/b, of the same rows, are within LIMIT.
near_rows() { # LIMIT
    paste -d' ' "$work/a" "$work/b" | awk -v limit="$1" '
        { n = NF / 2
          for (i = 1; i <= n; i++) {
              off = $i - $(i + n)
              if (i <= 3 ? $i != $(i + n) : off * off > limit * limit) bad = 1
          } }
        END { exit bad || NR == 0 }'
}
