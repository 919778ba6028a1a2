// SPDX-License-Identifier: MIT
// Workers, which are asked for something and answer with a promise.

export class Crew {
  #worker;
  #waiting = new Map();
  #number = 0;

  // url: of the source, which is no module: from a disk a browser takes none
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

  // What was asked for is never answered.
  stop() {
    this.#worker.terminate();
  }
}
