// SPDX-License-Identifier: MIT
// node npm.mjs NATIVE HERO SWORD, in a folder where npm's package is installed: compares its API
// with the native tool. Last line: N passed, N failed.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { bake, PeltError, run } from "pelt";

const [native, hero, sword] = process.argv.slice(2);
let passed = 0, failed = 0;
const check = (ok, what) => {
  ok ? passed++ : failed++;
  if (!ok) console.log("FAIL npm:", what);
};
const text = (path) => readFileSync(path, "utf8");

const glb = readFileSync(hero);
const baked = await bake(glb, { name: hero.split("/").pop(), precision: "q12", clips: ["idle", "walk"],
  maxPalette: 24, pack: false, c: "fox" });
spawnSync(native, ["bake", hero, "-o", "fox.pelt", "--precision", "q12", "--clips", "idle,walk",
  "--max-palette", "24", "--c", "fox"]);
check(Buffer.compare(baked.blob, readFileSync("fox.pelt")) === 0, "another blob");
check(baked.c === text("fox.c"), "another C source");
check(baked.h === text("fox.h"), "another header");
check(baked.report.bytes === baked.blob.length && baked.messages.length === 0, "report");

// Files beside the asset.
const json = JSON.parse(text(sword));
const bytes = Buffer.from(json.buffers[0].uri.split(",")[1], "base64");
json.buffers[0].uri = "sword.bin";
const gltf = new TextEncoder().encode(JSON.stringify(json));
const whole = await bake(text(sword)), parts = await bake(gltf, { files: { "sword.bin": bytes } });
check(Buffer.compare(whole.blob, parts.blob) === 0, "a file beside it");

// A file that an option names, and a name that is a path and has what a pattern would change.
const events = await bake(glb, { name: "/home/$&.glb", events: "e.json",
  files: { "e.json": '{"walk": [{"name": "step", "time": 0.1}]}' } });
check(/EVENT_STEP/.test(events.h) && events.report.input.endsWith("/home/$&.glb"), "events beside it");

async function refused(what, status, words, ...args) {
  try {
    await bake(...args);
    check(false, `${what} is not refused`);
  } catch (error) {
    check(error instanceof PeltError && error.status === status && error.message.includes(words),
      `${what}: ${error.message}`);
  }
}
await refused("no file beside it", 1, "sword.bin", gltf);
await refused("no model", 1, "neither GLB nor glTF JSON", new Uint8Array(12));
await refused("an option", 2, "unknown option", glb, { nonsense: true });
await refused("help in place of a blob", 2, "bake nothing", glb, { help: true });

// Lists are names with commas, or an option several times.
const chunk = 20 + glb.readUInt32LE(12), sliced = JSON.parse(glb.subarray(20, chunk).toString());
sliced.animations[0].name = "a,b";
sliced.buffers[0].uri = "hero.bin";
const renamed = new TextEncoder().encode(JSON.stringify(sliced));
const listed = await bake(renamed, { files: { "hero.bin": glb.subarray(chunk + 8) }, clips: ["a,b", "walk"] });
check(listed.report.clips.map((clip) => clip.name).join(";") === "a,b;walk", "a name with a comma");
const masks = await bake(glb, { mask: ["upper=head", "lower=tail.1"] });
spawnSync(native, ["bake", hero, "-o", "masks.pelt", "--mask", "upper=head", "--mask", "lower=tail.1"]);
check(Buffer.compare(masks.blob, readFileSync("masks.pelt")) === 0, "two masks");
const both = await bake(glb, { joints: 9, socket: ["hand.L", "hand.R"], clipsFrom: ["a.glb", "b.glb"],
  files: { "a.glb": glb, "b.glb": glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.length) } });
check(/JOINT_HAND_L/.test(both.h) && /JOINT_HAND_R/.test(both.h) &&
  both.report.clips.length === 3 * sliced.animations.length, "two sockets, and clips of two files");

const info = await run(["info", "a.pelt"], { "a.pelt": baked.blob });
const odd = await run(["bake", "a.glb", "-o", "__proto__"], { "a.glb": glb });
check(Object.hasOwn(odd.files, "__proto__"), "a file whose name means something to JavaScript");
check(info.status === 0 && info.stdout.includes("lean"), "run");

// On Windows a path has a drive, or is on the current one.
const { disk } = await import(resolve("node_modules/pelt/disk.mjs"));
Object.defineProperty(process, "platform", { value: "win32" });
check(disk.stat(resolve(hero), true).size === BigInt(glb.length), "a path without a drive");

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
