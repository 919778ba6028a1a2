// SPDX-License-Identifier: MIT
// The page: takes files, runs one bake at a time, and updates everything that depends on it.
import { boardName, showBoards } from "./boards.mjs";
import { Crew } from "./crew.mjs";
import { $, fromBase64, hex, make, whole } from "./dom.mjs";
import { offerDownloads, offerRoms } from "./downloads.mjs";
import { takeFiles } from "./drop.mjs";
import { takeKeys } from "./keys.mjs";
import { allowed, bakeOptions, keepOptions, resetOptions, setJoints, setOptions, watchOptions } from "./options.mjs";
import { Player } from "./player.mjs";
import { Screen } from "./screen.mjs";

const OUT = "dev/out.pelt"; // a name that no dropped file has
const code = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
const bytes = fromBase64($("module").textContent);
const crew = new Crew(code, bytes);  // plays the character
let baker = new Crew(code, bytes);   // bakes, and may be stopped
let turn = 0;                        // number of the last bake, the only one that counts
let model = null;                    // { name, files, options } of the model that is shown
let wanted = null;                   // { name, files } of the model that is baked or shown

const player = new Player(() => screen.draw());
const screen = new Screen(crew, () => model ? { ...player.moment(), limit: allowed() } : undefined, shown);

function say(text) {
  $("state").textContent = text;
}

// Shows a hint over the picture while it is empty; otherwise in its corner.
function hint(text, over = false) {
  $("hint").textContent = text;
  $("hint").hidden = text === "";
  $("hint").classList.toggle("over", over);
}

