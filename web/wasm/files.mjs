// SPDX-License-Identifier: MIT
// Files in memory, and as much of WASI (preview 1) as the tool needs over them. One table of
// descriptors belongs to one instance.

const ERRNO = { badf: 8, exist: 20, inval: 28, isdir: 31, noent: 44, nosys: 52, notdir: 54,
  notempty: 55 };
const CHARACTERS = 2, FOLDER = 3, FILE = 4;
const CREATE = 1, MUST_BE_FOLDER = 2, EXCLUSIVE = 4, TRUNCATE = 8;
const APPEND = 1;
const ROOT = 3; // the descriptor of the only folder that is open from the start

export class Exit extends Error {
  constructor(status) {
    super(`exit ${status}`);
    this.status = status;
  }
}

// "/a/./b//../c" to "a/c", "" is the root.
export const normalise = (path) => path.split("/").reduce((parts, part) => {
  if (part === "..") parts.pop();
  else if (part !== "" && part !== ".") parts.push(part);
  return parts;
}, []).join("/");

export class Files {
  #number = 0;
  #nodes = new Map();

  // files: { name: Uint8Array or text }. find(path): what lies outside of them, such as on a disk:
  // a Uint8Array, "folder" or undefined.
  constructor(files = {}, find = () => undefined) {
    this.find = find;
    this.#nodes.set("", this.#node(FOLDER));
    for (const name of ["stdin", "stdout", "stderr"])
      this.#nodes.set(`dev/${name}`, this.#node(CHARACTERS));
    this.#nodes.set("dev", this.#node(FOLDER));
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  #node(kind, bytes = new Uint8Array()) {
    return { kind, bytes, size: bytes.length, number: ++this.#number, isNew: false };
  }

  write(name, content) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const path = normalise(name);
    for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1))
      if (!this.#nodes.has(path.slice(0, at))) this.#nodes.set(path.slice(0, at), this.#node(FOLDER));
    this.#nodes.set(path, this.#node(FILE, bytes));
  }

  get(path) {
    let node = this.#nodes.get(path);
    if (node === undefined) {
      const found = this.find(path);
      if (found !== undefined)
        this.#nodes.set(path, node = found === "folder" ? this.#node(FOLDER) : this.#node(FILE, found));
    }
    return node;
  }

  create(path) {
    const folder = this.get(path.slice(0, Math.max(path.lastIndexOf("/"), 0)));
    if (folder === undefined || folder.kind !== FOLDER) return undefined;
    const node = this.#node(FILE);
    node.isNew = true;
    this.#nodes.set(path, node);
    return node;
  }

  rename(from, to) {
    this.#nodes.set(to, this.#nodes.get(from));
    this.#nodes.delete(from);
  }

  remove(path) {
    this.#nodes.delete(path);
  }

  // What the tool has written: { path: Uint8Array }.
  written() {
    const out = {};
    for (const [path, node] of this.#nodes)
      if (node.kind === FILE && node.isNew) out[path] = node.bytes.slice(0, node.size);
    return out;
  }

  bytes(path) {
    const node = this.#nodes.get(normalise(path));
    return node?.kind === FILE ? node.bytes.slice(0, node.size) : undefined;
  }
}

function put(node, at, piece) {
  const end = at + piece.length;
  if (end > node.bytes.length) {
    const larger = new Uint8Array(Math.max(end, 2 * node.bytes.length));
    larger.set(node.bytes.subarray(0, node.size));
    node.bytes = larger;
  }
  node.bytes.set(piece, at);
  node.size = Math.max(node.size, end);
}

