// SPDX-License-Identifier: MIT
// The page: takes files, shows drafts at once, runs one bake at a time, and updates everything that
// depends on it.
import { boardName, showBoards } from "./boards.mjs";
import { Crew } from "./crew.mjs";
import { $, fromBase64, hex, make, whole } from "./dom.mjs";
import { offerDownloads, offerRoms } from "./downloads.mjs";
import { takeFiles } from "./drop.mjs";
import { takeKeys } from "./keys.mjs";
import { allowed, bakeOptions, keepOptions, resetOptions, setClipsFrom, setJoints, setOptions, watchOptions } from "./options.mjs";
import { movingClip, Player } from "./player.mjs";
import { Screen } from "./screen.mjs";

const OUT = "dev/out.pelt"; // a name that no dropped file has
const REST_MS = 150;        // after a change, before the bake that measures errors
const ALL = 0x7fffffff;     // clips
const code = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
const module = await WebAssembly.compile(fromBase64($("module").textContent));
const crew = new Crew(code, module); // plays the character
let baker = null;                    // bakes, and may be stopped
let turn = 0;                        // number of the last bake, the only one that counts
let model = null;                    // { name, files, options, turn } of what is shown
let wanted = null;                   // { name, files } of the model that is baked or shown
let drafts = Promise.resolve();      // one after the other
let baking = null;                   // the promise of the last bake
let roms;                            // once they are offered

const player = new Player(() => screen.draw());
const screen = new Screen(crew, () => model ? { ...player.moment(), limit: allowed(), turn: model.turn, level: Number($("level").value), over: $("over").value,
  face: Number($("face").value || -1), amount: Number($("amount").value) / 100 } : undefined,
  shown);
