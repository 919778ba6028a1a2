# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2030,SC2031,SC2034 # groups count in shells of their own
# Functions of tests/run and the like: building, running, counting. They source it from the root.

. tests/count.sh
build=${BUILD:-build}
host=$build/host
shared=${SHARED:-../shared}
logs=$build/test/logs
groups=()
mkdir -p "$logs" "$build/test/bin"
# Symbols for a debugger take a fifth of the compilers' time.
export HOST_OPT=${HOST_OPT:--O2 -g0} BOARD_OPT=${BOARD_OPT:--O2 -g0}
# A version manager's python3 takes a tenth of a second to start, and tests start it often.
if /usr/bin/python3 -c 'import json, pty' 2>/dev/null; then
    ln -sfn /usr/bin/python3 "$build/test/bin/python3"
    PATH=$(realpath "$build/test/bin"):$PATH
fi

# Runs a separate make, one at a time in a folder.
build() { # TARGET... [VARIABLE=VALUE...]
    local log=$logs/make-$BASHPID.txt
    env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u MODEL flock "${lock:-$logs/lock}" make -s \
        --no-print-directory -j"$(nproc)" BUILD="$build" "$@" >"$log" 2>&1 ||
        { tail -n 20 "$log"; return 1; }
}

# Builds the host's programs with sanitizers. Not optimised, unit tests take as long and compile in a
# sixth of the time, like code that runs rarely (tests/tests.mk).
checked=$build/test/sanitizers
sanitize="-fsanitize=address,undefined -fno-sanitize-recover=all"
build_checked() { # PROGRAM
    lock=$checked.lock build "$checked/$1" HOST="$checked" CC=clang HOST_OPT="-O1 -g0" \
        TEST_OPT=-O0 RARE_OPT=-O0 HOST_EXTRA="$sanitize"
}

# Copies the objects of a folder, if it has some, to another one, while no make writes there, except
# for these folders of sources, which are compiled anew. Their dependencies name the copies.
reuse() { # FROM TO FOLDER...
    local from=$1 to=$2 folder
    shift 2
    rm -rf "$to"
    mkdir -p "$to"
    [ ! -d "$from/obj" ] || flock "$logs/lock" cp -a "$from/obj" "$to/"
    for folder in "$@"; do
        rm -rf "$to/obj/$folder"
    done
    [ ! -d "$to/obj" ] || find "$to/obj" -name '*.d' -exec sed -i "s|^$from/obj/|$to/obj/|" {} +
}

# Copies the library's objects to a board that has none yet, from one with the same compiler's flags, except
# for these folders and objects, which depend on what else is defined. Cortex-M0 and M0+ have the same code.
same_library() { # FROM TO [FOLDER...]
    [ -d "$build/$2" ] || [ ! -d "$build/$1/obj" ] ||
        [ "$(flags_of "$1")" != "$(flags_of "$2")" ] ||
        reuse "$build/$1" "$build/$2" boards examples tests "${@:3}"
}
flags_of() { # BOARD
    boards/variable "$1" CROSS CPU_FLAGS LIBRARY_FLAGS | sed -E 's/ ?-DPELT_(NDS|DIVIDER)$//; s/m0plus/m0/'
}

# Copies what is baked in one board's folder, or the host's, to another one, where it would be the same.
same_models() { # FROM TO NAME...
    local name
    mkdir -p "$build/$2/baked"
    for name in "${@:3}"; do
        cp -a "$build/$1/baked/$name".* "$build/$2/baked/"
    done
}

make_variable() { # NAME
    env -u MAKEFLAGS -u MAKELEVEL make -s --no-print-directory "print-$1"
}

