// SPDX-License-Identifier: MIT
// pelt.wasm in node and in pages: the whole tool, run on files in memory.
//
//   const pelt = await load(bytes);                       // of pelt.wasm
//   const { status, stdout, stderr, files } = await pelt.run(["bake", "fox.glb", "-o", "fox.pelt"],
//                                                            { "fox.glb": glb });
//
// status, stdout and stderr are the native tool's; files is what was written.
import { Exit, Files, wasi } from "./files.mjs";

const BROKEN = 1; // the status where an instance stops: no memory or no stack is left

export async function load(bytes) {
  const module = await WebAssembly.compile(bytes);

  // An instance with its files, which lives on: what a page plays from.
  async function start(files) {
    let exports;
    const system = wasi(files, () => exports.memory);
    const { exports: own } = await WebAssembly.instantiate(module,
      { wasi_snapshot_preview1: system.imports });
    exports = own;
    exports._initialize();
    const put = (piece) => {
      const at = exports.allocate(piece.length);
      if (at === 0) throw new Error("no memory");
      new Uint8Array(exports.memory.buffer).set(piece, at);
      return at;
    };
    // argc and argv, as C has them.
    const words = (args) => {
      const places = args.map((text) => put(new TextEncoder().encode(`${text}\0`)));
      return [args.length, put(new Uint8Array(new Uint32Array([...places, 0]).buffer))];
    };
    return { exports, system, put, words };
  }

  // find: see Files; folder: where names begin that do not begin with a slash.
  async function run(args, files = {}, { find, folder } = {}) {
    const disk = new Files(files, find);
    const { exports, system, put, words } = await start(disk);
    if (folder) exports.enter(put(new TextEncoder().encode(`${folder}\0`)));
    let status, broken = "";
    try {
      status = exports.run(...words(["pelt", ...args]));
    } catch (error) {
      status = error instanceof Exit ? error.status : BROKEN;
      if (!(error instanceof Exit))
        broken = `pelt: ${args[1] ?? args[0]}: too large for WebAssembly's memory or stack ` +
          `(${error.message}), use the native tool\n`;
    }
    return { status, stdout: system.text(1), stderr: system.text(2) + broken,
      output: system.raw(1), files: disk.written() };
  }

  return { run, start };
}
