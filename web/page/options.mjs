// SPDX-License-Identifier: MIT
// The options of the bake: the controls, and their words on the command line.
import { $ } from "./dom.mjs";

const ERRORS = ["2e-5", "1/16384", "1/8192", "1/4096", "1/2048", "1/1024", "1/512", "1/256"];
const DEFAULTS = { exact: "1/8192", lean: "1/4096", float: "2e-5" };
const SECOND_NAMES = { q16: "exact", q12: "lean", f32: "float" };

const precision = () => document.querySelector("input[name=precision]:checked").value;
const error = () => ERRORS[$("error").value];
let last = "exact"; // the encoding whose default error the slider may show

// Splits words as a shell does, quotes included.
const split = (text) => (text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [])
  .map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));

// Of a pasted command line its files and answers are left out, as the page has its own.
const OURS = ["-o", "--c", "--depfile", "--target"], ANSWERS = ["--json", "--verbose", "--"];
const ours = (word) => OURS.includes(word?.split("=")[0]) || ANSWERS.includes(word);
const chosen = (words) => words.filter((word, i) => !ours(word) && !OURS.includes(words[i - 1]));

export function bakeOptions() {
  const joints = $("joints");
  return [
    ...(precision() === "exact" ? [] : ["--precision", precision()]),
    ...(error() === DEFAULTS[precision()] ? [] : ["--error", error()]),
    ...(Number(joints.value) < Number(joints.max) ? ["--joints", joints.value] : []),
    ...chosen(split($("more").value)),
  ];
}

// The error that a vertex may have, as a fraction of the model's size.
export function allowed() {
  const [above, below] = error().split("/").map(Number);
  return above / (below ?? 1);
}

function tell() {
  const joints = $("joints");
  if (error() === DEFAULTS[last]) $("error").value = ERRORS.indexOf(DEFAULTS[precision()]);
  last = precision();
  $("error-is").value = `${error()} of its size`;
  $("error").setAttribute("aria-valuetext", $("error-is").value);
  $("joints-is").value = Number(joints.value) < Number(joints.max) ? `${joints.value} of ${joints.max}`
    : `all ${joints.max}`;
  $("joints").setAttribute("aria-valuetext", $("joints-is").value);
}

// Sets the range of joints for another model.
export function setJoints(count) {
  const joints = $("joints"), all = joints.value === joints.max;
  joints.max = count;
  if (all) joints.value = count;
  tell();
}

// Puts options of a command line into the controls.
export function setOptions(args) {
  const more = [];
  let allows;
  for (let i = 0; i < args.length; i++) {
    const value = args[i + 1];
    const radio = args[i] === "--precision" &&
      document.querySelector(`input[name=precision][value="${SECOND_NAMES[value] ?? value}"]`);
    if (radio) {
      radio.checked = true;
      i++;
    } else if (args[i] === "--error" && ERRORS.includes(value)) {
      allows = ERRORS.indexOf(value);
      i++;
    } else {
      more.push(/[\s"']/.test(args[i]) ? `"${args[i].replaceAll('"', `"'"'"`)}"` : args[i]);
    }
  }
  $("more").value = more.join(" ");
  tell();
  if (allows !== undefined) $("error").value = allows;
  tell();
}

// Takes clips of another file instead of one before.
export function setClipsFrom(path) {
  $("more").value = `${$("more").value.replace(/ *--clips-from \S+/, "")} --clips-from ${path}`.trim();
}

export function resetOptions() {
  $("options").reset();
  last = precision();
  $("joints").max = $("joints").value = 1;
  tell();
}

// Returns a function that restores the current state of the controls.
export function keepOptions() {
  const controls = [...$("options").elements], was = controls.map(({ checked, value }) => [checked, value]);
  const { max } = $("joints");
  return () => {
    $("joints").max = max;
    controls.forEach((e, i) => e.type === "radio" ? e.checked = was[i][0] : e.value = was[i][1]);
    last = precision();
    tell();
  };
}

// whenChanged: called for every change, but a moment after the last letter.
export function watchOptions(whenChanged) {
  let rest;
  $("options").addEventListener("submit", (event) => event.preventDefault());
  $("options").addEventListener("input", ({ target }) => {
    tell();
    clearTimeout(rest);
    rest = setTimeout(whenChanged, target.type === "text" ? 600 : 0);
  });
}
