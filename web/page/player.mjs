// SPDX-License-Identifier: MIT
// Chooses the moment and the clips to show: buttons, slider, blending, the clock.
import { $, make } from "./dom.mjs";

const STEP_S = 1 / 30;
const seconds = (s) => `${s.toFixed(3)} s`;

// The clip that is seen first.
export const movingClip = (clips) => clips.findIndex((c) => c.end > c.start);

export class Player {
  #since = 0;

  // changed(): called when something else is to be shown.
  constructor(changed) {
    Object.assign(this, { changed, at: 0, otherAt: 0, playing: false });
    this.forget();
    $("play").onclick = () => this.toggle();
    $("time").oninput = ({ target }) => {
      this.playing = false;
      this.seek(this.#length() * target.value / 1000);
    };
    $("share").oninput = () => this.#tell();
    $("other").onchange = () => {
      this.otherAt = 0;
      this.#tell();
    };
  }

  // Sets the clips of another bake, of which the first `ready` can be played, and keeps the clip if
  // there is one of that name. Buttons stay if the names do, so that they keep the focus.
  set(clips, ready) {
    const name = this.clips[this.clip]?.name, names = JSON.stringify(clips.map((c) => c.name));
    const other = $("other").value;
    Object.assign(this, { clips, ready });
    if (names !== this.names) {
      $("clips").replaceChildren(...[{ name: "rest" }, ...clips].map(({ name: label }, i) =>
        make("button", { type: "button", onclick: () => this.choose(i - 1) }, label || `clip ${i - 1}`)));
      $("other").replaceChildren(make("option", { value: "" }, "no other clip"), ...clips.map((c, i) =>
        make("option", { value: String(i) }, c.name || `clip ${i}`)));
      $("other").value = clips[other] ? other : "";
      this.names = names;
    }
    [...$("clips").children].forEach((button, i) => button.disabled = i > ready);
    $("other").disabled = ready < clips.length;
    $("blend").hidden = clips.length < 2;
    const again = clips.findIndex((c) => c.name === name), moving = movingClip(clips);
    if (moving < ready && (!this.begun || (again < 0 && this.clip >= 0))) {
      this.begun = moving >= 0;
      this.choose(moving);
      moving < 0 || matchMedia("(prefers-reduced-motion: reduce)").matches ? this.pause() : this.play();
    } else {
      this.clip = this.clip < 0 || again >= ready ? -1 : again;
      this.seek(this.at);
    }
  }

  forget() {
    Object.assign(this, { clips: [], ready: 0, clip: -1, names: "", begun: false, playing: false });
    $("share").value = 0;
  }

  #length(clip = this.clip) {
    const c = this.clips[clip];
    return c ? c.end - c.start : 0;
  }

  choose(clip) {
    if (clip >= this.ready) return;
    this.clip = clip;
    this.seek(0);
  }

  // Seconds from the clip's start, to the millisecond, so that the shown time is the one that is
  // played. Frames add whole milliseconds.
  seek(at) {
    this.at = Math.round(Math.min(Math.max(at, 0), this.#length()) * 1000) / 1000;
    this.#tell();
  }

  step(by) {
    this.pause();
    const length = this.#length();
    if (length > 0) this.seek((this.at + by * STEP_S + length) % length);
  }

  toggle() {
    this.playing ? this.pause() : this.play();
  }

  pause() {
    this.playing = false;
    this.#tell();
  }

  play() {
    if (this.#length() === 0) return;
    const again = !this.playing;
    this.playing = true;
    this.#since = performance.now();
    if (again) requestAnimationFrame((now) => this.#tick(now));
    this.#tell();
  }

  #tick(now) {
    if (!this.playing) return;
    const ms = Math.max(0, Math.floor(now - this.#since)), length = this.#length();
    this.#since += ms;
    if (length > 0) this.seek((this.at + ms / 1000) % length);
    this.otherAt += ms / 1000;
    requestAnimationFrame((next) => this.#tick(next));
  }

  // The moment for the tool, in glTF's seconds.
  moment() {
    const clip = this.clips[this.clip], other = $("other").value === "" ? undefined : Number($("other").value);
    const second = this.clips[other];
    return { clip: this.clip, time: clip ? clip.start + this.at : 0,
      other: second && this.clip >= 0 ? other : undefined,
      otherTime: second ? second.start + (this.#length(other) > 0 ? this.otherAt % this.#length(other) : 0) : 0,
      share: Number($("share").value) / 100 };
  }

  #tell() {
    const length = this.#length(), time = $("time");
    [...$("clips").children].forEach((b, i) => b.setAttribute("aria-pressed", i - 1 === this.clip));
    time.disabled = $("play").disabled = length === 0;
    time.value = length > 0 ? Math.round(this.at / length * 1000) : 0;
    time.setAttribute("aria-valuetext", `${seconds(this.at)} of ${seconds(length)}`);
    $("clock").value = seconds(this.at);
    $("play").classList.toggle("playing", this.playing);
    $("play").setAttribute("aria-label", this.playing ? "Pause" : "Play");
    $("share").disabled = $("other").value === "" || this.clip < 0;
    $("percent").value = `${$("share").value} %`;
    this.changed();
  }
}
