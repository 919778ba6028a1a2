// SPDX-License-Identifier: MIT
// What people need of the page: that it answers soon, that it stays small, that the keyboard is
// enough, that they can read it, and that any name of a file will do. Times are of the browser's
// performance timeline; where others use the machine, limits grow by what they take of it.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, build, check, checksum, hero, out, pageFile, root, visit } from "./browser.mjs";

const knight = join(build, "test/page/knight.glb"), small = join(build, "test/page/small.glb");
const tiny = join(root, "tests/data/tiny.gltf"), fox = join(root, "examples/hero/fox.glb");
const DESK = { width: 1240, height: 1000 };

// How many times longer than alone this process takes.
function crowd() {
  const begun = performance.now(), before = process.cpuUsage();
  while (performance.now() - begun < 200);
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, 200 / ((user + system) / 1000));
}

// A few tries, until one takes at most `limit` ms times the crowd around it.
async function within(limit, what, attempt) {
  const tries = [];
  for (let i = 0; i < 5 && !tries.some(([ms, most]) => ms <= most); i++) {
    const before = crowd(), ms = await attempt();
    tries.push([Math.round(ms), limit * Math.max(before, crowd())]);
  }
  const [ms, most] = tries.at(-1);
  console.log(`  ${what}: ${tries.map(([t]) => t).join(", ")} ms of ${limit}, machine shared ${(most / limit).toFixed(1)} times`);
  check(ms <= most, `${what} takes ${ms} ms`);
}

// From the question to its picture.
const answered = (page) => page.evaluate(() => {
  const n = document.body.dataset.seen, at = (name) => performance.getEntriesByName(`${name} ${n}`)[0].startTime;
  return at("seen") - at("asked");
});

async function times() {
  await within(1000, "the first picture after a visit", async () => {
    const by = await visit(pageFile, DESK, { baked: false, plays: true }), { page } = by;
    await by.more("seen", 0);
    const ms = await page.evaluate(() => performance.getEntriesByName("seen 1")[0].startTime);
    await page.close();
    return ms;
  });
  const by = await visit(pageFile, DESK, { plays: true }), { page } = by;
  await page.keyboard.press("Space");
  for (const [id, values] of [["error", [6, 2, 5, 0, 4]], ["joints", [20, 12, 24, 16, 22]]])
    await within(300, `the slider ${id}`, async () => {
      await by.once("seen", () => by.set(id, values.push(values.shift()) && values.at(-1)));
      check(await page.$eval("#progress", (e) => e.checkVisibility()), "what is not fitted yet is not told");
      return answered(page);
    });
  await within(300, "the slider of time", () => page.evaluate(async () => {
    const time = document.getElementById("time"), moment = document.getElementById("moment");
    const begun = performance.now(), was = moment.dataset.time;
    time.value = (Number(time.value) + 300) % 1000;
    time.dispatchEvent(new Event("input", { bubbles: true }));
    while (moment.dataset.time === was) await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  }));
  await within(1000, "the first picture of 6,983 vertices and 76 clips", async () => {
    await by.once("seen", () => by.drop([knight]));
    return answered(page);
  });

  // It plays while it is fitted; the bake tells its progress and can be stopped.
  await page.waitForFunction(() => document.querySelectorAll("#clips button:not(:disabled)").length === 77);
  const first = await by.text("clock");
  await page.waitForFunction((t) => document.getElementById("clock").textContent !== t, {}, first);
  await page.waitForFunction(() => document.getElementById("bar").value > 0, { timeout: 60000 });
  check((await by.text("doing")) === "Fitting 76 clips within the error", `says ${await by.text("doing")}`);
  await by.picture("fitting.png");
  await by.once("baked", () => page.click("#cancel"));
  check((await by.text("doing")).startsWith("A draft") && await by.text("bytes") === "–" &&
    await page.$eval("#downloads", (e) => e.inert), "a bake that is stopped");
  await within(300, "what a slider of 76 clips begins", () => page.evaluate(async () => {
    const begun = performance.now(), error = document.getElementById("error");
    error.value = (Number(error.value) + 1) % 8;
    error.dispatchEvent(new Event("input", { bubbles: true }));
    while (document.getElementById("bar").hidden || !document.body.classList.contains("busy"))
      await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  }));
  await page.close();
}