const plain = (name) => name.replace(/^.*\//, "");

// The tool's message without the parts that only a terminal needs.
function complain(text) {
  const lines = text.trim().split("\n");
  $("problem").textContent = (lines.pop() ?? "").replace(/^pelt: /, "");
  $("problem").hidden = text.trim() === "";
  if (!$("problem").hidden) $("problem").scrollIntoView({ block: "nearest" });
}

function shown({ problem, wanted: asked, checksum, error }) {
  if (problem !== undefined) return complain(problem);
  $("moment").textContent = hex(checksum);
  $("moment").dataset.time = asked.time;
  legend(asked, error);
}

function legend({ shows, limit }, error) {
  const bar = (name) => make("i", { className: name });
  const ends = (...words) => make("span", {}, ...words.map((w) => make("b", {}, w)));
  const key = `${shows} ${limit} ${error?.toExponential(1)}`;
  if ($("legend").dataset.key === key) return;
  $("legend").dataset.key = key;
  $("legend").hidden = shows === 0;
  if (shows === 1)
    $("legend").replaceChildren(bar("ramp"), error === undefined
      ? ends("A blend has no reference") : ends("0", `now ${error.toExponential(1)}`, limit.toExponential(1)));
  if (shows === 2) $("legend").replaceChildren(bar("steps"), ends("1 joint", "2", "3", "4"));
}

function showReport(report, opened) {
  const vertices = report.meshes.reduce((sum, m) => sum + m.vertices, 0);
  const triangles = report.meshes.reduce((sum, m) => sum + m.triangles, 0);
  $("name").textContent = plain(model.name);
  document.title = `${$("name").textContent} · pelt`;
  $("counts").textContent = `${whole(vertices)} vertices, ` +
    [[triangles, "triangle"], [report.joints, "joint"], [report.clips.length, "clip"]]
      .map(([count, what]) => `${whole(count)} ${what}${count === 1 ? "" : "s"}`).join(", ");
  $("bytes").textContent = `${whole(report.bytes)} bytes`;
  $("off").textContent = `${report.error.toExponential(1)} of its size`;
  $("checksum").textContent = hex(opened.checksum);
  $("warnings").replaceChildren(...report.warnings.map((w) => make("li", {}, w)));
  showBoards(report.targets, advise);
}

// Bakes the wanted model with the current options; returns false if it cannot be baked.
async function bake() {
  const mine = ++turn, { name, files } = wanted, options = bakeOptions();
  const another = files !== model?.files;
  if (another) hint(`Opening ${plain(name)} …`, true);
  document.body.classList.add("busy");
  say("baking");
  if (baker.busy) { // with an outdated bake
    baker.stop();
    baker = new Crew(code, bytes);
  }
  baker.busy = true;
  const begun = performance.now();
  let problem = "";
  try {
    const { status, stdout, stderr, files: made } = await baker.ask("run", { files,
      args: ["bake", name, "-o", OUT, "--json", "--target", "all", ...options] });
    if (mine !== turn) return false;
    baker.busy = false;
    if (status === 0) {
      const opened = await crew.ask("open", { files: { ...files, [OUT]: made[OUT] },
        args: [OUT, name, ...options] });
      if (mine !== turn) return false;
      const report = JSON.parse(stdout);
      model = { name, files, options };
      if (!options.includes("--joints")) setJoints(report.joints);
      showReport(report, opened);
      if (another) player.forget();
      $("downloads").inert = $("rom-list").inert = false;
      player.set(report.clips);
    } else {
      problem = stderr;
    }
  } catch (error) {
    if (mine !== turn) return false;
    baker.busy = false;
    problem = error.message;
  }
  complain(problem);
  if (model === null) hint("Drop a .glb here, or open a model", true);
  else hint(turn === 1 ? "Drop a .glb here" : "");
  document.body.classList.remove("busy");
  document.body.dataset.baked = mine;
  say(problem === "" ? `baked in ${Math.round(performance.now() - begun)} ms` : "not baked");
  return problem === "";
}

async function open(name, files, problem) {
  if (problem !== undefined || name === undefined) return complain(problem ?? "There is no file");
  if (/\.pelt$/i.test(name))
    return complain(`${plain(name)} has been baked already, drop the glTF file that it was made of`);
  const before = wanted, putBack = keepOptions();
  const mine = wanted = { name: name.replace(/^-/, "./-"), files }; // no option
  complain("");
  $("advice").textContent = "";
  resetOptions();
  if (!await bake() && wanted === mine && before !== null) {
    wanted = before;
    putBack();
    if (model !== null) $("problem").append(` · ${plain(model.name)} is still shown`);
  }
}

// Runs the tool independently. Returns its files, or false after showing its message; `plain`: its
// text.
async function run(args) {
  const own = new Crew(code, bytes);
  try {
    const result = await own.ask("run", { args, files: model?.files ?? {} });
    if (args.includes("--help")) return result;
    complain(result.status === 0 ? "" : result.stderr);
    return result.status === 0 && result.files;
  } catch (error) {
    complain(error.message);
    return false;
  } finally {
    own.stop();
  }
}

async function advise(board) {
  $("advice").textContent = `${boardName(board)}: trying what would make it fit …`;
  const own = new Crew(code, bytes);
  let answer;
  try {
    const { stdout, stderr } = await own.ask("run", { files: model.files,
      args: ["bake", model.name, "-o", OUT, "--json", "--target", board, ...model.options] });
    answer = "it " + (stdout ? JSON.parse(stdout).target.advice ?? "fits" : stderr);
  } catch (error) { // for example when memory runs out
    answer = error.message;
  }
  own.stop();
  $("advice").textContent = `${boardName(board)}: ${answer}`;
}

function look(shows) {
  screen.shows = shows;
  document.querySelectorAll("input[name=shows]")[shows].checked = true;
  screen.draw();
}

document.querySelectorAll("input[name=shows]").forEach((input, i) => input.onchange = () => look(i));
watchOptions(() => wanted && bake());
takeFiles(open);
takeKeys(player, screen, look);
offerDownloads(run, () => model);
offerRoms(run, () => model);

const { name, files, options } = JSON.parse($("character").textContent);
wanted = { name, files: Object.fromEntries(Object.entries(files).map(([n, text]) => [n, fromBase64(text)])) };
setOptions(options);
await bake();
