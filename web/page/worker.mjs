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
  const { clip, time, other, otherTime, share, width, height, yaw, pitch, zoom, shows, limit } = wanted;
  const blends = other !== undefined && share > 0;
  const error = shows === 1 && !blends ? exports.live_error(clip, time) : undefined;
  exports.live_pose(clip, time, blends ? other : NONE, otherTime ?? 0, share);
  const checksum = exports.live_checksum() >>> 0;
  const at = exports.live_draw(width, height, yaw & 65535, pitch & 65535, zoom,
    error === undefined && shows === 1 ? 0 : shows, limit);
  const pixels = exports.memory.buffer.slice(at, at + 4 * width * height);
  return { wanted, pixels, checksum, error };
}

const jobs = {
  async begin({ bytes }) {
    pelt = await load(bytes);
  },
  run: ({ args, files }) => pelt.run(args, files),
  async open({ args, files }) {
    const disk = new Memory(files);
    const opened = await pelt.start(disk);
    const status = opened.exports.live_open(...opened.words(args));
    if (status !== 0) throw new Error(new TextDecoder().decode(disk.said("stderr")));
    live = opened;
    live.exports.live_pose(-1, 0, NONE, 0, 0);
    return { checksum: live.exports.live_checksum() >>> 0, vertices: live.exports.live_vertices() };
  },
  frame,
};

self.onmessage = ({ data: { id, job, given } }) => {
  last = last.then(async () => {
    try {
      const result = await jobs[job](given);
      self.postMessage({ id, result }, result?.pixels ? [result.pixels] : []);
    } catch (error) {
      self.postMessage({ id, problem: error.message });
    }
  });
};
