import { FairQueue } from '../../platform/fair-queue.ts';
import { MediaUnavailable } from './media-facts.ts';
import type { Results, Task } from './task.ts';
import { type TaskLimits, WorkerProcess } from './worker-process.ts';

export interface WorkerPoolOptions extends TaskLimits {
  count: number;
  maxWaiting: number;
  maxWaitingPerOwner: number;
  idleMs: number;
}

/**
 * A bounded number of worker processes. They are started when there is work, and end when there has been none for a while. The
 * owners of tasks take turns, so that none waits for all tasks of another. A worker that is gone is replaced.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #workers = new Set<WorkerProcess>();
  /** Workers without a task, with the timers that end them. The last one is the next to work. */
  readonly #idle: { worker: WorkerProcess; timer: NodeJS.Timeout }[] = [];
  readonly #queue: FairQueue;
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    const { count, maxWaiting, maxWaitingPerOwner } = options;
    this.#queue = new FairQueue({
      ...{ atOnce: count, maxWaiting, maxWaitingPerOwner },
      overloaded: () => new MediaUnavailable('too many files wait to be examined'),
    });
  }

  /** @throws as {@link WorkerProcess.run}, and {@link MediaUnavailable} if too many tasks wait. */
  async run<T extends Task>(owner: string, task: T): Promise<Results[T['task']]> {
    return this.#queue.run(owner, () => this.#runOnWorker(task));
  }

  async close(): Promise<void> {
    // Tasks that wait fail when their turn comes, so now.
    this.#isClosed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all([...this.#workers].map((worker) => worker.kill()));
  }

  async #runOnWorker<T extends Task>(task: T): Promise<Results[T['task']]> {
    const worker = this.#takeWorker();
    try {
      return await worker.run(task, this.#options);
    } finally {
      this.#giveBack(worker);
    }
  }

  #takeWorker(): WorkerProcess {
    if (this.#isClosed) throw new MediaUnavailable('files are no longer examined: the server stops');
    for (let last = this.#idle.pop(); last !== undefined; last = this.#idle.pop()) {
      clearTimeout(last.timer);
      if (last.worker.isAlive) return last.worker;
      this.#workers.delete(last.worker);
    }
    const worker = new WorkerProcess();
    this.#workers.add(worker);
    return worker;
  }

  #giveBack(worker: WorkerProcess): void {
    if (!worker.isAlive || this.#isClosed) {
      this.#workers.delete(worker);
      return;
    }
    const timer = setTimeout(() => void this.#end(worker), this.#options.idleMs);
    timer.unref();
    this.#idle.push({ worker, timer });
  }

  async #end(worker: WorkerProcess): Promise<void> {
    const at = this.#idle.findIndex((idle) => idle.worker === worker);
    this.#idle.splice(at, 1);
    await worker.kill();
    this.#workers.delete(worker);
  }
}
