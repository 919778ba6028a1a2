#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// `pelt` from npm: the native tool's command line over files on the disk.
import { existsSync, readFileSync, realpathSync, renameSync, statSync, unlinkSync,
  writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { run } from "./index.mjs";

const IO = 3, USAGE = 2; // statuses
const args = process.argv.slice(2);

// The module sees the disk under "/"; on Windows with its drives as folders of that.
const shown = (path) => process.platform === "win32" ? `/${path.replaceAll("\\", "/")}` : path;
function real(path) {
  if (process.platform !== "win32") return `/${path}`;
  return path.slice(Math.max(path.search(/[A-Za-z]:[\\/](?!.*[A-Za-z]:[\\/])/), 0));
}

function find(path) {
  try {
    const status = statSync(real(path));
    if (status.isDirectory()) return "folder";
    return status.isFile() ? readFileSync(real(path)) : undefined;
  } catch {
    return undefined;
  }
}

// All of them whole, or none, through links; a pipe or device as it is. What went wrong, or undefined.
function writeAll(files) {
  const parts = [], done = [];
  let at;
  try {
    for (const [path, bytes] of files) {
      at = path;
      if (existsSync(path) && !statSync(path).isFile()) {
        writeFileSync(path, bytes);
        continue;
      }
      const to = existsSync(path) ? realpathSync(path) : path;
      const part = join(dirname(to), `.pelt-${process.pid}-${parts.length}`);
      parts.push({ path, to, part });
      writeFileSync(part, bytes);
    }
    for (const { path, to, part } of parts) {
      at = path;
      renameSync(part, to);
      done.push(to);
    }
    return undefined;
  } catch (error) {
    for (const left of [...parts.map(({ part }) => part), ...done])
      if (existsSync(left)) unlinkSync(left);
    return `cannot write ${at}: ${error.message}, output, check the path`;
  }
}

// Under another name, as links are: names that are the same the tool sees itself.
const isInput = (path) => existsSync(path) && args.some((arg) => existsSync(arg) &&
  resolve(arg) !== path && realpathSync(arg) === realpathSync(path));

// The module knows no other separator.
const words = process.platform === "win32" ? args.map((word) => word.replaceAll("\\", "/")) : args;
const result = await run(words, {}, { find, folder: shown(process.cwd()) });
let status = result.status, said = result.stderr;
const written = Object.entries(result.files).map(([path, bytes]) => [real(path), bytes]);
const onto = written.find(([path]) => isInput(path));
if (onto !== undefined) {
  status = USAGE;
  said += `pelt: ${args[1]}: output ${onto[0]} would replace a file that is read, command line, ` +
    "choose another\n";
}
const problem = onto === undefined ? writeAll(written) : undefined;
if (problem !== undefined) {
  status = IO;
  said += `pelt: ${args[1]}: ${problem}\n`;
}
process.stderr.write(said);
if (status === result.status) process.stdout.write(result.output);
process.exitCode = status;
