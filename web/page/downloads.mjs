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

// make(args) runs the tool on the current model and returns false if that fails.
export function offerDownloads(run, model) {
  const offer = (button, suffix, args) => button.onclick = async () => {
    const name = args ? `${identifier(model().name)}${suffix}` : `${stem(model().name)}${suffix}`;
    const out = `${stem(model().name)}.pelt`;
    button.disabled = true;
    const files = await run(["bake", model().name, "-o", out, ...(args ? ["--c", identifier(model().name)] : []),
      ...model().options]);
    button.disabled = false;
    if (files) give(name, files[args ? name : out]);
  };
  offer($("get-blob"), ".pelt", false);
  offer($("get-source"), ".c", true);
  offer($("get-header"), ".h", true);
}

// Adds a button for each showcase that the module carries, from the tool's own list.
export async function offerRoms(run, model) {
  const { stdout } = await run(["rom", "--help"]);
  const machines = [...stdout.matchAll(/^ {2}\.(\w+) +(.*?)( \(not carried.*\))?$/gm)];
  const carried = machines.filter(([, , , lacks]) => lacks === undefined);
  for (const [, suffix, what] of carried) {
    const button = make("button", { id: `get-${suffix}`, type: "button" }, `.${suffix}`, make("small", {}, what));
    button.setAttribute("aria-label", `ROM for ${what}, .${suffix}`);
    button.onclick = async () => {
      const name = `${stem(model().name)}.${suffix}`;
      button.disabled = true;
      const files = await run(["rom", model().name, "-o", name, ...model().options], true);
      button.disabled = false;
      if (files) give(name, files[name]);
    };
    $("rom-list").append(button);
  }
  if (carried.length === 0)
    $("roms").textContent = "No ROMs: this page carries no showcases; make showcases page builds one that does.";
}
