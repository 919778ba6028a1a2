// SPDX-License-Identifier: MIT
// A worker of the page: runs the tool, or plays one character. It does one job after the other.
import { Memory } from "../wasm/memory.mjs";
import { load } from "../wasm/pelt.mjs";

const NONE = -2; // no second clip

let pelt, live;
let last = Promise.resolve();

// The contents of one picture, and the request for it.
function frame(wanted) {
  const { exports } = live;
  const { clip, time, other, otherTime, share, width, height, yaw, pitch, zoom, shows, limit, level, over, face, amount } = wanted;
  if (over !== live.over) exports.live_show(...live.words(over ? [over] : []));
  live.over = over;
  exports.live_face(face, amount);
  const blends = other !== undefined && share > 0;
  const error = shows === 1 && !blends ? exports.live_error(clip, time) : undefined;
  exports.live_pose(clip, time, blends ? other : NONE, otherTime ?? 0, share);
  const checksum = exports.live_checksum() >>> 0;
  const at = exports.live_draw(width, height, yaw & 65535, pitch & 65535, zoom,
    error === undefined && shows === 1 ? 0 : shows, limit, level);
  const pixels = exports.memory.buffer.slice(at, at + 4 * width * height);
  return { wanted, pixels, checksum, error };
}

const jobs = {
  async begin({ module }) {
    pelt = await load(module);
  },
  run: ({ args, files }, told) => pelt.run(args, files, told),
  // clips: how many to bake quickly, or -1 to open the blob that the first argument names.
  async open({ args, files, clips }) {
    const disk = new Memory(files), opened = await pelt.start(disk), { exports } = opened;
    let status, problem = "";
    try {
      status = exports.live_open(...opened.words(args), clips);
    } catch (error) { // memory runs out, or the tool exits
      problem = error.message;
    }
    if (status !== 0) throw new Error(disk.shown() || problem);
    live = opened;
    exports.live_pose(-1, 0, NONE, 0, 0);
    const all = exports.live_clip_count(), expressions = [];
    for (let at; (at = exports.live_expression(expressions.length)) !== 0;) expressions.push(opened.text(at));
    return { checksum: exports.live_checksum() >>> 0, vertices: exports.live_vertices(), levels: exports.live_levels(), joints: exports.live_joints(),
      expressions, jointNames: Array.from({ length: exports.live_joints() }, (_, i) => opened.text(exports.live_joint_name(i))),
      ready: clips < 0 ? all : Math.min(clips, all), clips: Array.from({ length: all }, (_, i) => ({
        name: opened.text(exports.live_clip_name(i)), start: exports.live_clip_time(i, 0), end: exports.live_clip_time(i, 1) })) };
  },
  frame,
};

self.onmessage = ({ data: { id, job, given } }) => {
  last = last.then(async () => {
    try {
      const result = await jobs[job](given, (percent) => self.postMessage({ id, percent }));
      self.postMessage({ id, result }, result?.pixels ? [result.pixels] : []);
    } catch (error) {
      self.postMessage({ id, problem: error.message });
    }
  });
};
