# SPDX-License-Identifier: MIT
# Shared by tests/run and tests/run_extra: building, running, counting. Sourced from the root.

build=${BUILD:-build}
logs=$build/test/logs
passed=0
failed=0
skipped=0
mkdir -p "$logs"

# A second make with rules for the tests; not part of the one that called.
build() { # TARGET... [VARIABLE=VALUE...]
    env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -s --no-print-directory -j"$(nproc)" \
        BUILD="$build" "$@" >"$logs/make.txt" 2>&1 ||
        { tail -n 20 "$logs/make.txt"; return 1; }
}

result() { # STATUS NAME
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $2"
    fi
}

# A program whose last line is "N passed, M failed": adds its counts; anything else is one failure.
counted() { # NAME COMMAND...
    local name=$1 log=$logs/${1//[ \/]/-}.txt status last
    shift
    "$@" >"$log" 2>&1
    status=$?
    last=$(tail -n 1 "$log")
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
        if [ "$status" -ne 0 ]; then
            grep '^FAIL' "$log"
            [ "$last" != "${last% 0 failed}" ] && result 1 "$name: exit status $status"
        fi
    else
        tail -n 5 "$log"
        result 1 "$name: no result"
    fi
    echo "$name: $last"
}

# A test image, here or on a board: its PASS line, status 0, and the golden value.
image() { # NAME COMMAND...
    local name=$1 log=$logs/${1//[ \/]/-}.txt
    shift
    if "$@" >"$log" 2>&1 && grep -q '^PASS' "$log"; then
        if grep '^golden' "$log" | diff - tests/data/golden.txt >"$log.diff"; then
            result 0 "$name"
        else
            cat "$log.diff"
            result 1 "$name: golden value"
        fi
    else
        grep -v '^ok' "$log" | tail -n 20
        result 1 "$name"
    fi
    echo "$name: $(tail -n 1 "$log")"
}

summary() {
    local text="$passed passed, $failed failed"
    [ "$skipped" -eq 0 ] || text+=", $skipped skipped"
    echo "$text"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
