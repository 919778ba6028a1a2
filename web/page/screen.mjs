// SPDX-License-Identifier: MIT
// The canvas: draws frames on request, one at a time; turning and zooming.
import { $ } from "./dom.mjs";

const YAW = 5461, PITCH = 1900, LARGEST = 1024, HALF_TURN = 32768;
const between = (low, value, high) => Math.min(high, Math.max(low, value));

export class Screen {
  #busy = false;
  #again = false;
  #pointers = new Map();
  #spread = 0;

  // moment(): returns what to show now, or undefined; shown(frame): called after it is on the
  // canvas.
  constructor(crew, moment, shown) {
    Object.assign(this, { crew, moment, shown, shows: 0, canvas: $("view") });
    this.context = this.canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    this.reset();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.#listen();
  }

  reset() {
    const zoom = this.canvas.clientWidth < 560 ? 0.9 : 1; // controls cover more of it
    Object.assign(this, { yaw: YAW, pitch: PITCH, zoom });
  }

  turn(by, tip = 0) {
    this.yaw = (this.yaw + Math.round(by) + 65536) % 65536;
    this.pitch = between(-8000, Math.round(this.pitch + tip), 14000);
    this.draw();
  }

  nearer(factor) {
    this.zoom = between(0.4, this.zoom * factor, 6);
    this.draw();
  }

  #size() {
    const { clientWidth, clientHeight } = this.canvas;
    const scale = Math.min(devicePixelRatio, LARGEST / clientWidth, LARGEST / clientHeight);
    return [clientWidth, clientHeight].map((n) => between(8, Math.round(n * scale), LARGEST));
  }

  // Draws soon; requests in the meantime come after it.
  async draw() {
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#again) {
      this.#again = false;
      const moment = this.moment();
      if (moment === undefined) break;
      const [width, height] = this.#size();
      try {
        const frame = await this.crew.ask("frame", { ...moment, width, height, yaw: this.yaw,
          pitch: this.pitch, zoom: this.zoom, shows: this.shows });
        if (this.canvas.width !== width) this.canvas.width = width;
        if (this.canvas.height !== height) this.canvas.height = height;
        this.context.putImageData(new ImageData(new Uint8ClampedArray(frame.pixels), width, height), 0, 0);
        this.shown(frame);
      } catch (error) {
        this.shown({ problem: error.message });
      }
    }
    this.#busy = false;
  }

  #distance() {
    const [a, b] = [...this.#pointers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  }

  #listen() {
    const { canvas } = this;
    const up = (event) => this.#pointers.delete(event.pointerId);
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.#pointers.size === 2) this.#spread = this.#distance();
    });
    canvas.addEventListener("pointermove", (event) => {
      const from = this.#pointers.get(event.pointerId);
      if (from === undefined) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      Object.assign(from, { x: event.clientX, y: event.clientY });
      if (this.#pointers.size === 2) {
        const spread = this.#distance();
        this.nearer(spread / Math.max(1, this.#spread));
        this.#spread = spread;
      } else {
        this.turn(x / canvas.clientWidth * HALF_TURN * 1.4, y / canvas.clientHeight * HALF_TURN / 2);
      }
    });
    for (const kind of ["pointerup", "pointercancel"]) canvas.addEventListener(kind, up);
    canvas.addEventListener("dblclick", () => {
      this.reset();
      this.draw();
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.nearer(Math.exp(-event.deltaY * 0.0015));
    }, { passive: false });
  }
}