// The imports of an instance; memory() is its memory once there is one, text[1] and text[2] what it
// said.
export function wasi(files, memory) {
  const said = { 1: [], 2: [] };
  const open = [0, 1, 2].map((n) => ({ node: files.get(`dev/${["stdin", "stdout", "stderr"][n]}`),
    to: n, at: 0 }));
  open.push({ node: files.get(""), path: "", at: 0 });
  const bytes = () => new Uint8Array(memory().buffer); // anew each time: it moves when it grows
  const view = () => new DataView(memory().buffer);
  const word = (at, value) => view().setUint32(at, value, true);
  const long = (at, value) => view().setBigUint64(at, BigInt(value), true);
  const string = (at, length) => new TextDecoder().decode(bytes().slice(at, at + length));
  const pathOf = (fd, at, length) => normalise(`${open[fd]?.path ?? ""}/${string(at, length)}`);

  const stat = (node, at) => {
    bytes().fill(0, at, at + 64);
    long(at, 1);
    long(at + 8, node.number);
    view().setUint8(at + 16, node.kind);
    long(at + 24, 1);
    long(at + 32, node.size);
    return 0;
  };
  const each = (list, count, what) => {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const done = what(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true));
      sum += done;
    }
    return sum;
  };

  const calls = {
    fd_prestat_get(fd, at) {
      if (fd !== ROOT) return ERRNO.badf;
      word(at, 0);
      word(at + 4, 1);
      return 0;
    },
    fd_prestat_dir_name(fd, at) {
      bytes()[at] = 0x2f; // "/"
      return 0;
    },
    fd_fdstat_get(fd, at) {
      if (!open[fd]) return ERRNO.badf;
      bytes().fill(0, at, at + 24);
      view().setUint8(at, open[fd].node.kind);
      bytes().fill(0xff, at + 8, at + 24); // rights
      return 0;
    },
    fd_fdstat_set_flags: () => 0,
    fd_filestat_get: (fd, at) => open[fd] ? stat(open[fd].node, at) : ERRNO.badf,
    path_filestat_get(fd, flags, path, length, at) {
      const node = files.get(pathOf(fd, path, length));
      return node ? stat(node, at) : ERRNO.noent;
    },
    path_open(fd, how, at, length, wants, rights, inherited, flags, out) {
      const path = pathOf(fd, at, length);
      let node = files.get(path);
      if (node && wants & CREATE && wants & EXCLUSIVE) return ERRNO.exist;
      if (!node && !(wants & CREATE)) return ERRNO.noent;
      node ??= files.create(path);
      if (!node) return ERRNO.noent;
      if (wants & MUST_BE_FOLDER && node.kind !== FOLDER) return ERRNO.notdir;
      if (wants & TRUNCATE && node.kind === FOLDER) return ERRNO.isdir;
      if (wants & TRUNCATE) Object.assign(node, { bytes: new Uint8Array(), size: 0, isNew: true });
      const to = ["dev/stdin", "dev/stdout", "dev/stderr"].indexOf(path);
      word(out, open.push({ node, path, to: to < 0 ? undefined : to, at: 0, flags }) - 1);
      return 0;
    },
    path_readlink: () => ERRNO.inval, // no links
    path_rename(from, a, aLength, to, b, bLength) {
      const path = pathOf(from, a, aLength);
      if (!files.get(path)) return ERRNO.noent;
      files.rename(path, pathOf(to, b, bLength));
      return 0;
    },
    path_unlink_file(fd, at, length) {
      const path = pathOf(fd, at, length), node = files.get(path);
      if (!node) return ERRNO.noent;
      if (node.kind === FOLDER) return ERRNO.isdir;
      files.remove(path);
      return 0;
    },
    path_remove_directory: () => ERRNO.notempty,
    fd_read(fd, list, count, out) {
      const file = open[fd];
      if (!file) return ERRNO.badf;
      if (file.node.kind === FOLDER) return ERRNO.isdir;
      word(out, each(list, count, (at, length) => {
        const piece = file.node.bytes.subarray(file.at, Math.min(file.at + length, file.node.size));
        bytes().set(piece, at);
        file.at += piece.length;
        return piece.length;
      }));
      return 0;
    },
    fd_write(fd, list, count, out) {
      const file = open[fd];
      if (!file) return ERRNO.badf;
      word(out, each(list, count, (at, length) => {
        const piece = bytes().slice(at, at + length);
        if (file.to !== undefined) {
          (said[file.to] ??= []).push(piece);
        } else {
          if (file.flags & APPEND) file.at = file.node.size;
          put(file.node, file.at, piece);
          file.at += length;
        }
        return length;
      }));
      return 0;
    },
    fd_seek(fd, offset, whence, out) {
      const file = open[fd];
      if (!file || file.to !== undefined) return file ? 70 : ERRNO.badf; // 70: no seeking
      const from = [0, file.at, file.node.size][whence];
      if (from + Number(offset) < 0) return ERRNO.inval;
      file.at = from + Number(offset);
      long(out, file.at);
      return 0;
    },
    fd_close(fd) {
      if (!open[fd]) return ERRNO.badf;
      open[fd] = undefined;
      return 0;
    },
    fd_renumber(from, to) {
      if (!open[from]) return ERRNO.badf;
      open[to] = open[from];
      open[from] = undefined;
      return 0;
    },
    // A clock that stands still, and the same seeds: results depend on neither.
    clock_time_get(id, precision, at) {
      long(at, 0);
      return 0;
    },
    random_get(at, length) {
      bytes().fill(1, at, at + length);
      return 0;
    },
    environ_sizes_get(count, size) {
      word(count, 0);
      word(size, 0);
      return 0;
    },
    environ_get: () => 0,
    proc_exit(status) {
      throw new Exit(status);
    },
  };
  const text = (n) => {
    const decoder = new TextDecoder();
    return said[n].map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
  };
  const raw = (n) => {
    const all = new Uint8Array(said[n].reduce((sum, piece) => sum + piece.length, 0));
    said[n].reduce((at, piece) => (all.set(piece, at), at + piece.length), 0);
    return all;
  };
  return { imports: new Proxy(calls, { get: (all, name) => all[name] ?? (() => ERRNO.nosys) }),
    text, raw };
}
