# SPDX-License-Identifier: MIT
"""Runs a program in a screen of its own, an Xvfb of the program's size, until it shows given pixels:

  window.py PIXELS WIDTH HEIGHT SHOT.ppm KEYS PROGRAM ARGUMENT...

PIXELS is a file of little-endian RGB565. Then presses KEYS ("2 space"; "" for none): the picture must
change with each moment from then on, and escape must end the program with status 0."""
import ctypes
import os
import struct
import subprocess
import sys
import tempfile
import time

expected, width, height, shot, keys, *program = sys.argv[1:]
width, height = int(width), int(height)


def screen(folder):
    """The screen as RGB565, and as bytes of RGB; Xvfb keeps an xwd file there."""
    with open(f"{folder}/Xvfb_screen0", "rb") as file:
        data = file.read()
    head = struct.unpack(">25I", data[:100])
    assert (head[4], head[5], head[11], head[12]) == (width, height, 32, 4 * width), head
    data = data[head[0] + 12 * head[19]:][:4 * width * height]
    b, g, r = data[0::4], data[1::4], data[2::4]
    words = struct.pack(f"<{width * height}H",
                        *((x >> 3) << 11 | (y >> 2) << 5 | z >> 3 for x, y, z in zip(r, g, b)))
    return words, bytes(v for pixel in zip(r, g, b) for v in pixel)


def wait(what, is_so):
    for _ in range(100):
        if is_so():
            return
        time.sleep(0.1)
    sys.exit(f"window: {what}")


with tempfile.TemporaryDirectory() as folder, open(expected, "rb") as file:
    pixels = file.read()
    numbers, told = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(told), "-nolisten", "tcp", "-fbdir", folder,
                               "-screen", "0", f"{width}x{height}x24"], pass_fds=[told],
                              stderr=subprocess.DEVNULL)
    display = ":" + os.read(numbers, 16).decode().strip()
    # Pictures by the processor, shown by X11 as they are.
    of_x11 = {"DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_RENDER_DRIVER": "software"}
    child = subprocess.Popen(program, env=os.environ | of_x11)
    try:
        wait("other pixels, or none", lambda: screen(folder)[0] == pixels)
        with open(shot, "wb") as out:
            out.write(b"P6 %d %d 255\n" % (width, height) + screen(folder)[1])
        if not keys:
            sys.exit()
        x11, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        opened = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))

        def press(key):
            code = x11.XKeysymToKeycode(opened, x11.XStringToKeysym(key.encode()))
            for down in 1, 0:
                test.XTestFakeKeyEvent(opened, code, down, 0)
            x11.XSync(opened, 0)

        for key in keys.split():
            press(key)
        wait("keys change nothing", lambda: screen(folder)[0] != pixels)
        seen = screen(folder)[0]
        wait("the picture stands", lambda: screen(folder)[0] != seen)
        press("Escape")
        assert child.wait(10) == 0
    finally:
        child.kill()
        server.terminate()
        server.wait()
