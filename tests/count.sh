# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Counts the results of tests and names those that failed. Test scripts source it from the root.

passed=0
failed=0
skipped=0

result() { # STATUS NAME
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $2"
        [ ! -s "${complaints-}" ] || tail -n 3 "$complaints" # of the last command
    fi
}

that() { # NAME COMMAND...: the command must succeed
    "${@:2}"
    result $? "$1"
}

never() { # NAME COMMAND...: its exit status is 1, with which it denies; more is trouble
    "${@:2}"
    [ $? -eq 1 ]
    result $? "$1"
}

# Names a test that this machine cannot run. CI accepts these skips, and no others.
lacks() { # NAME REASON
    skipped=$((skipped + 1))
    echo "LACKS $1: $2"
}

# grep, for which to find nothing is no failure.
lines() { # ARGUMENT...
    grep "$@" || [ $? -eq 1 ]
}

nothing() { # NAME COMMAND...: the command prints nothing, and nothing in it fails, in no part of a pipe
    local found status
    found=$(shopt -so errexit pipefail; "${@:2}")
    status=$?
    [ "$status" -eq 0 ] && [ -z "$found" ]
    result $? "$1${found:+: }${found//$'\n'/ } (exit status $status)"
}

finds() { # NAME PATTERN COMMAND...: what the command prints has a part like this
    local found
    found=$("${@:3}")
    # shellcheck disable=SC2053
    [[ $found == *$2* ]]
    result $? "$1 is not found, but: ${found:0:500}"
}

summary() {
    local text="$passed passed, $failed failed"
    [ "$skipped" -eq 0 ] || text+=", $skipped skipped"
    echo "$text"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
