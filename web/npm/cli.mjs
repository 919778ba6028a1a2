#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// `pelt` from npm: the native tool's command line for files on the disk.
import { disk } from "./disk.mjs";
import { tool } from "./index.mjs";

// The module knows only "/" as separator, and on Windows has the drives as folders of "/".
const shown = (path) => process.platform === "win32" ? path.replaceAll("\\", "/") : path;
const folder = process.cwd();
process.exitCode = await (await tool()).runOn(disk, process.argv.slice(2).map(shown),
  process.platform === "win32" ? `/${shown(folder)}` : folder);
