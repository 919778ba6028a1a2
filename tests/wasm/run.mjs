// SPDX-License-Identifier: MIT
// node tests/wasm/run.mjs BUILD SHARED: compares the tool in WebAssembly with the native one:
// blobs, C source, messages and exit status. Last line: N passed, N failed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync,
  writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { Memory } from "../../web/wasm/memory.mjs";
import { load } from "../../web/wasm/pelt.mjs";
import { wasi } from "../../web/wasm/wasi.mjs";

const [build, shared] = process.argv.slice(2);
const native = resolve(build, "host/pelt");
const pelt = await load(readFileSync(join(build, "wasm/pelt.wasm")));
let passed = 0, failed = 0;
const check = (ok, what) => {
  ok ? passed++ : failed++;
  if (!ok) console.log("FAIL", what);
};

// The same files in a folder and in memory; both see the same names.
async function both(files, args) {
  const folder = mkdtempSync(join(tmpdir(), "pelt-wasm-"));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const host = spawnSync(native, args, { cwd: folder, maxBuffer: 1 << 28 });
  const made = {};
  for (const name of readdirSync(folder))
    if (!(name in files)) made[name] = readFileSync(join(folder, name));
  rmSync(folder, { recursive: true });
  return { host: { status: host.status, output: host.stdout, stderr: host.stderr.toString(),
    files: made }, wasm: await pelt.run(args, files) };
}

const sameBytes = (a, b) => a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
async function compare(files, args, what = args.join(" ")) {
  const { host, wasm } = await both(files, args);
  const names = Object.keys(host.files).sort();
  check(host.status === wasm.status, `${what}: status ${wasm.status}, native ${host.status}`);
  check(host.stderr === wasm.stderr, `${what}: says ${wasm.stderr}native says ${host.stderr}`);
  check(sameBytes(host.output, wasm.output), `${what}: another output`);
  check(names.join() === Object.keys(wasm.files).sort().join() &&
    names.every((n) => sameBytes(host.files[n], wasm.files[n])), `${what}: other files`);
  return wasm;
}

const models = ["examples/hero/hero.glb", "examples/hero/hero250.glb",
  "tests/data/textured.gltf"];
for (const model of models)
  for (const precision of ["q16", "q12", "f32"])
    for (const endian of model.endsWith("hero250.glb") ? ["little", "big"] : ["little"]) {
      const name = basename(model);
      await compare({ [name]: readFileSync(model) }, ["bake", name, "-o", "out.pelt", "--precision",
        precision, "--endian", endian, "--c", "out"]);
    }

const hero = { "hero.glb": readFileSync(models[0]) };
const out = ["-o", "new.pelt"];
const { files } = await pelt.run(["bake", "hero.glb", ...out], hero);
for (const args of [
  ["--version"], ["--help"], ["bake", "--help"], ["nonsense"], [], ["bake", "hero.glb"],
  ["bake", "none.glb", ...out], ["bake", "hero.glb", "-o", "none/out.pelt"],
  ["bake", "hero.glb", "-o", "hero.glb"], ["bake", "hero.glb", "-o", "/dev/stdout"],
  ["bake", "hero.glb", ...out, "--error", "1e-9"], ["bake", "hero.glb", ...out, "--clips", "no"],
  ["bake", "hero.glb", ...out, "--joints", "12", "--json"],
  ["bake", "hero.glb", ...out, "--target", "rp2040", "--depfile", "out.d"],
  ["info", "out.pelt"], ["dump", "out.pelt", "--clip", "walk", "--time", "0.3"],
  ["dump", "hero.glb", "--precision", "f32", "--what", "palette"], ["verify", "hero.glb"],
]) await compare({ ...hero, "out.pelt": files["new.pelt"] }, args);

