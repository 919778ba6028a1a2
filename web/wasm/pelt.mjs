// SPDX-License-Identifier: MIT
// pelt.wasm in node and in pages: the whole tool, run on files in memory.
//
//   const pelt = await load(bytes);                       // of pelt.wasm
//   const { status, stdout, stderr, files } = await pelt.run(["bake", "fox.glb", "-o", "fox.pelt"],
//                                                            { "fox.glb": glb });
//
// status, stdout and stderr are the native tool's; files has the files that it wrote.
import { Memory } from "./memory.mjs";
import { Exit, wasi } from "./wasi.mjs";

const BROKEN = 1; // the status of an instance that runs out of memory or stack

// bytes: of pelt.wasm, or compiled already.
export async function load(bytes) {
  const module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);

  // An instance with its file system that stays alive: a page plays from it.
  async function start(fs) {
    let exports;
    const imports = wasi(fs, () => exports.memory);
    ({ exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports }));
    exports._initialize();
    const put = (piece) => {
      const at = exports.allocate(piece.length);
      if (at === 0) throw new RangeError("no memory");
      new Uint8Array(exports.memory.buffer).set(piece, at);
      return at;
    };
    const string = (text) => put(new TextEncoder().encode(`${text}\0`));
    const text = (at) => { // of a string
      const bytes = new Uint8Array(exports.memory.buffer);
      return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
    };
    // argc and argv, as C has them.
    const words = (args) =>
      [args.length, put(new Uint8Array(new Uint32Array([...args.map(string), 0]).buffer))];
    return { exports, string, text, words };
  }

  // folder: the start of file names that do not begin with a slash. Returns the exit status.
  async function runOn(fs, args, folder = "/") {
    const { exports, string, words } = await start(fs);
    exports.enter(string(folder));
    try {
      return exports.run(...words(["pelt", ...args]));
    } catch (error) {
      if (error instanceof Exit) return error.status;
      const short = error instanceof WebAssembly.RuntimeError || error instanceof RangeError ||
        error.name === "InternalError"; // Firefox's word for a stack that is too short
      if (!short) throw error;
      fs.open("/dev/stderr", {}).write(new TextEncoder().encode(`pelt: ${args[1] ?? args[0]}: too large ` +
        `(${error.message}), WebAssembly's memory or stack, use the native tool\n`), null);
      return BROKEN;
    }
  }

  // told(percent): called now and then in runs that take more than a second. folder: as of runOn.
  async function run(args, files = {}, told = undefined, folder = "/") {
    const memory = new Memory(files, told);
    const status = await runOn(memory, args, folder), output = memory.said("stdout");
    return { status, stdout: new TextDecoder().decode(output), stderr: memory.shown(), output,
      files: memory.written() };
  }

  return { run, runOn, start };
}
