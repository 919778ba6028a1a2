// SPDX-License-Identifier: MIT
// node run.mjs ROOT BUILD PAGE REPORT: compares the page and the report, in a browser without a
// display, with the native tool, along a user's way through them. It must stand beside
// node_modules, where node looks for modules. Pictures go to BUILD/page. Last line: N passed, N
// failed.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { browser, build, check, checksum, hero, native, out, pageFile, pelt, reportFile, root, sameBytes, still,
  textured, total, visit } from "./browser.mjs";
import { people } from "./people.mjs";

// The steps of a user, in order; each one depends on those before.
async function wayThrough() {
  const by = await visit(pageFile, { width: 1240, height: 1000 }, { plays: true }), { page } = by;
  const start = join(root, "examples/hero/fox.glb"), own = ["--textures", "128", "--spring", "tail*:stiffness=0.6,drag=0.3",
    "--spring", "ear*", "--spring", "scarf:stiffness=0.4,drag=0.3,gravity=0.3"];
  check(await by.text("checksum") === checksum(start), "checksum of the character that is there at first");
  check(await by.text("problem") === "", await by.text("problem"));
  await page.waitForFunction(() => document.getElementById("moment").textContent !== "–");
  check(await by.colours() > 500, "the canvas is empty");

  // It plays; space pauses it.
  const first = await by.text("clock");
  await page.waitForFunction((t) => document.getElementById("clock").textContent !== t, {}, first);
  await page.keyboard.press("Space");
  check(await page.$eval("#play", (e) => e.getAttribute("aria-label")) === "Play", "space does not pause");
  await still(page);
  await page.keyboard.press("2");
  check(await page.$eval("#clips button:nth-child(3)", (e) => e.getAttribute("aria-pressed")) === "true", "key 2");
  await by.set("time", 300);
  await by.shows(0.3);
  check(await by.text("moment") === checksum(start, "--clip", "walk", "--time", "0.3"), "checksum of a moment");
  await by.picture("page.png");
  check(await by.colours() > 500, "colours of a moment");

  // Heat maps.
  await page.keyboard.press("e");
  await page.waitForFunction(() => document.getElementById("legend").textContent.includes("now"));
  check(await by.darkest() > 50, `heat colours under a texture: ${await by.darkest()}`);
  check(Number((await page.$eval("#legend b:nth-child(2)", (e) => e.textContent)).slice(4)) <= 1.3e-4, "error that is shown");
  await by.picture("error.png");
  await page.keyboard.press("i");
  await page.waitForFunction(() => document.getElementById("legend").textContent.includes("joint"));
  await by.picture("influences.png");
  await page.keyboard.press("c");

  // What moves it, over the picture; a blend of two clips; a turn.
  await page.click("#inside summary");
  const bare = await by.view(), seen = new Set([bare]);
  for (const over of ["skeleton", "springs", "weights:name:head", ""])
    seen.add(await by.redrawn(() => page.select("#over", over)));
  check(seen.size === 4, `${seen.size} pictures of what moves it, and without it again`);
  await page.select("#other", "2");
  await by.set("share", 50);
  const layers = "walk@0.3*0.5,wave@0*0.5";
  await page.waitForFunction((c) => document.getElementById("moment").textContent === c, { timeout: 5000 },
    checksum(start, "--pose", layers)).then(() => check(true), () => check(false, "checksum of a blend"));
  await by.set("share", 0);
  const { x, y, width, height } = await (await page.$("#view")).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await by.redrawn(() => page.mouse.move(x + width / 2 + 120, y + height / 2, { steps: 4 }));
  await page.mouse.up();

  // A board that it does not fit.
  await page.click("[data-board=microbit] button");
  const advice = pelt("bake", start, "-o", "target.pelt", "--target", "microbit", ...own).toString().match(/\n +(fits with .*?): pelt bake/)[1];
  await page.waitForFunction((a) => document.getElementById("advice").textContent.includes(a), { timeout: 30000 }, advice)
    .then(() => check(true), () => check(false, `advice: not ${advice}`));
  await page.click("#all-boards");
  check(await page.$eval("[data-board=stm32f4-discovery]", (e) => e.offsetParent !== null), "all boards");

  // Precision, error and joints, as the tool bakes with them.
  const chosen = ["--precision", "q12", "--error", "1/1024", "--joints", "20"];
  for (const [id, value, args] of [["float", null, ["--precision", "f32"]], ["lean", null, chosen.slice(0, 2)],
    ["error", 5, chosen.slice(0, 4)], ["joints", 20, chosen]]) {
    await by.once("baked", () => value === null ? page.click(`input[value=${id}] + span`) : by.set(id, value));
    pelt("bake", start, "-o", "native.pelt", ...own, ...args);
    const size = readFileSync(join(out, "native.pelt")).length;
    check((await by.text("bytes")).replace(/\D/g, "") === String(size), `bytes with ${args.join(" ")}`);
    check(await by.text("checksum") === checksum("native.pelt"), `checksum with ${args.join(" ")}`);
  }
  const target = pelt("bake", start, "-o", "target.pelt", ...chosen, "--target", "gba", ...own).toString()
    .match(/([\d.]+) fps at/)[1];
  const speed = target >= 10 ? Math.round(target) : target;
  check((await page.$eval("[data-board=gba]", (e) => e.textContent)).includes(`${speed} a second`), "frames of a board");
  check(sameBytes(await by.download("get-blob", "fox.pelt"), readFileSync(join(out, "native.pelt"))), "the blob");
  pelt("bake", start, "-o", "native.pelt", ...chosen, "--c", "fox", ...own);
  const withoutPath = (text) => text.toString().replace(/.*fox\.glb.*/g, "");
  for (const [button, file] of [["get-source", "fox.c"], ["get-header", "fox.h"]])
    check(withoutPath(await by.download(button, file)) === withoutPath(readFileSync(join(out, file))), file);
  await roms(by, start, [...chosen, ...own]);

  // Opens another file by the input, others by a drop: a .gltf and its buffer, and their folder.
  const input = await page.$("#file");
  await by.once("baked", () => input.uploadFile(hero));
  check(await by.text("name") === "hero250.glb" && await by.text("checksum") === checksum(hero), "file input");
  check(await by.text("joints-is") === "all 27", "joints of another model");
  await by.open(textured);
  check(await by.text("name") === "textured.gltf" && await by.text("checksum") === checksum(textured), "drop");
  const folder = join(out, "folder"), parts = ["in it/apart.gltf", "in it/its buffer"].map((n) => join(folder, n));
  const tiny = JSON.parse(readFileSync(join(root, "tests/data/tiny.gltf"))), [buffer] = tiny.buffers;
  mkdirSync(join(folder, "in it"), { recursive: true });
  writeFileSync(parts[1], Buffer.from(buffer.uri.split(",")[1], "base64"));
  buffer.uri = "its%20buffer";
  writeFileSync(parts[0], JSON.stringify(tiny));
  for (const files of [parts, [folder]]) {
    await by.open(...files);
    check(await by.text("name") === "apart.gltf" && await by.text("checksum") === checksum(parts[0]) &&
      await by.text("problem") === "", `${files}: ${await by.text("problem")}`);
  }

  // An expression, of the character of the demo.
  const actor = join(build, "host/performer.glb");
  await by.open(actor);
  await page.keyboard.press("0");
  await page.select("#face", "0");
  await page.waitForFunction((c) => document.getElementById("moment").textContent === c, { timeout: 5000 },
    checksum(actor, "--expression", "blink")).then(() => check(true), () => check(false, "checksum of a blink"));

  // A file that is no model leaves the one before, with its options.
  await by.open(textured);
  await by.once("baked", () => page.click("input[value=lean] + span"));
  const controls = () => page.$eval("#options", (form) => [...form.elements]
    .map((e) => `${e.value} ${e.max} ${e.checked}`).join());
  const had = await controls();
  writeFileSync(join(out, "bad.glb"), "no model");
  await by.open(join(out, "bad.glb"));
  const says = spawnSync(native, ["bake", "bad.glb", "-o", "x.pelt"], { cwd: out }).stderr.toString().trim();
  check(`pelt: ${await by.text("problem")}` === `${says} · textured.gltf is still shown`,
    `says ${await by.text("problem")}`);
  await page.click("#clips button:nth-child(1)");
  check(await page.$eval("#clips button:nth-child(1)", (e) => e.getAttribute("aria-pressed")) === "true",
    "the clips of the last good one");
  check(await by.text("name") === "textured.gltf", "the last good one stays");
  check(await controls() === had, "its controls stay");

  // Opens files whose names mean something to the tool or the page; the old complaint disappears.
  for (const name of ["out.glb", "--help.glb"]) {
    copyFileSync(hero, join(out, name));
    await by.open(join(out, name));
    check(await by.text("name") === name && await by.text("problem") === "" &&
      await by.text("checksum") === checksum(hero), `a file called ${name}`);
  }
  // Options of a command line that was pasted: its file is not the page's.
  for (const [option, told] of [["--help", "These options bake nothing"], ["-o fox.pelt --target rp2040 --c=fox", ""]]) {
    await by.once("baked", () => by.set("more", option));
    check(await by.text("problem") === told, `${option}: ${await by.text("problem")}`);
  }
  pelt("bake", hero, "-o", "out.pelt");
  check(sameBytes(await by.download("get-blob", "--help.pelt"), readFileSync(join(out, "out.pelt"))), "its blob");
  await by.drop([join(out, "out.pelt")]);
  await page.waitForFunction(() => document.getElementById("problem").textContent.includes("baked already"));
  await by.drop([]);
  check((await by.text("problem")).includes("baked already"), "a text that is dropped");
  await page.close();
}

