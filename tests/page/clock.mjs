// SPDX-License-Identifier: MIT
// node clock.mjs: ten seconds of frames move the page's clock by ten seconds, at any rate of frames.
import assert from "node:assert";

const controls = {};
globalThis.document = { getElementById: (id) => controls[id] ??=
  { value: "", children: [], classList: { toggle() {} }, setAttribute() {} } };
let frame;
performance.now = () => 0;
globalThis.requestAnimationFrame = (next) => frame = next;
const { Player } = await import("../../web/page/player.mjs");

for (const hertz of [30, 60, 75, 144, 240, 2000]) {
  const player = Object.assign(new Player(() => {}), { clips: [{ start: 0, end: 60 }], clip: 0 });
  player.play();
  for (let i = 1; i <= 10 * hertz; i++) frame(1000 * i / hertz);
  for (const at of [player.at, player.otherAt])
    assert(Math.abs(at - 10) < 0.01, `${at} s after 10 s of ${hertz} frames`);
}
