// SPDX-License-Identifier: MIT
// A worker that receives jobs and answers each with a promise.

export class Crew {
  #worker;
  #waiting = new Map();
  #number = 0;

  // url: of the source, a plain script, as browsers do not load modules from a disk. module: of
  // pelt.wasm, compiled.
  constructor(url, module) {
    this.#worker = new Worker(url);
    this.#worker.onmessage = ({ data: { id, result, problem, percent } }) => {
      const { done, failed, told } = this.#waiting.get(id);
      if (percent !== undefined) return told?.(percent);
      this.#waiting.delete(id);
      problem === undefined ? done(result) : failed(new Error(problem));
    };
    this.#worker.onerror = (event) => {
      for (const { failed } of this.#waiting.values()) failed(new Error(event.message));
    };
    this.ask("begin", { module });
  }

  // told(percent): called while the job takes long.
  ask(job, given = {}, told = undefined) {
    const id = ++this.#number;
    this.#worker.postMessage({ id, job, given });
    return new Promise((done, failed) => this.#waiting.set(id, { done, failed, told }));
  }

  // Stops the worker; the promises of its jobs are never settled.
  stop() {
    this.#worker.terminate();
  }
}