async function roms(by, model, options) {
  const list = spawnSync(native, ["rom", "--help"]).stdout.toString();
  const suffixes = [...list.matchAll(/^ {2}\.(\w+) +(.*)$/gm)].filter(([, , t]) => !t.includes("not carried"));
  const offered = await by.page.$$eval("#rom-list button", (all) => all.map((b) => b.id));
  check(offered.join() === suffixes.map(([, s]) => `get-${s}`).join(), `ROMs: offers ${offered}`);
  if (suffixes.length === 0) check((await by.text("roms")).includes("no showcases"), "no showcases");
  for (const [, suffix] of suffixes) {
    const made = spawnSync(native, ["rom", model, "-o", `native.${suffix}`, ...options], { cwd: out });
    if (made.status !== 0) continue; // the character does not fit there
    const got = await by.download(`get-${suffix}`, `fox.${suffix}`);
    check(sameBytes(got, readFileSync(join(out, `native.${suffix}`))), `ROM .${suffix}`);
  }
}

async function phone() {
  const by = await visit(pageFile, { width: 375, height: 667, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  const { page } = by;
  const below = await page.$$eval("label[for=file], #view, #clips, #play, #name, #verdict, #bytes, #off", (all) => all
    .filter((e) => e.getBoundingClientRect().bottom > innerHeight).map((e) => e.id));
  check(below.length === 0, `below the fold: ${below}`);
  const small = await page.$$eval("button, select, .button, input[type=range], input[type=text]", (all) => all
    .filter((e) => e.offsetParent !== null && e.getBoundingClientRect().height < 43.5).map((e) => e.id || e.textContent));
  check(small.length === 0, `too small to touch: ${small}`);
  check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than the phone");
  const { x, y, width } = await (await page.$("#view")).boundingBox();
  await page.touchscreen.touchStart(x + width / 3, y + width / 2);
  await by.redrawn(() => page.touchscreen.touchMove(x + width / 2, y + width / 2));
  await page.touchscreen.touchEnd();
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await by.picture("phone.png");
  await page.close();
}

// Names in a file are shown as text, whatever they look like: on the page, and in a report, where
// they cannot end the script.
async function names() {
  const file = join(out, "<img id=hostile>.gltf"), page = join(out, "hostile.html");
  const gltf = JSON.parse(readFileSync(join(root, "tests/data/tiny.gltf")));
  const name = gltf.animations[0].name = "</script><img id=hostile>";
  writeFileSync(file, JSON.stringify(gltf));
  pelt("report", file, "-o", page, "--clips", name);
  const by = await visit(page, { width: 800, height: 600 });
  check(await by.text("name") === basename(file), "a name of a file");
  check(await by.page.$eval("#clips button:nth-child(2)", (e) => e.textContent) === name, "a name of a clip");
  check(await by.page.$eval("#more", (e) => e.value) === `--clips "${name}"`, "a name among the options");
  check(await by.page.$("#hostile") === null, "a name is taken for HTML");
  await by.page.close();
}

async function report() {
  const by = await visit(reportFile, { width: 1240, height: 1000 });
  check(await by.text("name") === "hero250.glb", "the report's character");
  check(await by.text("checksum") === checksum(hero, "--precision", "q12", "--clips", "walk"), "the report's options");
  check(await by.page.$eval("#more", (e) => e.value) === "--clips walk", "the report's other options");
  check(await by.page.$$eval("#clips button", (all) => all.length) === 2, "the report's clips");
  await by.page.close();
}

try {
  for (const part of [wayThrough, phone, report, names, ...people])
    await part().catch((error) => check(false, `${part.name}: ${error.message}`));
} finally {
  await browser.close();
}
total();
