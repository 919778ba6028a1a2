// SPDX-License-Identifier: MIT
// Short helpers for the document.

export const $ = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const { data, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  for (const [name, value] of Object.entries(data ?? {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const hex = (word) => word.toString(16).padStart(8, "0");

// Formats numbers: 38 332 bytes; 37.4 KB.
export const whole = (n) => n.toLocaleString("en").replaceAll(",", "\u202f");
export function size(bytes) {
  const units = ["B", "KB", "MB", "GB"];
  let n = bytes, i = 0;
  for (; n >= 1000 && i < 3; i++) n /= 1024;
  return `${i === 0 || n >= 100 ? Math.round(n) : n.toFixed(1)}\u00a0${units[i]}`;
}

export function fromBase64(text) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
