#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// `pelt` from npm: the native tool's command line over files on the disk.
import { existsSync, readFileSync, realpathSync, renameSync, statSync, unlinkSync,
  writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
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

// Whole or not at all, through links; a pipe or device as it is.
function write(path, bytes) {
  if (existsSync(path) && !statSync(path).isFile()) return writeFileSync(path, bytes);
  const to = existsSync(path) ? realpathSync(path) : path;
  const part = join(dirname(to), `.pelt-${process.pid}-${basename(to)}`);
  try {
    writeFileSync(part, bytes);
    renameSync(part, to);
  } catch (error) {
    if (existsSync(part)) unlinkSync(part);
    throw error;
  }
}

// Under another name, as links are: names that are the same the tool sees itself.
const isInput = (path) => existsSync(path) && args.some((arg) => existsSync(arg) &&
  resolve(arg) !== path && realpathSync(arg) === realpathSync(path));

const result = await run(args, {}, { find, folder: shown(process.cwd()) });
let status = result.status, said = result.stderr;
const written = Object.entries(result.files).map(([path, bytes]) => [real(path), bytes]);
const onto = written.find(([path]) => isInput(path));
if (onto !== undefined) {
  status = USAGE;
  said += `pelt: ${args[1]}: output ${onto[0]} would replace a file that is read, command line, ` +
    "choose another\n";
}
for (const [path, bytes] of onto === undefined ? written : []) {
  try {
    write(path, bytes);
  } catch (error) {
    status = IO;
    said += `pelt: ${args[1]}: cannot write ${path}: ${error.message}, output, check the path\n`;
    break;
  }
}
process.stderr.write(said);
if (status === result.status) process.stdout.write(result.output);
process.exitCode = status;