// A file that is rewritten in its place is handed back; the caller's bytes stay unchanged.
const given = new Uint8Array([1, 2, 3]), disk = new Memory({ a: given });
const memory = new WebAssembly.Memory({ initial: 1 }), words = new Uint32Array(memory.buffer);
const imports = wasi(disk, () => memory);
words.set([0x61, 0, 0, 1]); // its name, the place of the descriptor, a piece of one byte
const TRUNCATE = 8;
check(imports.path_open(3, 0, 0, 1, TRUNCATE, 0n, 0n, 0, 4) === 0 &&
  imports.fd_write(words[1], 8, 1, 16) === 0 && sameBytes(disk.written().a, new Uint8Array([0x61])) &&
  given.join() === "1,2,3", "a file written in its place");

disk.rename("a", "./a");
check(disk.stat("a").size === 1, "a file renamed to its own name");

// The module has no pictures, and says so.
const view = await pelt.run(["view", "hero.glb", "-o", "out.png"], hero);
check(view.status === 2 && view.stderr.includes("native tool"), "view");

// The module contains no page, as the page contains the module.
const report = await pelt.run(["report", "hero.glb", "-o", "out.html"], hero);
check(report.status === 1 && report.stderr.includes("make page"), "report");

// For files of many other makers, and broken ones, it prints what native prints, with the same
// name.
const inputs = (folder, most) => existsSync(folder) ? readdirSync(folder).filter((n) =>
  /\.(glb|gltf)$/.test(n) && statSync(join(folder, n)).size < most).map((n) => join(folder, n)) : [];
for (const file of [...inputs(join(shared, "malformed"), 1 << 18),
  ...inputs(join(shared, "random"), 1 << 16).slice(0, 8)]) {
  const name = basename(file);
  await compare({ [name]: readFileSync(file) }, ["bake", name, ...out], name);
}

// What a page plays: a tail swings on, also from a clip's end to its start and through a fade, and is at
// rest after a jump. Its checksum is that of the clip. The walk takes a second.
const checksums = new Set(), seen = async (options, moments) => {
  const { exports, words } = await pelt.start(new Memory({ "fox.glb": readFileSync("examples/hero/fox.glb") }));
  if (exports.live_open(...words(["", "fox.glb", ...options]), 9) !== 0) return [];
  return moments.map(([clip, time, other = -2, share = 0], i) => {
    if (exports.live_pose(clip, time, other, time, share) !== 0) return "";
    if (i === 9) checksums.add(exports.live_checksum());
    const at = exports.live_draw(240, 240, 16384, 0, 1, 0, 0, 0);
    return Buffer.from(exports.memory.buffer, at, 4 * 240 * 240).toString("latin1");
  });
};
const spring = ["--spring", "tail*:stiffness=0.6,drag=0.3"], WALK = 1, WAVE = 2;
const on = Array.from({ length: 30 }, (_, i) => [WALK, i * 0.05 % 1]); // up to 0.45 s
const jump = [[WALK, 0], [WALK, 0.45]], faded = [...on, [WAVE, 0.45, WALK, 1]];
const still = await seen([], on), moved = await seen(spring, on), rest = await seen(spring, jump);
check(still[9] === still[29] && still[9] === (await seen([], jump))[1], "a tail without springs");
check(new Set([moved[9], moved[29], rest[1]]).size === 3 && moved[0] === rest[0], "a tail swings");
check(moved[9] !== "" && checksums.size === 1, "a checksum without what swings");
check((await seen(spring, faded))[30] !== (await seen(spring, [faded[30]]))[0], "a tail in a fade");
check((await seen(spring, [...on, [WALK, 0.9]]))[30] === (await seen(spring, [[WALK, 0.9]]))[0], "a jump");

// Memory ends, or the stack: a message, not an exception.
const deep = new TextEncoder().encode(`{"asset":{"version":"2.0"},"extras":${"[".repeat(1e6)}`);
check((await pelt.run(["bake", "deep.gltf", ...out], { "deep.gltf": deep })).status === 1, "depth");

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