const plain = (name) => name.replace(/^.*\//, "");

/// Telling ////////////////////////////////////////////////////////////////////////////////////////

// Shows what is being done on the picture; percent: negative if it is not known, null without a
// bar. action: the name of a button that calls `act`.
function pend(text, percent = -1, action = "", act = undefined) {
  $("progress").hidden = text === "";
  if ($("doing").textContent !== text) $("doing").textContent = text;
  $("bar").hidden = percent === null;
  percent < 0 ? $("bar").removeAttribute("value") : $("bar").value = percent ?? 0;
  $("cancel").hidden = action === "";
  $("cancel").textContent = action;
  $("cancel").onclick = act;
}

// The tool's message without the parts that only a terminal needs.
function complain(text) {
  const lines = text.trim().split("\n");
  $("problem").textContent = (lines.pop() ?? "").replace(/^pelt: /, "");
  $("problem").hidden = text.trim() === "";
}

function shown({ problem, wanted: asked, checksum, error }) {
  if (problem !== undefined) return complain(problem);
  $("moment").textContent = hex(checksum);
  $("moment").dataset.time = asked.time;
  if (document.body.dataset.seen !== String(asked.turn)) performance.mark(`seen ${asked.turn}`);
  document.body.dataset.seen = asked.turn;
  const clip = player.clips[asked.clip];
  const label = `${plain(model.name)}, ${clip ? `clip ${clip.name || asked.clip}` : "rest pose"}. ` +
    "Drag to turn it, pinch or use the wheel to come nearer.";
  if (screen.canvas.getAttribute("aria-label") !== label) screen.canvas.setAttribute("aria-label", label);
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

// Counts of things, each [number, word].
const count = (...all) => all.map(([n, what]) => `${whole(n)} ${what}${n === 1 ? "" : "s"}`).join(", ");

// Choices, [value, name] each; what is chosen stays if it is there.
function offer(id, choices) {
  const was = $(id).value, key = JSON.stringify(choices);
  if ($(id).dataset.key === key) return;
  $(id).dataset.key = key;
  $(id).replaceChildren(...choices.map(([value, name]) => make("option", { value }, name)));
  $(id).value = choices.some(([value]) => value === was) ? was : "";
}

function offerInside({ expressions, jointNames }) {
  offer("over", [["", "nothing over it"], ["skeleton", "skeleton"], ["springs", "springs, colliders"],
    ["betweens", "in-betweens"], ...jointNames.map((n) => [`weights:name:${n}`, `weights of ${n}`])]);
  offer("face", [["", "no expression"], ...expressions.map((n, i) => [String(i), n])]);
  $("face").hidden = $("amount").hidden = expressions.length === 0;
}

function showDraft({ clips, ready, vertices, joints, levels, ...inside }, first) {
  offerInside(inside);
  $("levels").hidden = levels < 2;
  $("level").max = levels - 1;
  $("level-is").value = $("level").value;
  if (first) {
    player.forget();
    $("name").textContent = plain(model.name);
    document.title = `${$("name").textContent} · pelt`;
    $("counts").textContent = `${whole(vertices)} vertices, ${count([clips.length, "clip"])}`;
    for (const id of ["bytes", "off", "checksum"]) $(id).textContent = "–";
    $("verdict").textContent = "";
    $("warnings").replaceChildren();
    $("boards").replaceChildren();
    $("sample").hidden = !model.isSample;
  }
  $("downloads").inert = $("rom-list").inert = true;
  $("controls").disabled = $("looks").disabled = $("clips-file").disabled = false;
  if (!model.options.includes("--joints")) setJoints(joints);
  player.set(clips, ready);
}

function showReport(report, opened) {
  const sum = (what) => report.meshes.reduce((total, m) => total + m[what], 0);
  $("counts").textContent = `${whole(sum("vertices"))} vertices, ` +
    count([sum("triangles"), "triangle"], [report.joints, "joint"], [report.clips.length, "clip"]);
  $("bytes").textContent = `${whole(report.bytes)} bytes`;
  $("off").textContent = `${report.error.toExponential(1)} of its size`;
  $("checksum").textContent = hex(opened.checksum);
  $("warnings").replaceChildren(...report.warnings.map((w) => make("li", {}, w)));
  $("verdict").textContent = showBoards(report.targets, advise);
  $("downloads").inert = $("rom-list").inert = false;
  player.set(opened.clips, opened.ready);
  roms ??= offerRoms(run, () => model); // not sooner, as it takes a worker
}

/// Baking /////////////////////////////////////////////////////////////////////////////////////////

function stopBaker() {
  baker?.busy && baker.stop();
  if (baker?.busy) baker = null;
}

// Bakes the first clips without fitting them, unless it is outdated when its turn comes.
function draft(mine, { name, files }, options, clips) {
  const next = drafts.then(() => mine === turn
    ? crew.ask("open", { files, args: ["", name, ...options], clips }) : undefined);
  drafts = next.catch(() => undefined);
  return next;
}

// Shows the rest pose of another model, then the clip that is seen, then all clips. What has been
// opened is shown even if it is outdated by then, as the worker plays it.
async function showDrafts(mine, given, options) {
  let clips = given.files !== model?.files ? 0 : ALL;
  for (;;) {
    const opened = await draft(mine, given, options, clips);
    if (opened === undefined) return undefined;
    const first = given.files !== model?.files;
    model = { ...given, options, turn: mine, isBaked: false };
    showDraft(opened, first);
    if (opened.ready === opened.clips.length) return opened;
    clips = clips === 0 && opened.clips.length > 8 ? movingClip(opened.clips) + 1 || ALL : ALL;
  }
}

// Measures errors and fits the clips within the allowed one; returns a problem, or undefined if it
// is outdated.
async function measure(mine, { name, files }, options, clips) {
  const doing = `Fitting ${count([clips, "clip"])} within the error`;
  const cancel = () => {
    turn++;
    stopBaker();
    over(turn, "not baked");
    pend("A draft: its clips are not fitted", null, "Fit them", () => bake());
  };
  if (mine !== turn) return undefined;
  pend(doing, -1, "Cancel", cancel);
  await new Promise((done) => setTimeout(done, REST_MS));
  if (mine !== turn) return undefined;
  baker ??= new Crew(code, module);
  baker.busy = true;
  const { stdout, stderr, files: made } = await baker.ask("run", { files,
    args: ["bake", name, ...options, "-o", OUT, "--json", "--target", "all"] },
  (percent) => mine === turn && pend(doing, percent, "Cancel", cancel));
  if (mine !== turn) return undefined;
  baker.busy = false;
  if (made[OUT] === undefined) return stderr || "These options bake nothing"; // --help
  const opened = await crew.ask("open", { files: { ...files, [OUT]: made[OUT] }, args: [OUT, name, ...options], clips: -1 });
  if (mine !== turn) return undefined;
  const report = JSON.parse(stdout);
  model.isBaked = true;
  showReport(report, opened);
  return "";
}

function over(mine, words) {
  pend("");
  document.body.classList.remove("busy");
  document.body.dataset.baked = mine;
  $("state").textContent = words;
}

// Bakes the wanted model with the current options. before: a problem that stays to be read.
const bake = (before = "") => baking = bakeNow(before);

async function bakeNow(before) {
  const mine = ++turn, given = wanted, options = bakeOptions(), begun = performance.now();
  let problem;
  complain(before);
  performance.mark(`asked ${mine}`);
  stopBaker();
  document.body.classList.add("busy");
  pend(wanted.files !== model?.files ? `Opening ${plain(wanted.name)} …` : "Changing it …");
  try {
    const opened = await showDrafts(mine, given, options);
    problem = opened && await measure(mine, given, options, opened.clips.length);
  } catch (error) {
    problem = mine === turn ? error.message : undefined;
  }
  if (problem === undefined) return;
  if (baker !== null) baker.busy = false;
  if (problem !== "") complain(problem);
  over(mine, problem === "" ? `baked in ${Math.round(performance.now() - begun)} ms` : "not baked");
}

async function open(name, files, problem) {
  complain("");
  if (problem !== undefined || name === undefined) return complain(problem ?? "There is no file");
  if (/\.pelt$/i.test(name))
    return complain(`${plain(name)} has been baked already, drop the glTF file that it was made of`);
  await show({ name: name.replace(/^-/, "./-"), files }, resetOptions); // no option
}

// Puts the clips of another file, which stands in a folder of its own, behind those of the model.
async function takeClips(name, files, problem) {
  complain("");
  if (problem !== undefined || name === undefined) return complain(problem ?? "There is no file");
  // One word, and one file of a list; files that it refers to keep their names.
  const at = (n) => `clips/${n}`.replace(n === name ? /[\s,"']/g : /[\s,"'](?=.*\/)/g, "_");
  const added = Object.fromEntries(Object.entries(files).map(([n, bytes]) => [at(n), bytes]));
  await show({ ...wanted, files: { ...wanted.files, ...added } }, () => setClipsFrom(at(name)));
}

// Bakes another model, with other options; if it cannot be shown, the one before stays.
async function show(next, changeOptions) {
  const before = wanted, putBack = keepOptions();
  const mine = wanted = next, { files } = next;
  $("advice").textContent = "";
  changeOptions();
  let seen;
  for (bake(); seen !== baking; await seen) seen = baking; // options may change in the meantime
  if (wanted !== mine || model?.files === files || before === null) return;
  wanted = before;
  putBack();
  if (model === null) return;
  const still = ` · ${plain(model.name)} is still shown`;
  if (!$("problem").textContent.endsWith(still)) $("problem").append(still);
  if (!model.isBaked) bake($("problem").textContent);
}

// Runs the tool independently. Returns its files, or false after showing its message; with --help all
// of the result.
async function run(args) {
  const own = new Crew(code, module);
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

// Finds options with which the model fits a board, and takes them.
async function advise(board) {
  const own = new Crew(code, module), { name, files, options } = model, name_ = boardName(board);
  $("advice").textContent = `${name_}: trying what makes it fit …`;
  let answer, more = "";
  try {
    const { stdout, stderr } = await own.ask("run", { files,
      args: ["bake", name, ...options, "-o", OUT, "--json", "--target", board] });
    answer = "it " + (stdout ? JSON.parse(stdout).target.advice ?? "fits" : stderr);
    if (answer.startsWith("it fits with")) more = answer.split(` --target ${board} `)[1] ?? "";
  } catch (error) { // for example when memory runs out
    answer = error.message;
  }
  own.stop();
  if (files !== model?.files) return;
  $("advice").textContent = `${name_}: ${answer.split(": pelt bake ")[0]}${more ? `: ${more}, which is set now` : ""}`;
  if (more === "") return;
  setOptions([...options, ...more.split(" ")]);
  await bake();
}

function look(shows) {
  screen.shows = shows;
  document.querySelectorAll("input[name=shows]")[shows].checked = true;
  screen.draw();
}

document.querySelectorAll("input[name=shows]").forEach((input, i) => input.onchange = () => look(i));
watchOptions(() => wanted && bake());
$("level").oninput = ({ target }) => {
  $("level-is").value = target.value;
  screen.draw();
};
for (const id of ["over", "face", "amount"]) $(id).oninput = () => screen.draw();
takeFiles(open, takeClips, complain);
takeKeys(player, screen, look);
offerDownloads(run, () => model);

const { name, files, options, isSample } = JSON.parse($("character").textContent);
wanted = { name, isSample, files: Object.fromEntries(Object.entries(files).map(([n, text]) => [n, fromBase64(text)])) };
setOptions(options);
bake();
