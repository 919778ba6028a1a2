// SPDX-License-Identifier: MIT
// pelt in node and bundlers: the tool as WebAssembly, on bytes in memory. index.d.ts has the types.
import { load } from "./pelt.mjs";

const USAGE = 2; // an exit status
let module; // a promise, made once

async function moduleBytes() {
  const at = new URL("./pelt.wasm", import.meta.url);
  if (at.protocol === "file:") return (await import("node:fs/promises")).readFile(at);
  return new Uint8Array(await (await fetch(at)).arrayBuffer());
}

export const tool = () => module ??= moduleBytes().then(load);
export const run = async (args, files) => (await tool()).run(args, files);

// Options are the command's, without their dashes: { precision: "lean", pack: true, clips: ["a"] },
// and in camelCase: { maxPalette: 24 }. A list becomes several names, or the option several times.
const NAMES = ["clips", "meshes", "socket", "clipsFrom"];
function flags(options) {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === false) return [];
    const flag = `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;
    if (value === true) return [flag];
    if (!Array.isArray(value)) return [flag, String(value)];
    if (NAMES.includes(name)) return [flag, value.map((one) => String(one).replaceAll(",", "\\,")).join(",")];
    return value.flatMap((one) => [flag, String(one)]);
  });
}

export class PeltError extends Error {
  constructor(message, status) {
    super(message);
    this.name = "PeltError";
    this.status = status;
  }
}

// The files in `files` lie beside the model, which is named `name`: a .gltf and options refer to them.
export async function bake(bytes, { name = "model.glb", files = {}, ...options } = {}) {
  const c = options.c ?? "model", inputs = { "out/.keep": "", [`model/${name}`]: bytes };
  for (const [beside, content] of Object.entries(files)) inputs[`model/${beside}`] = content;
  const model = /^[-/]/.test(name) ? `./${name}` : String(name);
  const out = await (await tool()).run(["bake", model, "-o", "/out/model.pelt", "--json",
    ...flags({ ...options, c })], inputs, undefined, "/model");
  const messages = out.stderr.split("\n").filter((line) => line !== "");
  const blob = out.files["out/model.pelt"];
  if (out.status !== 0) throw new PeltError(messages.join("\n"), out.status);
  if (blob === undefined) throw new PeltError("pelt: these options bake nothing", USAGE);
  const text = (path) => new TextDecoder().decode(out.files[path]);
  return { blob, c: text(`out/${c}.c`), h: text(`out/${c}.h`),
    report: JSON.parse(out.stdout), messages };
}