// A board that is too small, and the button that changes this.
async function fits() {
  const by = await visit(pageFile, DESK), { page } = by;
  await by.open(small);
  check((await page.$eval("[data-board=microbit]", (e) => e.textContent)).includes("of RAM Make it fit"), "what is lacking");
  await page.focus("[data-board=microbit] button");
  await by.once("baked", () => page.keyboard.press("Enter"));
  check((await page.$eval("[data-board=microbit]", (e) => e.textContent)).endsWith("Fits"), "it does not fit then");
  check((await page.$eval("#more", (e) => e.value)).includes("--window 64") &&
    (await by.text("advice")).includes("which is set now"), `advice: ${await by.text("advice")}`);
  check(await page.evaluate(() => document.activeElement.id) === "advice", "the focus is lost");
  await page.close();
}

async function errors() {
  const still = await browser.newPage();
  await still.setJavaScriptEnabled(false);
  await still.goto(pathToFileURL(pageFile).href);
  const alive = await still.$$eval("button:not(.tip), input:not(#file), select", (all) => all
    .filter((e) => !e.matches(":disabled") && !e.closest("[inert], [hidden], details:not([open]) > div")).map((e) => e.id));
  check(alive.length === 0, `controls before they work: ${alive}`);
  await still.close();
  const by = await visit(pageFile, DESK), { page } = by;
  for (const [name, text] of [["bad.glb", "no model"], ["worse.gltf", "{"]]) {
    writeFileSync(join(out, name), text);
    await by.open(join(out, name));
    const said = await by.text("problem");
    check(said.startsWith(`${name}: `) && said.split(".gl").length === 3, `one error: ${said}`);
  }
  // A bake that a bad file interrupts goes on, and its error can still be read.
  const n = await by.count("baked");
  await by.set("error", 5);
  await by.drop([join(out, "bad.glb")]);
  await page.waitForFunction(() => /is still shown/.test(document.getElementById("problem").textContent));
  await by.more("baked", n + 2);
  check(await by.text("name") === "fox.glb" && await by.text("checksum") === checksum(fox, "--error", "1/1024") &&
    (await by.text("problem")).startsWith("bad.glb: ") && await page.$eval("#error", (e) => e.value) === "5",
  `a bad file while one is fitted: ${await by.text("name")} ${await by.text("problem")}`);
  await by.once("seen", () => by.drop([tiny]));
  check(await by.text("problem") === "", "an error outlives the next drop");
  // What is dropped last stays: though a file before it is read later, or an option changes before it is seen.
  await page.evaluate(() => {
    const { arrayBuffer } = File.prototype;
    File.prototype.arrayBuffer = async function late() {
      if (this.name === "fox.glb") await new Promise((done) => setTimeout(done, 1000));
      if (this.name === "bad.glb") await new Promise(() => {});
      return arrayBuffer.call(this);
    };
  });
  await by.drop([join(out, "bad.glb")]);
  await page.waitForFunction(() => /are still being read/.test(document.getElementById("problem").textContent));
  await by.drop([fox]);
  await by.open(tiny);
  check(await by.text("problem") === "", "a reading that never ends outlives the next drop");
  await new Promise((done) => setTimeout(done, 1500));
  await page.waitForFunction(() => !document.body.classList.contains("busy"), { timeout: 60000 });
  check(await by.text("name") === "tiny.gltf", `a file that is read later: ${await by.text("name")}`);
  await by.once("seen", () => by.drop([knight])); // whose other drafts take their time
  await by.drop([small]);
  await page.waitForFunction(() => document.getElementById("doing").textContent.startsWith("Opening small"));
  await by.set("error", 6);
  await page.waitForFunction(() => document.getElementById("name").textContent === "small.glb", { timeout: 60000 });
  check(await page.$eval("#error", (e) => e.value) === "6", "an option that changes while a file is opened");
  await by.once("baked", () => by.set("error", 5));
  check(await by.text("name") === "small.glb" && await by.text("checksum") === checksum(small, "--error", "1/1024"),
    `an option after that: ${await by.text("name")}`);
  await page.close();
}

