import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { MediaUnavailable, RefusedMedia } from './media-facts.ts';
import type { Answer, Results, Task } from './task.ts';

/** The heap for reading containers. Pixels are outside of it. */
const MAX_HEAP_MB = 256;
/** Signals with which a process ends itself when it cannot go on. Others come from outside. */
const CRASHES: readonly (NodeJS.Signals | null)[] = [
  'SIGABRT',
  'SIGSEGV',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
];

/** What a task may take. */
export interface TaskLimits {
  /** A file that takes more of the processor's time is refused. */
  processorLimitMs: number;
  /** A file that takes longer, and not because of the processor's time, may be tried again: the machine is overloaded. */
  timeLimitMs: number;
  /**
   * A file that takes more memory is refused. It is measured on Linux only, {@link CHECK_MS} apart, so a worker may have more for a
   * moment. In bytes, with the 100 MiB that a worker takes for itself.
   */
  memoryLimitBytes: number;
}

/** How often the limits are checked. */
const CHECK_MS = 100;

/** The file made its worker crash, or took too much of the processor's time or of memory. It would do so again. */
export class UnbearableFile extends Error {
  override readonly name = 'UnbearableFile';
}

/**
 * A process of its own for libraries that read files of strangers: whatever happens there, the server goes on. It has none of
 * the server's environment, so no secrets.
 */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #gone = new AbortController();
  /** Why it was killed. */
  #excess: string | undefined;

  constructor() {
    const cache = getCompileCacheDir();
    this.#child = fork(new URL('./worker.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      // (Node appends a folder of its own for each version.)
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // An error: it could not be started.
    for (const event of ['exit', 'error']) this.#child.on(event, () => this.#gone.abort());
  }

  get isAlive(): boolean {
    return this.#child.connected && !this.#gone.signal.aborted;
  }

  /**
   * @throws {RefusedMedia} the worker's own.
   * @throws {UnbearableFile} if the file was too much for the worker, which is gone then.
   * @throws {MediaUnavailable} if the worker is gone for another reason.
   * @throws errors of the file system.
   */
  async run<T extends Task>(task: T, limits: TaskLimits): Promise<Results[T['task']]> {
    const timer = this.#limit(limits);
    try {
      return resultOf(await this.#ask(task)) as Results[T['task']];
    } finally {
      clearInterval(timer);
    }
  }

  #limit({ processorLimitMs, timeLimitMs, memoryLimitBytes }: TaskLimits): NodeJS.Timeout {
    const startedAt = performance.now();
    const before = processorMs(this.#child.pid);
    return setInterval(() => {
      if (processorMs(this.#child.pid) - before > processorLimitMs) this.#excess = 'takes too long to read';
      if (memoryBytes(this.#child.pid) > memoryLimitBytes) this.#excess = 'takes too much memory to read';
      const isLate = performance.now() - startedAt > timeLimitMs;
      if (this.#excess !== undefined || isLate) this.#child.kill('SIGKILL');
    }, CHECK_MS);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    if (!this.#gone.signal.aborted) await once(this.#gone.signal, 'abort');
  }

  async #ask(task: Task): Promise<Answer> {
    const { signal } = this.#gone;
    try {
      const answered = once(this.#child, 'message', { signal });
      this.#child.send(task, (error) => {
        // The process can no longer be reached, so it is of no use.
        if (error !== null) this.#child.kill('SIGKILL');
      });
      const [answer] = (await answered) as [Answer];
      return answer;
    } catch (error) {
      throw signal.aborted ? this.#endError() : error;
    }
  }

  #endError(): Error {
    if (this.#excess !== undefined) return new UnbearableFile(this.#excess);
    if (CRASHES.includes(this.#child.signalCode)) return new UnbearableFile('cannot be read');
    return new MediaUnavailable('the worker process ended');
  }
}

/** Linux counts the processor's time in hundredths of a second. */
const TICK_MS = 10;

/** The processor's time that a process has taken, of all its threads. If it cannot be read, the time on the clock counts. */
function processorMs(pid: number | undefined): number {
  if (process.platform !== 'linux') return performance.now();
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in parentheses, may contain anything. Of what follows, these are the 12th and 13th.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return ((user ?? 0) + (system ?? 0)) * TICK_MS;
  } catch {
    // It is gone.
    return 0;
  }
}

/** The memory that a process has at the moment; 0 where that cannot be read. */
function memoryBytes(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return 1024 * Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? 0);
  } catch {
    // It is gone.
    return 0;
  }
}

function resultOf(answer: Answer): Results[Task['task']] {
  if ('done' in answer) return answer.done;
  if ('refused' in answer) {
    const { reason, kind, message } = answer.refused;
    throw new RefusedMedia(reason, kind, message);
  }
  const { message, code } = answer.failed;
  throw Object.assign(new Error(message), code === undefined ? {} : { code });
}
