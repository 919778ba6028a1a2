// SPDX-License-Identifier: MIT
// Takes files that are dropped or chosen: a .glb, or a .gltf with the files that it refers to, as a
// model, or for its clips.
import { $ } from "./dom.mjs";

const SLOW_MS = 3000; // then the page says that it waits, as a file of a network may never come

const read = async (file, path) => [path, new Uint8Array(await file.arrayBuffer())];

// Collects the files of a dropped folder.
async function walk(entry, path, out) {
  if (entry.isFile) {
    const file = await new Promise((done, failed) => entry.file(done, failed));
    out.push(await read(file, path + entry.name));
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const entries = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (entries.length === 0) return;
    for (const one of entries) await walk(one, `${path}${entry.name}/`, out);
  }
}

// Returns { name, files } with the model among them, or undefined.
export function choose(files) {
  const names = Object.keys(files);
  const depth = (name) => name.split("/").length;
  const name = names.filter((n) => /\.(glb|gltf)$/i.test(n)).sort((a, b) => depth(a) - depth(b))[0];
  return name ?? names[0];
}

// whenDropped, whenClips: called with the files; the second for those of its own button, or dropped on the clips.
// whenSlow: called with words.
export function takeFiles(whenDropped, whenClips, whenSlow) {
  let models = 0, taken = 0; // the model that was dropped last stays, even if it is read first
  const give = async (reading, take) => {
    const model = take === whenDropped ? ++models : models;
    let files = {}, problem;
    const slow = setTimeout(() => model >= taken && whenSlow("The files are still being read: if nothing " +
      "comes, copy them to this machine's disk and drop them from there"), SLOW_MS);
    try {
      files = Object.fromEntries(await reading);
    } catch (error) {
      problem = `The files could not be read: ${error.message}`;
    }
    clearTimeout(slow);
    if (model < taken) return;
    taken = model;
    take(choose(files), files, problem);
  };
  let inside = 0;
  const shade = (more) => {
    inside = Math.max(0, inside + more);
    document.body.classList.toggle("dropping", inside > 0);
  };
  addEventListener("dragenter", () => shade(1));
  addEventListener("dragleave", () => shade(-1));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    shade(-inside);
    const entries = [...event.dataTransfer.items].map((i) => i.webkitGetAsEntry?.()).filter(Boolean);
    const files = [...event.dataTransfer.files];
    const take = event.target.closest?.("#clips, .take") ? whenClips : whenDropped;
    give(entries.length > 0 ? (async () => {
      const out = [];
      for (const entry of entries) await walk(entry, "", out);
      return out;
    })() : Promise.all(files.map((f) => read(f, f.name))), take);
  });
  for (const [id, take] of [["file", whenDropped], ["clips-file", whenClips]])
    $(id).addEventListener("change", ({ target }) => {
      give(Promise.all([...target.files].map((f) => read(f, f.name))), take).then(() => target.value = "");
    });
}
