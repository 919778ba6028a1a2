// SPDX-License-Identifier: MIT
// Offers files for download, which the tool makes on request.
import { $, make } from "./dom.mjs";

export const stem = (name) => name.replace(/^.*\//, "").replace(/\.[^.]*$/, "") || "model";
const identifier = (name) => stem(name).toLowerCase().replace(/[^a-z0-9_]/g, "_").replace(/^(?=\d)/, "_");

function give(name, bytes) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// run(args): runs the tool on the current model; returns its files, or false if that fails. wanted(): the
// tool's arguments, and the file to take.
function offerFile(button, run, wanted) {
  button.onclick = async () => {
    const [args, name] = wanted();
    button.disabled = true;
    const files = await run(args);
    button.disabled = false;
    if (files) give(name, files[name]);
  };
}

export function offerDownloads(run, model) {
  const name = () => identifier(model().name);
  const bake = (...more) => ["bake", model().name, ...model().options, "-o", `${stem(model().name)}.pelt`, ...more];
  offerFile($("get-blob"), run, () => [bake(), `${stem(model().name)}.pelt`]);
  for (const [id, suffix] of [["get-source", ".c"], ["get-header", ".h"]])
    offerFile($(id), run, () => [bake("--c", name()), name() + suffix]);
}

// Adds a button for each showcase that the module carries, from the tool's own list.
export async function offerRoms(run, model) {
  const { stdout } = await run(["rom", "--help"]);
  const machines = [...stdout.matchAll(/^ {2}\.(\w+) +(.*?)( \(not carried.*\))?$/gm)];
  const carried = machines.filter(([, , , lacks]) => lacks === undefined);
  for (const [, suffix, what] of carried) {
    const button = make("button", { id: `get-${suffix}`, type: "button" }, `.${suffix}`, make("small", {}, what));
    button.setAttribute("aria-label", `ROM for ${what}, .${suffix}`);
    const name = () => `${stem(model().name)}.${suffix}`;
    offerFile(button, run, () => [["rom", model().name, ...model().options, "-o", name()], name()]);
    $("rom-list").append(button);
  }
  if (carried.length === 0)
    $("roms").textContent = "No ROMs: this page carries no showcases; make showcases page builds one that does.";
}