// Of all processes that draw pages.
async function memory(page) {
  for (const { client } of [...page.workers(), { client: await page.createCDPSession() }])
    await client.send("HeapProfiler.collectGarbage");
  const { processInfo } = await (await browser.target().createCDPSession()).send("SystemInfo.getProcessInfo");
  return processInfo.filter((p) => p.type === "renderer")
    .reduce((sum, p) => sum + Number(readFileSync(`/proc/${p.id}/status`, "utf8").match(/VmRSS:\s*(\d+)/)[1]), 0) / 1024;
}

async function drops() {
  const by = await visit(pageFile, { width: 400, height: 300 }), { page } = by, at = [];
  for (let i = 1; i <= 60; i++) {
    // Some are dropped while the last one is still fitted.
    await by.once(i % 5 === 4 ? "seen" : "baked", () => by.drop([i % 5 === 0 ? hero : tiny]));
    if (i === 10 || i === 60) at.push(await memory(page));
  }
  console.log(`  memory after 10 and after 60 drops: ${at.map((mb) => Math.round(mb)).join(", ")} MB`);
  check(at[1] < at[0] * 1.15, `50 drops take memory: ${at}`);
  await page.close();
}

// Everything is reached and named, and shows that it has the focus; a file is opened and changed.
async function keyboard() {
  const by = await visit(pageFile, DESK), { page } = by, reached = [];
  while (reached.at(-1) !== "BODY" && reached.length < 120) {
    await page.keyboard.press("Tab");
    const [ring, id] = await page.evaluate(() => {
      const e = document.activeElement, shown = e.type === "radio" ? e.nextElementSibling : e.type === "file" ? e.parentElement : e;
      return e === document.body ? [true, "BODY"] : [getComputedStyle(shown).outlineStyle !== "none", e.id || e.textContent];
    });
    reached.push(id);
    check(ring, `the focus is not seen: ${id}`);
  }
  check(reached.at(-1) === "BODY", `Tab does not leave the page: ${reached.slice(-3)}`);
  check(reached[0] === "file", "the first thing is not the button that opens a model");
  for (const id of ["view", "walk", "play", "time", "error", "joints", "more", "get-blob", "all-boards"])
    check(reached.includes(id), `Tab does not reach ${id}`);
  const nameless = [];
  const walk = (node) => {
    if (/button|radio|slider|textbox|combobox|img|link/.test(node.role) && !node.name?.trim()) nameless.push(node.role);
    node.children?.forEach(walk);
  };
  walk(await page.accessibility.snapshot());
  check(nameless.length === 0, `without a name for readers: ${nameless}`);
  let chooser;
  for (let tries = 3; !chooser; tries--) { // a busy machine's browser may miss a key that comes with the focus
    await page.bringToFront();
    await page.focus("#file");
    [chooser] = await Promise.all([page.waitForFileChooser({ timeout: 15000 }).catch((e) => { if (tries === 1) throw e; }),
      page.keyboard.press("Enter")]);
  }
  await by.once("baked", () => chooser.accept([hero]));
  check(await by.text("checksum") === checksum(hero), "a model that the keyboard opens");
  await page.focus("input[value=exact]");
  await by.once("baked", () => page.keyboard.press("ArrowRight"));
  check(await by.text("checksum") === checksum(hero, "--precision", "lean"), "lean by the keyboard");
  check(await page.evaluate(() => document.activeElement.value) === "lean", "the focus is lost");
  await page.close();
}

