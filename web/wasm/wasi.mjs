// SPDX-License-Identifier: MIT
// The part of WASI (preview 1) that the tool uses, over a file system: memory.mjs, or in npm's
// package disk.mjs. A file system has open, stat, readlink, rename and unlink, which throw errors
// with a `code`. Each instance has its own table of descriptors.

const ERRNO = { EACCES: 2, EBADF: 8, EBUSY: 10, EDQUOT: 19, EEXIST: 20, EFBIG: 22, EINVAL: 28, EIO: 29,
  EISDIR: 31, ELOOP: 32, EMFILE: 33, ENAMETOOLONG: 37, ENOENT: 44, ENOMEM: 48, ENOSPC: 51, ENOSYS: 52,
  ENOTDIR: 54, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70 };
export const CHARACTERS = 2, FOLDER = 3, FILE = 4; // kinds of files; 0 is any other
const ROOT = 3; // the descriptor of the only folder that is open from the start
const FOLLOW = 1, READ = 2n, WRITE = 64n;

export class Exit extends Error {
  constructor(status) {
    super(`exit ${status}`);
    this.status = status;
  }
}

export const failure = (code) => Object.assign(new Error(code), { code });

// The imports of an instance; memory() is its memory once there is one.
export function wasi(fs, memory) {
  const opened = (file) => ({ file, at: 0, seeks: !file.standard && file.stat().kind === FILE });
  const open = ["stdin", "stdout", "stderr"].map((name) => opened(fs.open(`/dev/${name}`, {})));
  open.push({ file: { stat: () => fs.stat("/", true) } });
  const bytes = () => new Uint8Array(memory().buffer); // anew each time, as it moves
  const view = () => new DataView(memory().buffer);
  const word = (at, value) => view().setUint32(at, value, true);
  const long = (at, value) => view().setBigUint64(at, BigInt(value), true);
  const text = (at, length) => new TextDecoder().decode(bytes().slice(at, at + length));
  const path = (at, length) => `/${text(at, length)}`;
  const of = (fd) => {
    if (open[fd] === undefined) throw failure("EBADF");
    return open[fd];
  };

  function putStat(at, { device, number, kind, size }) {
    bytes().fill(0, at, at + 64);
    long(at, device);
    long(at + 8, number);
    view().setUint8(at + 16, kind);
    long(at + 24, 1);
    long(at + 32, size);
  }

  // Passes pieces of memory to `take` until it takes less than a whole one; writes the sum to
  // `out`.
  function each(to, list, count, out, take) {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const at = view().getUint32(list + 8 * i, true), length = view().getUint32(list + 8 * i + 4, true);
      const done = take(bytes().subarray(at, at + length), to.seeks ? to.at : null);
      to.at += done;
      sum += done;
      if (done < length) break;
    }
    word(out, sum);
  }

  const calls = {
    fd_prestat_get(fd, at) {
      if (fd !== ROOT) throw failure("EBADF");
      word(at, 0);
      word(at + 4, 1);
    },
    fd_prestat_dir_name: (fd, at) => void (bytes()[at] = 0x2f), // "/"
    fd_fdstat_get(fd, at) {
      const { file } = of(fd);
      bytes().fill(0, at, at + 24);
      view().setUint8(at, file.stat().kind);
      bytes().fill(0xff, at + 8, at + 24); // rights
      if (file.terminal) view().setUint8(at + 8, 0xff & ~0x24); // how libc recognises a terminal
    },
    fd_fdstat_set_flags() {},
    fd_filestat_get: (fd, at) => putStat(at, of(fd).file.stat()),
    path_filestat_get: (fd, how, at, length, out) => putStat(out, fs.stat(path(at, length), how & FOLLOW)),
    path_open(fd, how, at, length, wants, rights, inherited, flags, out) {
      const file = fs.open(path(at, length), { create: wants & 1, exclusive: wants & 4, truncate: wants & 8,
        follow: how & FOLLOW, read: rights & READ, write: rights & WRITE });
      word(out, open.push(opened(file)) - 1);
    },
    path_readlink(fd, at, length, to, room, out) {
      const target = new TextEncoder().encode(fs.readlink(path(at, length))).subarray(0, room);
      bytes().set(target, to);
      word(out, target.length);
    },
    path_rename: (fd, a, aLength, to, b, bLength) => fs.rename(path(a, aLength), path(b, bLength)),
    path_unlink_file: (fd, at, length) => fs.unlink(path(at, length)),
    fd_read: (fd, list, count, out) => each(of(fd), list, count, out, (to, at) => of(fd).file.read(to, at)),
    fd_write: (fd, list, count, out) => each(of(fd), list, count, out,
      (from, at) => of(fd).file.write(from, at)),
    fd_seek(fd, offset, whence, out) {
      const to = of(fd);
      if (!to.seeks) throw failure("ESPIPE");
      const at = Number(offset) + (whence === 0 ? 0 : whence === 1 ? to.at : Number(to.file.stat().size));
      if (at < 0) throw failure("EINVAL");
      long(out, to.at = at);
    },
    fd_close(fd) {
      of(fd).file.close?.();
      open[fd] = undefined;
    },
    fd_renumber(from, to) {
      open[to] = of(from);
      open[from] = undefined;
    },
    clock_time_get: (id, precision, at) => long(at, Math.round(performance.now() * 1e6)),
    random_get: (at, length) => void crypto.getRandomValues(bytes().subarray(at, at + length)),
    environ_sizes_get(count, size) {
      word(count, 0);
      word(size, 0);
    },
    environ_get() {},
    proc_exit(status) {
      throw new Exit(status);
    },
  };
  const checked = (call) => (...given) => {
    try {
      call(...given);
      return 0;
    } catch (error) {
      if (error.code === undefined) throw error;
      return ERRNO[error.code] ?? ERRNO.EIO;
    }
  };
  return new Proxy(calls, { get: (all, name) => name in all ? checked(all[name]) : () => ERRNO.ENOSYS });
}
