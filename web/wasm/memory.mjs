// SPDX-License-Identifier: MIT
// A file system in memory, for wasi.mjs: it has no links, and folders only as parts of file names.
import { CHARACTERS, failure, FILE, FOLDER } from "./wasi.mjs";

// Turns "/a/./b//../c" into "a/c"; "" is the root.
const normalise = (path) => path.split("/").reduce((parts, part) => {
  if (part === "..") parts.pop();
  else if (part !== "" && part !== ".") parts.push(part);
  return parts;
}, []).join("/");
const folderOf = (path) => path.slice(0, Math.max(path.lastIndexOf("/"), 0));

let number = 0;

class Node {
  constructor(kind, bytes = new Uint8Array()) {
    Object.assign(this, { kind, bytes, size: bytes.length, number: ++number, isNew: false });
  }

  stat() {
    return { device: 1, number: this.number, kind: this.kind, size: this.size };
  }

  read(to, at) {
    if (this.kind === FOLDER) throw failure("EISDIR");
    if (this.kind !== FILE) return 0;
    const piece = this.bytes.subarray(at, Math.min(at + to.length, this.size));
    to.set(piece);
    return piece.length;
  }

  // at: null to append.
  write(piece, at) {
    at ??= this.size;
    const end = at + piece.length;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.bytes.length));
      larger.set(this.bytes.subarray(0, this.size));
      this.bytes = larger;
    }
    this.bytes.set(piece, at);
    this.size = Math.max(this.size, end);
    return piece.length;
  }

  content() {
    return this.bytes.slice(0, this.size);
  }
}

export class Memory {
  #nodes = new Map([["", new Node(FOLDER)], ["dev", new Node(FOLDER)]]);

  // files: { name: Uint8Array, ArrayBuffer or text }. told(percent): gets the tool's progress, which it then
  // writes to stderr as to a terminal.
  constructor(files = {}, told = undefined) {
    for (const name of ["stdin", "stdout", "stderr"])
      this.#nodes.set(`dev/${name}`, new Node(CHARACTERS));
    if (told) this.#listen(this.#nodes.get("dev/stderr"), told);
    for (const [name, content] of Object.entries(files)) {
      const path = normalise(name);
      for (let at = folderOf(path); !this.#nodes.has(at); at = folderOf(at))
        this.#nodes.set(at, new Node(FOLDER));
      this.#nodes.set(path, new Node(FILE, typeof content === "string" ? new TextEncoder().encode(content)
        : ArrayBuffer.isView(content) ? content : new Uint8Array(content)));
    }
  }

  #listen(node, told) {
    let line = "";
    node.terminal = true;
    node.write = (piece) => {
      line = (line + new TextDecoder().decode(piece)).slice(-200);
      const [, percent] = /(\d+) % *$/.exec(line) ?? [];
      if (percent !== undefined) told(Number(percent));
      return Node.prototype.write.call(node, piece, null);
    };
  }

  #get(path) {
    const node = this.#nodes.get(normalise(path));
    if (node === undefined) throw failure("ENOENT");
    return node;
  }

  open(path, { create, exclusive, truncate }) {
    const name = normalise(path);
    if (create && !this.#nodes.has(name)) {
      if (this.#get(folderOf(name)).kind !== FOLDER) throw failure("ENOTDIR");
      this.#nodes.set(name, Object.assign(new Node(FILE), { isNew: true }));
    } else if (create && exclusive) {
      throw failure("EEXIST");
    }
    const node = this.#get(name);
    if (truncate && node.kind === FILE)
      Object.assign(node, { bytes: new Uint8Array(), size: 0, isNew: true });
    return node;
  }

  stat(path) {
    return this.#get(path).stat();
  }

  readlink() {
    throw failure("EINVAL"); // no links
  }

  rename(from, to) {
    const node = this.#get(from);
    this.#nodes.delete(normalise(from));
    this.#nodes.set(normalise(to), node);
  }

  unlink(path) {
    this.#nodes.delete(normalise(path));
  }

  // The tool's output on "stdout" or "stderr".
  said(name) {
    return this.#get(`dev/${name}`).content();
  }

  // What a terminal shows of stderr in the end, without the lines of progress.
  shown() {
    return new TextDecoder().decode(this.said("stderr")).split("\n")
      .map((line) => line.slice(line.lastIndexOf("\r") + 1)).join("\n");
  }

  // The files that the tool has written: { path: Uint8Array }, without a prototype, as a path may
  // be any word.
  written() {
    const out = Object.create(null);
    for (const [path, node] of this.#nodes)
      if (node.kind === FILE && node.isNew) out[path] = node.content();
    return out;
  }
}
