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

never() { # NAME COMMAND...: the command must fail
    ! "${@:2}"
    result $? "$1"
}

# Names a test that this machine cannot run. CI accepts these skips, and no others.
lacks() { # NAME REASON
    skipped=$((skipped + 1))
    echo "LACKS $1: $2"
}

nothing() { # FOUND NAME: nothing must be found
    [ -z "$1" ]
    result $? "$2${1:+: }${1//$'\n'/ }"
}

summary() {
    local text="$passed passed, $failed failed"
    [ "$skipped" -eq 0 ] || text+=", $skipped skipped"
    echo "$text"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
