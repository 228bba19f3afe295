import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a loop may keep everything else waiting. */
const TURN_MS = 5;

/** Cuts a long loop into turns, so that whatever else the process does goes on in between. */
export class Turns {
  #began = performance.now();

  /** Called between steps of the loop: lets others run if this turn has taken long. */
  async next(): Promise<void> {
    if (performance.now() - this.#began < TURN_MS) return;
    await nextTurn();
    this.#began = performance.now();
  }
}
