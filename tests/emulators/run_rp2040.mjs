#!/usr/bin/env -S node --max-inlined-bytecode-size-cumulative=8000
// SPDX-License-Identifier: MIT
// Runs an image on the RP2040 of rp2040js, an npm package, until it ends by semihosting:
//
//   run_rp2040.mjs [-p SCREEN.png] [-f PICTURES] IMAGE.uf2 WORD...
//
// Text, files and exit status are as with QEMU: 124 and 2 are left to the callers, 99 is a fault.
// Each block of the UF2 file and the CRC of the second stage must be right for the chip's ROM, or
// nothing runs. SCREEN is rebuilt from the bytes that reach an ST7789 on SPI0
// (boards/rp2040/panel.h). With -f it ends after so many pictures, and prints the CRC-32 of each.
//
// The emulator has one core. This script adds the second one: another of its cores on the same bus,
// the two FIFOs, the sequence that the ROM waits for, and turns by cycles. Instructions are one large
// function there, into which node by default inlines only the first few of its calls.
import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { GPIOPinState, Simulator } from "rp2040js";

const FLASH = 0x10000000, STAGE = 0x20041f00, NANOS = 8; // of a cycle at 125 MHz
const SIDE = 240, PIN_DC = 16, PIN_CS = 17;
const words = process.argv.slice(2);
const screen = words[0] === "-p" ? words.splice(0, 2)[1] : undefined;
const pictures = words[0] === "-f" ? Number(words.splice(0, 2)[1]) : Infinity;
const image = words.shift();

function fail(why, status = 2) {
  console.error(`run_rp2040: ${why}`);
  process.exit(status);
}

/// The image ///

const simulator = new Simulator(); // its clock is the chip's
const chip = simulator.rp2040, core0 = chip.core;

function load(file) {
  const count = file.length / 512;
  if (file.length === 0 || file.length % 512 !== 0) fail(`${image}: ${file.length} bytes, not blocks of 512`);
  for (let i = 0; i < count; i++) {
    const word = (n) => file.readUInt32LE(512 * i + 4 * n);
    // magic, magic, flags (there is a family), address, bytes, number, blocks, family, magic
    const want = [0x0a324655, 0x9e5d5157, 0x2000, FLASH + 256 * i, 256, i, count, 0xe48bff56];
    want.forEach((value, n) => {
      if (word(n) !== value) fail(`${image}: block ${i}, word ${n} is ${word(n)}, not ${value}`);
    });
    if (word(127) !== 0x0ab16f30) fail(`${image}: block ${i} has another end`);
    chip.flash.set(file.subarray(512 * i + 32, 512 * i + 288), 256 * i);
  }
}

