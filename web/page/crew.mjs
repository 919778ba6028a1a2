// SPDX-License-Identifier: MIT
// A worker that receives jobs and answers each with a promise.

export class Crew {
  #worker;
  #waiting = new Map();
  #number = 0;

  // url: of the source, a plain script, as browsers do not load modules from a disk.
  constructor(url, bytes) {
    this.#worker = new Worker(url);
    this.#worker.onmessage = ({ data: { id, result, problem } }) => {
      const { done, failed } = this.#waiting.get(id);
      this.#waiting.delete(id);
      problem === undefined ? done(result) : failed(new Error(problem));
    };
    this.#worker.onerror = (event) => {
      for (const { failed } of this.#waiting.values()) failed(new Error(event.message));
    };
    this.ready = this.ask("begin", { bytes });
  }

  ask(job, given = {}) {
    const id = ++this.#number;
    this.#worker.postMessage({ id, job, given });
    return new Promise((done, failed) => this.#waiting.set(id, { done, failed }));
  }

  // Stops the worker; the promises of its jobs are never settled.
  stop() {
    this.#worker.terminate();
  }
}
