// SPDX-License-Identifier: MIT
// Shows the results of `pelt bake --target all`.
import { $, make, size } from "./dom.mjs";

// Boards and consoles by the names under which they are sold. Other targets keep the tool's names and are
// shown on request.
const GROUPS = {
  "Boards": {
    rp2040: "Raspberry Pi Pico", rp2350: "Raspberry Pi Pico 2", "rp2350-hazard3": "Pico 2, RISC-V",
    microbit: "BBC micro:bit", esp32: "M5Stack (ESP32)", esp32s3: "ESP32-S3-BOX", esp32c3: "ESP32-C3",
    esp32c6: "ESP32-C6-LCD-1.47", nrf52840: "Adafruit CLUE (nRF52840)", samd51: "PyGamer (SAMD51)",
    teensy41: "Teensy 4.1", stm32f405: "Feather STM32F405", stm32f411: "Black Pill (STM32F411)",
    stm32h743: "Nucleo STM32H743",
  },
  "Consoles": {
    gba: "Game Boy Advance", nds: "Nintendo DS", psx: "PlayStation", n64: "Nintendo 64", playdate: "Playdate",
  },
};
const NAMES = Object.assign({}, ...Object.values(GROUPS));
const BASES = { measured: "measured in an emulator", counted: "instructions counted", estimate: "estimated" };

export const boardName = (board) => NAMES[board] ?? board;
const speed = (fps) => fps >= 10 ? String(Math.round(fps)) : fps.toFixed(1);

function memory(used, of) {
  return make("td", {}, size(used), make("small", { style: "display:inline" }, ` of ${size(of)}`),
    make("span", { className: used > of ? "meter over" : "meter", data: { "aria-hidden": true } },
      make("i", { style: `width:${Math.max(2, Math.min(100, 100 * used / of))}%` })));
}

function verdict(t, whenAsked) {
  if (t.fits) return make("td", { className: "yes" }, "Fits");
  const lacks = [["flash", t.flash - t.flash_of], ["RAM", t.ram - t.ram_of]].filter(([, n]) => n > 0)
    .map(([what, n]) => `${size(n)} of ${what}`).join(", ");
  return make("td", { className: "no" }, `Lacks ${lacks} `, make("button", { type: "button",
    onclick: () => whenAsked(t.board), data: { "aria-label": `Make it fit the ${boardName(t.board)}` } }, "Make it fit"));
}

const row = (t, whenAsked) => make("tr", { className: t.board in NAMES ? "" : "rare", data: { "data-board": t.board } },
  make("td", {}, boardName(t.board), make("small", {}, `${t.core}, ${+t.mhz.toFixed(1)} MHz`)),
  make("td", {}, make("b", {}, speed(t.fps)), " a second",
    make("small", {}, `${t.width} × ${t.height}, ${BASES[t.basis]}`)),
  memory(t.flash, t.flash_of), memory(t.ram, t.ram_of), verdict(t, whenAsked));

// whenAsked: called for the options that would make the model fit. Returns a sentence about all.
export function showBoards(targets, whenAsked) {
  const of = (board) => targets.find((t) => t.board === board);
  const had = document.activeElement?.closest("[data-board]")?.dataset.board;
  const others = targets.filter((t) => !(t.board in NAMES));
  const groups = [...Object.entries(GROUPS).map(([name, boards]) => [name, Object.keys(boards).map(of).filter(Boolean), ""]),
    ["Others", others, "rare"]];
  $("boards").replaceChildren(...groups.flatMap(([name, list, className]) => [
    make("tr", { className: `group ${className}` }, make("th", { colSpan: 5, scope: "rowgroup" }, name)),
    ...list.map((t) => row(t, whenAsked))]));
  if (had !== undefined) ($("boards").querySelector(`[data-board="${had}"] button`) ?? $("advice")).focus();
  $("all-boards").disabled = false;
  const sold = targets.filter((t) => t.board in NAMES), pico = of("rp2040");
  const fits = `Fits ${sold.filter((t) => t.fits).length} of ${sold.length} boards and consoles`;
  return pico?.fits ? `${fits}; ${speed(pico.fps)} pictures a second on a ${NAMES.rp2040}` : fits;
}

$("all-boards").onclick = () => {
  const all = $("all-boards").getAttribute("aria-expanded") !== "true";
  $("all-boards").setAttribute("aria-expanded", all);
  $("all-boards").textContent = all ? "Fewer boards" : "All boards";
  $("boards").classList.toggle("all", all);
};
