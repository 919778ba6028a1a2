// SPDX-License-Identifier: MIT
// The machine's file system, for wasi.mjs.
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, renameSync, statSync,
  unlinkSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { CHARACTERS, FILE, FOLDER } from "./wasi.mjs";

const STANDARD = ["/dev/stdin", "/dev/stdout", "/dev/stderr"]; // which are not opened anew
const WAIT_MS = 10;

// The module sees drives as folders of "/". A drive's name after a folder starts the path anew, and a
// path without one is on the current drive.
function real(path) {
  const drive = process.platform === "win32" ? path.search(/[A-Za-z]:[\\/](?!.*[A-Za-z]:[\\/])/) : 0;
  return path.slice(Math.max(drive, 0));
}

function told(status) {
  const kind = status.isFile() ? FILE : status.isDirectory() ? FOLDER
    : status.isCharacterDevice() ? CHARACTERS : 0;
  return { device: status.dev, number: status.ino, kind, size: status.size };
}

// Node opens a pipe to another node process in a mode in which calls fail instead of waiting.
function patiently(act) {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}

export const disk = {
  open(path, { create, exclusive, truncate, follow, read, write }) {
    const standard = STANDARD.indexOf(path);
    const flag = (name, wanted) => wanted ? constants[name] ?? 0 : 0; // Windows lacks some
    const flags = flag("O_RDWR", read && write) | flag("O_WRONLY", !read && write) | flag("O_CREAT", create) |
      flag("O_EXCL", exclusive) | flag("O_TRUNC", truncate) | flag("O_NOFOLLOW", !follow) | flag("O_NOCTTY", true);
    const fd = standard >= 0 ? standard : openSync(real(path), flags);
    return {
      standard: standard >= 0,
      terminal: isatty(fd),
      stat: () => told(fstatSync(fd, { bigint: true })),
      read: (to, at) => patiently(() => readSync(fd, to, 0, to.length, at)),
      write: (from, at) => patiently(() => writeSync(fd, from, 0, from.length, at)),
      close: () => standard >= 0 || closeSync(fd),
    };
  },
  stat: (path, follow) => told((follow ? statSync : lstatSync)(real(path), { bigint: true })),
  readlink: (path) => readlinkSync(real(path)),
  rename: (from, to) => renameSync(real(from), real(to)),
  unlink: (path) => unlinkSync(real(path)),
};
