// SPDX-License-Identifier: MIT
// Takes files that are dropped or chosen: a .glb, or a .gltf with the files that it refers to, as a
// model, or for its clips.
import { $ } from "./dom.mjs";

const SLOW_MS = 3000; // then the page says that it waits, as a file of a network may never come

const read = async (file, path) => [path, new Uint8Array(await file.arrayBuffer())];

// What a folder has, by its handle or its entry.
async function* inside(folder) {
  if (folder.values) return yield* folder.values();
  const reader = folder.createReader();
  for (let some; (some = await new Promise((done, failed) => reader.readEntries(done, failed))).length > 0;) yield* some;
}

// Collects the files of a dropped folder.
async function walk(folder, path, out) {
  for await (const one of inside(folder))
    if (one.isDirectory || one.kind === "directory") await walk(one, `${path}${one.name}/`, out);
    else out.push(await read(await (one.getFile?.() ?? new Promise((done, failed) => one.file(done, failed))), path + one.name));
  return out;
}

// Where the page comes from a disk Chromium reads no entry, but files and handles, which others lack or refuse.
async function unpack(item) {
  const entry = item.webkitGetAsEntry?.(), file = item.getAsFile();
  if (!entry?.isDirectory) return file === null ? [] : [await read(file, file.name)];
  return walk(await item.getAsFileSystemHandle?.().catch(() => null) ?? entry, `${entry.name}/`, []);
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
    if (problem !== undefined || Object.keys(files).length > 0) taken = model;
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
    const items = [...event.dataTransfer.items].filter((item) => item.kind === "file"); // else text or a link
    if (items.length > 0)
      give(Promise.all(items.map(unpack)).then((all) => all.flat()),
        event.target.closest?.("#clips, .take") ? whenClips : whenDropped);
  });
  for (const [id, take] of [["file", whenDropped], ["clips-file", whenClips]])
    $(id).addEventListener("change", ({ target }) => {
      give(Promise.all([...target.files].map((f) => read(f, f.name))), take).then(() => target.value = "");
    });
}
