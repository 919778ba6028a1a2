// SPDX-License-Identifier: MIT

/** Those of `pelt bake`, in camelCase: `{ precision: "lean", pack: true, clips: ["idle", "walk"] }`. */
export interface BakeOptions {
  /** The model's file name, which messages and the C source tell; "model.glb" unless given. */
  name?: string;
  /** Files beside the model, by the names by which a .gltf and options refer to them: `events: "steps.json"`. */
  files?: Record<string, Uint8Array | ArrayBuffer | string>;
  precision?: "exact" | "lean" | "float" | "q16" | "q12" | "f32";
  endian?: "little" | "big";
  core?: string;
  /** The model's size × this is how far off any vertex may be: 0.0001, "1/8192", "2px@240". */
  error?: number | string;
  /** Names, indices or patterns: as one word with commas between them, or as a list. */
  clips?: string | string[];
  meshes?: string | string[];
  socket?: string | string[];
  /** Names of `files`. */
  clipsFrom?: string | string[];
  /** `NAME=JOINT,...`; a list for several masks. */
  mask?: string | string[];
  joints?: number;
  influences?: number;
  pack?: boolean;
  plain?: boolean;
  strip?: boolean;
  target?: string;
  /** Name in the C source: `NAME_blob`; "model" unless given. */
  c?: string;
  [option: string]: unknown;
}

export interface Baked {
  blob: Uint8Array;
  /** C source with the blob, and the header with names, sizes and indices. */
  c: string;
  h: string;
  /** What `pelt bake --json` tells. */
  report: Record<string, any>;
  /** Warnings, a line each. */
  messages: string[];
}

export class PeltError extends Error {
  /** 1: the input is invalid or not supported, 2: options, 3: files. */
  status: number;
}

/** Bakes a .glb or .gltf, also as text; throws PeltError with the tool's message. */
export function bake(bytes: Uint8Array | ArrayBuffer | string, options?: BakeOptions): Promise<Baked>;

export interface Run {
  status: number;
  stdout: string;
  stderr: string;
  output: Uint8Array;
  files: Record<string, Uint8Array>;
}

/** The whole tool on files in memory: `run(["info", "fox.pelt"], { "fox.pelt": blob })`. */
export function run(args: string[], files?: Record<string, Uint8Array | ArrayBuffer | string>): Promise<Run>;