// Does the work of the chip's ROM with the second stage, as the emulator comes without a ROM.
function boot() {
  let crc = 0xffffffff;
  for (let i = 0; i < 252; i++) {
    crc ^= chip.flash[i] << 24;
    for (let k = 0; k < 8; k++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  const stored = chip.flashView.getUint32(252, true);
  if (crc >>> 0 !== stored)
    fail(`${image}: the second stage has CRC ${(crc >>> 0).toString(16)}, and says ${stored.toString(16)}`);
  for (let i = 0; i < 256; i++) chip.writeUint8(STAGE + i, chip.flash[i]);
  core0.VTOR = 0;
  core0.SP = STAGE;
  core0.PC = STAGE;
}

/// The host's side ///

let status = -1;
function end(why) {
  console.log(`FAULT ${why} pc ${(chip.core.PC >>> 0).toString(16)}`);
  status = 99;
}
const quiet = () => {};
// Unimplemented registers cause a warning; a wild access causes one of the chip's own.
chip.logger = {
  debug: quiet, info: quiet, error: (_, text) => end(text),
  warn: (name, text) => (name === "RP2040" ? end(text) : quiet()),
};

const bytes = (at, count) => Uint8Array.from({ length: count }, (_, i) => chip.readUint8(at + i));
function string(at) {
  let end = at;
  while (chip.readUint8(end) !== 0) end++;
  return Buffer.from(bytes(at, end - at)).toString();
}

// open, close, write0, write, read, get_cmdline, exit_extended
const calls = {
  0x01: (word) => openSync(string(word(0)), word(1) < 4 ? "r" : "w"),
  0x02: (word) => (closeSync(word(0)), 0),
  0x04: (_, at) => (writeSync(1, string(at)), 0),
  0x05: (word) => word(2) - writeSync(word(0), bytes(word(1), word(2))),
  0x06: (word) => {
    const read = new Uint8Array(word(2)), count = readSync(word(0), read);
    for (let i = 0; i < count; i++) chip.writeUint8(word(1) + i, read[i]);
    return word(2) - count;
  },
  0x15: (word, at) => {
    const line = Buffer.from(words.join(" ") + "\0");
    if (line.length > word(1)) return -1;
    line.forEach((byte, i) => chip.writeUint8(word(0) + i, byte));
    chip.writeUint32(at + 4, line.length - 1);
    return 0;
  },
  0x20: (word) => ((status = word(1) & 255), 0),
};

/// The ROM ///

// The functions that the Pico SDK looks up, by the letters of their codes. Each is a breakpoint, whose
// work is done here, and a return. The tables of floats are empty.
const ROM = 0x100, EMPTY = 0x2000, DATA_TABLE = 2;
const named = (code) => rom.findIndex(([name]) => name && name.charCodeAt(0) + 256 * name.charCodeAt(1) === code);
const bits = (value) => value.toString(2).padStart(32, "0");
const fill = (to, count, byte) => {
  for (let i = 0; i < count; i++) chip.writeUint8(to + i, byte(i));
  return to;
};
const rom = [
  ["", (table, code) => table === DATA_TABLE ? EMPTY
    : named(code) < 0 ? 0 : 4 * named(code) + ROM + 1],
  ["P3", (x) => bits(x).replaceAll("0", "").length],
  ["L3", (x) => Math.clz32(x)],
  ["T3", (x) => x === 0 ? 32 : 31 - Math.clz32(x & -x)],
  ["R3", (x) => parseInt([...bits(x)].reverse().join(""), 2)],
  ["MS", (to, value, count) => fill(to, count, () => value & 255)],
  ["S4", (to, value, count) => fill(to, count, () => value & 255)],
  ["MC", (to, from, count) => fill(to, count, (i) => chip.readUint8(from + i))],
  ["C4", (to, from, count) => fill(to, count, (i) => chip.readUint8(from + i))],
];
rom.forEach((_, i) => (chip.bootrom[ROM / 4 + i] = 0x4770be00 | i)); // bkpt i; bx lr
[chip.bootrom[4], chip.bootrom[5], chip.bootrom[6]] = [0x0301754d, DATA_TABLE << 16 | 1, ROM | 1];

chip.onBreak = (code) => {
  if (chip.core.PC < 0x4000) {
    const { registers } = chip.core, [a, b, c] = registers;
    registers[0] = rom[code][1](a >>> 0, b >>> 0, c >>> 0);
    return;
  }
  if (code !== 0xab) return end(`bkpt ${code}`);
  const { registers } = chip.core, at = registers[1];
  const call = calls[registers[0]];
  try {
    registers[0] = call ? call((i) => chip.readUint32(at + 4 * i) >>> 0, at) : -1;
  } catch { // no such file, no room
    registers[0] = -1;
  }
};

/// The panel ///

// Collects bytes by the level of the data line while the panel is selected, and pixels in frames of
// 16 bits.
const pixels = new Uint16Array(SIDE * SIDE);
let code = 0, data = [], at = 0, shown = 0, column = [0, SIDE - 1], row = [0, SIDE - 1];
const pair = () => [data[0] << 8 | data[1], data[2] << 8 | data[3]];
function panel(value, bits) {
  if (chip.gpio[PIN_DC].value === GPIOPinState.Low) {
    code = value;
    data = [];
    at = 0;
    return;
  }
  if (code === 0x2c) {
    if (bits !== 16) return end("pixels of the panel must come in frames of 16 bits");
    const width = column[1] - column[0] + 1;
    const x = column[0] + (at % width), y = row[0] + Math.floor(at / width);
    if (x >= SIDE || y > row[1] || y >= SIDE) return end(`pixel ${x}, ${y} is not on the panel`);
    pixels[y * SIDE + x] = value;
    at++;
    if (x < SIDE - 1 || y < SIDE - 1) return;
    if (pictures < Infinity) console.log(`picture ${crc32(new Uint8Array(pixels.buffer)).toString(16).padStart(8, "0")}`);
    if (++shown === pictures) status = 0;
    return;
  }
  data.push(value);
  if (data.length === 4 && code === 0x2a) column = pair();
  if (data.length === 4 && code === 0x2b) row = pair();
}
chip.spi[0].onTransmit = (value) => {
  if (chip.gpio[PIN_CS].value === GPIOPinState.Low) panel(value, chip.spi[0].dataBits);
  chip.spi[0].completeTransmit(0); // the bus takes no time
};

function crc32(of) {
  let crc = -1;
  for (const byte of of) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  }
  return ~crc >>> 0;
}

// 24 bits a pixel, which Python's imaging library writes as PNG.
function write_png(path) {
  const rgb = Buffer.from([...pixels].flatMap((pixel) =>
    [(pixel >> 11) * 255 / 31, (pixel >> 5 & 63) * 255 / 63, (pixel & 31) * 255 / 31]));
  execFileSync("/usr/bin/python3", ["-c", "import sys; from PIL import Image\n" +
    `Image.frombytes("RGB", (${SIDE}, ${SIDE}), sys.stdin.buffer.read()).save(sys.argv[1])`, path], { input: rgb });
}

/// Core 1 ///

// Core 0 shares with core 1 here, but not on the chip: SysTick, interpolators, interrupts.
const core1 = new core0.constructor(chip), fifo = [[], []]; // to core 0, to core 1
let current = 0, running1 = false, start = [];
const { sio } = chip, sio_read = sio.readUint32.bind(sio), sio_write = sio.writeUint32.bind(sio);
const divider1 = new sio.constructor(chip), divides1 = (offset) => current === 1 && offset >= 0x60 && offset < 0x80;
sio.readUint32 = (offset) => {
  if (divides1(offset)) return divider1.readUint32(offset);
  if (offset === 0) return current;
  if (offset === 0x50) return (fifo[current].length > 0 ? 1 : 0) | (fifo[1 - current].length < 8 ? 2 : 0);
  return offset === 0x58 ? fifo[current].shift() ?? 0 : sio_read(offset);
};
sio.writeUint32 = (offset, value) => {
  if (divides1(offset)) return divider1.writeUint32(offset, value);
  if (offset === 0x50) return;
  if (offset !== 0x54) return sio_write(offset, value);
  value >>>= 0;
  if (current === 1 || running1) {
    if (fifo[1 - current].length < 8) fifo[1 - current].push(value);
    return;
  }
  // The words are 0, 0, 1, vectors, stack, entry: each comes back, and a wrong one starts anew.
  const want = [0, 0, 1][start.length];
  start = want === undefined || value === want ? [...start, value] : [];
  fifo[0].push(value);
  if (start.length === 6) {
    [, , , core1.VTOR, core1.SP] = start;
    core1.PC = start[5] & ~1;
    core1.cycles = core0.cycles;
    running1 = true;
  }
};

/// SysTick ///

// The emulator's SysTick restarts when it reaches 0, the chip's a cycle later. It has 24 bits and
// no interrupt.
const ppb_read = chip.ppb.readUint32.bind(chip.ppb), ppb_write = chip.ppb.writeUint32.bind(chip.ppb);
let systick = 0;
chip.ppb.readUint32 = (offset) =>
  offset === 0x18 ? (systick - Math.round(chip.clock.nanos / NANOS)) & 0xffffff : ppb_read(offset);
chip.ppb.writeUint32 = (offset, value) => {
  if (offset === 0x18) systick = Math.round(chip.clock.nanos / NANOS);
  else if (offset < 0x10 || offset > 0x1c) ppb_write(offset, value);
};

/// Buttons ///

// RUN_SCRIPT (tests/emulators/play.h) drives GP12 to GP15; a picture is a sixtieth of a second
// here.
const BUTTONS = ["a", "b", "x", "y"], PICTURE = 1e9 / 60;
const script = (process.env.RUN_SCRIPT ? readFileSync(process.env.RUN_SCRIPT, "utf8") : "").split("\n")
  .map((line) => line.split(/\s+/)).filter(([, what]) => what === "hold");
function hold(keys) {
  BUTTONS.forEach((key, i) => chip.gpio[12 + i].setInputValue(!keys.includes(key)));
}
function press() {
  hold(script.shift().slice(2));
  if (script.length > 0) chip.clock.createAlarm(press).schedule(script[0][0] * PICTURE - chip.clock.nanos);
}
hold([]);
if (script.length > 0) chip.clock.createAlarm(press).schedule(script[0][0] * PICTURE);

/// The run ///

load(readFileSync(image));
boot();
words.length > 0 || words.push(image);
while (status < 0) {
  chip.clock.tick(core0.executeInstruction() * NANOS);
  if (!running1 || core1.cycles >= core0.cycles) continue;
  current = 1;
  chip.core = core1;
  while (core1.cycles < core0.cycles && status < 0) core1.executeInstruction();
  chip.core = core0;
  current = 0;
}
if (screen) write_png(screen);
process.exit(status);
