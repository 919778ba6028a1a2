// SPDX-License-Identifier: MIT
// Shows the results of `pelt bake --target all`.
import { $, make, size } from "./dom.mjs";

// These come first; others keep the tool's names.
const NAMES = {
  rp2040: "Raspberry Pi Pico", rp2350: "Raspberry Pi Pico 2", "rp2350-hazard3": "Pico 2, RISC-V",
  gba: "Game Boy Advance", nds: "Nintendo DS", psx: "PlayStation", n64: "Nintendo 64",
  playdate: "Playdate", microbit: "BBC micro:bit", esp32c3: "ESP32-C3", esp32c6: "ESP32-C6",
  esp32: "ESP32", esp32s3: "ESP32-S3", stm32f405: "STM32F405", stm32f411: "STM32F411", stm32h743: "STM32H743",
  nrf52840: "nRF52840", samd51: "SAMD51", teensy41: "Teensy 4.1",
};
const ORDER = Object.keys(NAMES);
const place = (board) => (ORDER.indexOf(board) + ORDER.length + 1) % (ORDER.length + 1);

const speed = (fps) => fps >= 100 ? String(Math.round(fps)) : fps.toFixed(1);

function memory(used, of) {
  const part = Math.min(1, used / of);
  return make("td", {}, size(used), make("small", { style: "display:inline" }, ` of ${size(of)}`),
    make("span", { className: used > of ? "meter over" : "meter", data: { "aria-hidden": true } },
      make("i", { style: `width:${Math.max(2, 100 * part)}%` })));
}

// whenAsked: called for the options that would make the model fit.
export function showBoards(targets, whenAsked) {
  const sorted = [...targets].sort((a, b) => place(a.board) - place(b.board));
  $("boards").replaceChildren(...sorted.map((t) => {
    const ask = make("button", { type: "button", onclick: () => whenAsked(t.board),
      data: { "aria-label": `What would make it fit ${boardName(t.board)}?` } }, "No: what would?");
    return make("tr", { className: ORDER.includes(t.board) ? "" : "rare", data: { "data-board": t.board } },
      make("td", {}, NAMES[t.board] ?? t.board,
        make("small", {}, `${NAMES[t.board] ? `${t.board}, ` : ""}${t.core}, ${+t.mhz.toFixed(1)} MHz`)),
      make("td", {}, make("b", {}, speed(t.fps)), " fps",
        make("small", {}, `${t.width} × ${t.height}, ${t.basis}; without drawing ${speed(t.fps_pose_skin)}`)),
      memory(t.flash, t.flash_of), memory(t.ram, t.ram_of),
      make("td", { className: t.fits ? "yes" : "no" }, t.fits ? "Yes" : ask));
  }));
}

$("all-boards").onclick = () => {
  const all = $("all-boards").getAttribute("aria-expanded") !== "true";
  $("all-boards").setAttribute("aria-expanded", all);
  $("all-boards").textContent = all ? "Fewer boards" : "All boards";
  $("boards").classList.toggle("all", all);
};

export const boardName = (board) => NAMES[board] ?? board;
