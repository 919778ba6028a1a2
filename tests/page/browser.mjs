// SPDX-License-Identifier: MIT
// The browser of the tests of the page, what they count, and a page with its helpers.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

export const [root, build, pageFile, reportFile] = process.argv.slice(2).map((p) => resolve(p));
export const native = join(build, "host/pelt"), out = join(build, "page"), saved = join(out, "downloads");
export const hero = join(root, "examples/hero/hero250.glb"), textured = join(root, "tests/data/textured.gltf");
let passed = 0, failed = 0;
export const check = (ok, what) => {
  ok ? passed++ : failed++;
  if (!ok) console.log("FAIL", what);
};
export const pelt = (...args) => execFileSync(native, args, { cwd: out, stdio: ["ignore", "pipe", "ignore"] });
export const checksum = (...args) => pelt("dump", ...args, "--what", "checksum").toString().trim();

rmSync(out, { recursive: true, force: true });
mkdirSync(saved, { recursive: true });
export const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
    "--force-device-scale-factor=1"],
});

// A page that plays takes a processor, so most tests ask it for less motion: then it begins with a still.
export const still = (page) => page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);

export async function visit(file, viewport, { baked = true, plays = false } = {}) {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  if (!plays) await still(page);
  page.on("pageerror", (e) => check(false, `exception: ${e.message}`));
  page.on("console", (m) => check(false, `console: ${m.text()}`));
  page.on("request", (r) => check(/^(file|blob|data):/.test(r.url()), `asks for ${r.url()}`));
  const session = await page.createCDPSession();
  await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: saved });
  await page.goto(pathToFileURL(file).href);
  const by = {
    page,
    text: (id) => page.$eval(`#${id}`, (e) => e.textContent),
    // What the page counts: bakes that are over ("baked"), and changes that are seen ("seen"). `once` acts and
    // waits for one more.
    count: (what) => page.evaluate((w) => Number(document.body.dataset[w]), what),
    more: (what, than) => page.waitForFunction((w, n) => Number(document.body.dataset[w]) > n, { timeout: 60000 },
      what, than),
    async once(what, act) {
      const n = await by.count(what);
      await act();
      await by.more(what, n);
    },
    open: (...files) => by.once("baked", () => by.drop(files)),
    set: (id, value) => page.$eval(`#${id}`, (e, v) => {
      e.value = v;
      e.dispatchEvent(new Event("input", { bubbles: true }));
      e.dispatchEvent(new Event("change", { bubbles: true }));
    }, value),
    // Waits until the canvas shows that moment.
    shows: (time) => page.waitForFunction((t) => Math.abs(document.getElementById("moment").dataset.time - t) < 1e-9,
      { timeout: 10000 }, time),
    colours: () => page.$eval("#view", (c) => new Set(new Uint32Array(c.getContext("2d")
      .getImageData(0, 0, c.width, c.height).data.buffer)).size),
    darkest: () => page.$eval("#view", (c) => c.getContext("2d").getImageData(0, 0, c.width, c.height).data
      .reduce((least, a, i, all) => (i % 4 ? least : Math.min(least, Math.max(a, all[i + 1], all[i + 2]))), 255)),
    view: () => page.$eval("#view", (c) => c.toDataURL()),
    // Acts, and waits for another picture, which it returns.
    async redrawn(act) {
      const was = await by.view();
      await act();
      await page.waitForFunction((old) => document.getElementById("view").toDataURL() !== old, {}, was);
      return by.view();
    },
    picture: (name) => page.screenshot({ path: join(out, name) }),
    async drop(files, on = "#view") {
      const { x, y } = await (await page.$(on)).clickablePoint();
      for (const type of ["dragEnter", "dragOver", "drop"])
        await session.send("Input.dispatchDragEvent", { type, x, y,
          data: { items: [{ mimeType: "text/plain", data: "text" }], files, dragOperationsMask: 1 } });
    },
    async download(id, name) {
      const path = join(saved, name);
      rmSync(path, { force: true });
      await page.click(`#${id}`);
      // The browser holds the name with an empty file while it writes another.
      for (let i = 0; i < 400 && !(existsSync(path) && statSync(path).size > 0 && readdirSync(saved)
        .every((n) => !n.endsWith(".crdownload"))); i++) await new Promise((done) => setTimeout(done, 50));
      return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    },
  };
  if (baked) await by.more("baked", 0);
  return by;
}

export const sameBytes = (a, b) => Buffer.compare(a, b) === 0 && a.length > 0;

export function total() {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}