// Ratios below WCAG's AA of text on what is behind it; on the picture, which may be white, too.
const pale = () => {
  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return text.startsWith("color(") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((c, i) => c * a + below[i] * (1 - a));
  const light = (rgb) => rgb.map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (e) => {
    if (e === null || e.classList.contains("screen")) return [255, 255, 255];
    return over(parse(getComputedStyle(e).backgroundColor), behind(e.parentElement));
  };
  return [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.closest(":disabled, [inert], .sr, script, #drop") &&
    [...e.childNodes].some((c) => c.nodeType === 3 && c.data.trim() !== "")).flatMap((e) => {
    const below = behind(e), style = getComputedStyle(e), [a, b] = [light(over(parse(style.color), below)), light(below)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    return ratio < (large ? 3 : 4.5) ? [`${e.textContent.trim().slice(0, 30)} ${ratio.toFixed(2)}`] : [];
  });
};

async function contrast() {
  const by = await visit(pageFile, DESK), { page } = by;
  await page.evaluate(() => document.querySelectorAll("details").forEach((e) => e.open = true));
  await page.click("#all-boards");
  await page.focus(".tip");
  await page.click("input[name=shows][value='1'] + span");
  await by.set("error", 5);
  await by.drop([join(out, "bad.glb")]);
  await page.waitForFunction(() => !document.getElementById("problem").hidden);
  for (const scheme of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    const found = await page.evaluate(pale);
    check(found.length === 0, `too pale in ${scheme}: ${found.join("; ")}`);
    await by.picture(`contrast_${scheme}.png`);
  }
  await page.addStyleTag({ content: ".note { color: #555 !important; }" });
  check((await page.evaluate(pale)).length > 0, "the check of contrast finds nothing");
  await page.close();
}

async function anyName() {
  const by = await visit(pageFile, DESK), { page } = by;
  const hostile = ['"><img src=x onerror=document.body.id=1>', "two\nlines \u202e\u65e5\u672c {}';`$(x)", "__proto__"];
  for (const stem of hostile) {
    const file = join(out, `${stem}.glb`);
    copyFileSync(fox, file);
    await by.open(file);
    check(await by.text("name") === `${stem}.glb` && await by.text("checksum") === checksum(fox) &&
      await by.text("problem") === "", `a file called ${stem}: ${await by.text("problem")}`);
    const saved = readdirSync(join(out, "downloads")).length;
    await page.click("#get-source");
    await page.waitForFunction(() => !document.getElementById("get-source").disabled, { timeout: 60000 });
    for (let i = 0; i < 100 && readdirSync(join(out, "downloads")).length === saved; i++)
      await new Promise((done) => setTimeout(done, 50));
    check(await by.text("problem") === "" && readdirSync(join(out, "downloads")).length > saved,
      `C source of ${stem}: ${await by.text("problem")}`);
  }
  check(await page.evaluate(() => document.body.id === "" && document.querySelector("main img") === null), "a name is taken for HTML");
  await page.close();
}

// A character without clips takes those of another file, by a button or dropped on the clips.
async function cast() {
  const by = await visit(pageFile, DESK, { baked: false }), { page } = by, sage = join(build, "host/sage.glb");
  const guard = join(out, "a, guard.glb"), clips = () => page.$$eval("#clips button", (all) => all.map((e) => e.textContent).join(" "));
  copyFileSync(join(build, "host/guard.glb"), guard);
  await by.more("seen", 0);
  await by.drop([sage]);
  await by.more("baked", 0);
  check(await clips() === "rest", `clips of a file without any: ${await clips()}`);
  const input = await page.$("#clips-file");
  await by.once("baked", () => input.uploadFile(guard));
  check(await by.text("problem") === "" && await clips() === "rest idle walk wave", `${await clips()} ${await by.text("problem")}`);
  await page.keyboard.press("2");
  await by.set("time", 300);
  await by.shows(0.3);
  copyFileSync(guard, join(out, "guard.glb"));
  check(await by.text("moment") === checksum(sage, "--clips-from", join(out, "guard.glb"), "--clip", "walk", "--time", "0.3"),
    "another file's clip is not the native tool's");
  await by.picture("cast.png");
  // Levels of detail are drawn.
  check(await page.$eval("#levels", (e) => e.hidden), "a level that is not there");
  await by.once("seen", () => page.type("#more", " --lods 3"));
  await page.waitForFunction(() => document.getElementById("level").max === "2");
  await by.shows(0.3);
  await by.redrawn(() => by.set("level", 2));
  check(await by.text("level-is") === "2", `says level ${await by.text("level-is")}`);
  await by.picture("level.png");
  await by.drop([tiny], "#clips");
  await page.waitForFunction(() => /is still shown/.test(document.getElementById("problem").textContent));
  check(await clips() === "rest idle walk wave" && (await page.$eval("#more", (e) => e.value)) === "--clips-from clips/a__guard.glb --lods 3",
    `clips of a file with other joints: ${await by.text("problem")}`);
  await page.close();
}

export const people = [times, fits, errors, drops, keyboard, contrast, anyName, cast];