# Runs a program whose last line is "N passed, M failed", perhaps with ", K skipped" (each skip
# named as `lacks` does), and adds its counts; anything else is one failure.
counted() { # NAME COMMAND...
    local name=$1 log=$logs/${1//[ \/]/-}.txt status last
    shift
    "$@" >"$log" 2>&1
    status=$?
    last=$(tail -n 1 "$log")
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
        skipped=$((skipped + ${BASH_REMATCH[4]:-0}))
        grep '^LACKS' "$log"
        if [ "$status" -ne 0 ]; then
            grep '^FAIL' "$log"
            [[ $last == *" 0 failed"* ]] && result 1 "$name: exit status $status"
        fi
    else
        tail -n 5 "$log"
        result 1 "$name: no result"
    fi
    echo "$name: $last"
}

# The command must succeed; what it prints is in $work/log.
check() { # NAME COMMAND...
    local log=${work:?}/log
    "${@:2}" >"$log" 2>&1
    result $? "$1: $(tail -n 12 "$log" | tr '\n' ' ')"
}

# Makes the showcase of a board with a character that is not the project's: one clip without a name,
# no colours. A console that draws by itself also leaves its screen, which is the host's picture.
own_character() { # BOARD
    local log=$logs/own-character-$1.txt folder=$build/test/own sum
    reuse "$build/$1" "$folder/$1"
    env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS MODEL=tests/data/tiny.gltf make -s BUILD="$folder" \
        HOST="$host" run BOARD="$1" >"$log" 2>&1 && [ -s "$folder/$1/hero.png" ]
    result $? "MODEL on $1, see $log"
    # shellcheck disable=SC2046
    sum=$("$host/pelt" dump tests/data/tiny.gltf --what checksum $(boards/variable "$1" BAKE_FOR) 2>"$log.dump")
    [ -s "$folder/$1/screen.png" ] && [ -s "$folder/$1/expected.png" ] && grep -q '^fps [1-9]' "$log" &&
        grep -Eq '^triangles [1-9][0-9]* drawn of [0-9]+$' "$log" && grep -qx "checksum $sum" "$log"
    result $? "figures and screen of MODEL on $1, see $log"
}

# Tests that a test image, here or on a board, prints its PASS line and the golden value and ends
# with status 0.
image() { # NAME COMMAND...
    local name=$1 log=$logs/${1//[ \/]/-}.txt
    shift
    if "$@" >"$log" 2>&1 && grep -q '^PASS' "$log"; then
        grep '^golden' "$log" | diff - tests/data/golden.txt
        result $? "$name: golden value"
    else
        grep -v '^ok' "$log" | tail -n 20
        result 1 "$name"
    fi
    echo "$name: $(tail -n 1 "$log")"
}

# Runs groups side by side, one more than there are processors, as some emulators wait for the
# clock, each in its own shell, with output, counts and seconds (elapsed, and of processors) in files.
group() { # NAME COMMAND...
    local name=$1
    shift
    while [ "$(jobs -rp | wc -l)" -gt "$(nproc)" ]; do wait -n; done
    [[ " ${groups[*]} " != *" $name "* ]] || result 1 "two groups named $name, of which one would count"
    groups+=("$name")
    rm -f "$logs/$name.group"
    (
        TIMEFORMAT='%R %U %S'
        passed=0 failed=0 skipped=0
        { time "$@" >"$logs/$name.log" 2>&1; } 2>"$logs/$name.time"
        cat "$logs/$name.log"
        echo "$passed $failed $skipped $(tail -n 1 "$logs/$name.time")" >"$logs/$name.group"
    ) &
}

# Adds the groups up; build/test/times.txt has their seconds over all calls, the slowest first.
collect() {
    local name p f s seconds
    wait
    for name in "${groups[@]}"; do
        if read -r p f s seconds <"$logs/$name.group"; then
            passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
            printf '%s %s\n' "$seconds" "$name"
        else
            failed=$((failed + 1))
            echo "FAIL $name ended without its counts" >&2
        fi
    done >>"$build/test/times.txt"
    sort -rn -o "$build/test/times.txt" "$build/test/times.txt"
    groups=()
}

# Tests for every board: unit tests, the board's own code, a library without undefined symbols.
board_tests() { # BOARD
    local board=$1 folder=$build/$1 unit cross images
    read -r -a images < <(boards/variable "$board" TEST_IMAGES)
    cross=$(boards/variable "$board" CROSS)
    build "${images[@]/#/$folder/}" "$folder/selftest.elf" || { result 1 "$board does not build"; return; }
    for unit in "${images[@]}"; do
        image "unit $board $unit" tests/emulators/run -t 200 "$board" "$folder/$unit"
    done
    counted "board code $board" env BUILD="$build" tests/boards/run_selftest "$board"
    counted "library $board" tests/symbols "$cross" "$folder/libpelt.a"
}

# The boards of a list that this run tests.
chosen() { # BOARD...
    local board
    for board in "$@"; do
        [[ " $TEST_BOARDS " != *" $board "* ]] || printf '%s ' "$board"
    done
}

# Pictures a second that the tool promises, beside those of the ROMs; its showcases must be built.
verdict() { # BOARD...
    local board files=("$build/host/cycles.so")
    for board in "$@"; do
        files+=("$build/$board/counts.elf")
    done
    build "${files[@]}" || result 1 "what the verdict needs does not build"
    counted "verdict" tests/verdict check "$build" "$shared" "$@"
}
