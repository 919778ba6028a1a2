#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests that bake and verify show their progress on terminals only, after a second, and remove it at the end.
set -u
. tests/host/cli_lib.sh

cat >"$work/terminal.py" <<'END'
import contextlib, json, os, pty, subprocess, sys, time

def run(words):
    """Returns the seconds that a command takes, and its stderr on a terminal."""
    main, terminal = pty.openpty()
    begin, text = time.monotonic(), b""
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=terminal)
    os.close(terminal)
    with contextlib.suppress(OSError): # the terminal's end
        while more := os.read(main, 4096):
            text += more
    assert child.wait() == 0, text
    return time.monotonic() - begin, text

def shown(text):
    """Returns what a terminal shows in the last line when all is done."""
    line, at = {}, 0
    for c in text.decode():
        if c == "\n":
            line = {}
        at = 0 if c in "\r\n" else at + 1
        if c not in "\r\n":
            line[at] = c
    return "".join(line.values()).strip()

pelt, tiny, work, command = sys.argv[1:]
assert b"%" not in run([pelt, "dump", tiny])[1]
size = 4000
while True:
    if command == "verify":
        words = [pelt, "verify", tiny, "--precision", "q16", "--samples", str(size)]
    else:
        asset = json.load(open(tiny))
        asset["animations"] = [asset["animations"][1]] * (size // 20)
        json.dump(asset, open(work + "/many.gltf", "w"))
        words = [pelt, "bake", work + "/many.gltf", "-o", work + "/many.pelt"]
    took, text = run(words)
    if took < 0.9:
        assert b"%" not in text, text
    if took > 2:
        break
    size = int(size * min(16, max(1.5, 2.5 / took)))
steps = [int(s.split()[-2]) for s in text.decode().split("\r") if s.strip().endswith("%")]
assert steps and all(0 <= s <= 100 for s in steps), text
assert shown(text) == "", text
assert subprocess.run(words, capture_output=True).stderr.count(b"\r") == 0
END
if python3 -c 'import pty; pty.openpty()' 2>/dev/null; then
    python3 "$work/terminal.py" "$pelt" $tiny "$work" bake 2>"$work/bake_err" &
    that "progress of verify" python3 "$work/terminal.py" "$pelt" $tiny "$work" verify 2>"$work/err"
    wait $!
    status=$?
    cp "$work/bake_err" "$work/err"
    check $status "progress of bake"
else
    lacks "progress on a terminal" "this machine has no pseudo-terminals"
fi
