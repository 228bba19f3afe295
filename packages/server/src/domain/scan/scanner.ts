import { setTimeout as sleep } from 'node:timers/promises';
import { FairQueue } from '../../platform/fair-queue.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { ScannerAddress } from '../../platform/scanner-address.ts';
import {
  CLAMD_TIMEOUTS,
  ClamdError,
  type ClamdTimeouts,
  type Finding,
  pingClamd,
  scanWithClamd,
} from './clamd.ts';

/** Looks for viruses in files of strangers, before anything else reads them. */
export interface Scanner {
  /**
   * What is known of a file. `left` aborts once nobody is waiting for the result. Owners take turns, so that none waits for all files of
   * another.
   *
   * @throws {ScannerUnavailable} if it was not scanned, and another try may succeed.
   * @throws errors of the file system.
   */
  scan(path: string, owner: FileOwner, left: AbortSignal): Promise<Finding['outcome']>;
  /** Notices at the start if the scanner is away. */
  check(): Promise<void>;
  /** Calls in progress fail with {@link ScannerUnavailable}. */
  close(): void;
}

/** For the log. */
export interface FileOwner {
  app: string;
  tenant: string;
  /** Undefined: the back end. */
  user: string | undefined;
}

export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';
}

/** Without a scanner, every file passes. */
export const NO_SCANNER: Scanner = { scan: async () => 'clean', check: async () => {}, close: () => {} };

export interface ScannerOptions {
  address: ScannerAddress;
  /** What becomes of files while the scanner is away. */
  whenAway: 'wait' | 'refuse';
  log: Log;
  metrics: Metrics;
  /** How long a file waits for a scanner that is away: it takes a minute to start. */
  waitMs?: number;
  /** The maximum number of files that wait for a scanner that is away, and of those that wait for their turn. */
  maxWaiting?: number;
  timeouts?: ClamdTimeouts;
}

/** Clamd has ten threads by default. */
const MAX_SCANS = 8;
const MAX_WAITING_PER_OWNER = 100;
/** A file may be what makes the scanner fail. */
const MAX_TRIES = 3;
/** Between two looks at a scanner that is away. */
const PROBE_MS = 1_000;

/**
 * Scans with clamd, a few files at a time. After a failure it asks clamd whether it is there; until it is, files wait, or are refused at
 * once, and nothing else is sent to it.
 */
export class ClamdScanner implements Scanner {
  readonly #options: Required<ScannerOptions>;
  readonly #queue: FairQueue;
  readonly #observe: (labels: { outcome: string }, seconds: number) => void;
  /** Files that wait for the scanner to be back. */
  readonly #waiting = new Set<() => void>();
  readonly #closing = new AbortController();
  #isAway = false;

  constructor(options: ScannerOptions) {
    this.#options = { waitMs: 120_000, maxWaiting: 1_000, timeouts: CLAMD_TIMEOUTS, ...options };
    const { metrics, maxWaiting } = this.#options;
    this.#queue = new FairQueue({
      ...{ atOnce: MAX_SCANS, maxWaiting, maxWaitingPerOwner: MAX_WAITING_PER_OWNER },
      overloaded: () => new ScannerUnavailable('too many files wait to be scanned'),
    });
    this.#observe = metrics.addDurations(
      'palaver_scan_duration_seconds',
      'Virus scans, by outcome: clean, infected, unscannable (beyond a limit of the scanner), failed.',
      ['outcome'],
    );
    metrics.addGauge(
      'palaver_scanner_available',
      '1 while the virus scanner can be reached, otherwise 0.',
      () => (this.#isAway ? 0 : 1),
      { ofThreads: 'min' },
    );
  }

  async scan(path: string, owner: FileOwner, left: AbortSignal): Promise<Finding['outcome']> {
    const isPatient = this.#options.whenAway === 'wait';
    const givesUpAt = performance.now() + (isPatient ? this.#options.waitMs : 0);
    const whose = [owner.app, owner.tenant, owner.user].join('\n');
    let triesLeft = isPatient ? MAX_TRIES : 1;
    while (triesLeft > 0) {
      await this.#untilPresent(givesUpAt, left);
      const finding = await this.#inTurn(whose, left, async () => {
        if (this.#isAway || this.#isOver(left)) return undefined;
        triesLeft -= 1;
        return this.#try(path, left);
      });
      if (finding === undefined) continue;
      this.#note(finding, owner);
      return finding.outcome;
    }
    throw new ScannerUnavailable('the file could not be scanned');
  }

  async check(): Promise<void> {
    await this.#ping().catch((error: unknown) => this.#notice(error));
  }

  close(): void {
    this.#closing.abort();
    this.#release();
  }

  /** Who has left gives up their place in the queue. */
  async #inTurn<T>(whose: string, left: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#queue.run(whose, work, left);
    } catch (error) {
      throw left.aborted ? nobodyWaits() : error;
    }
  }

  #isOver(left: AbortSignal): boolean {
    return left.aborted || this.#closing.signal.aborted;
  }

  async #untilPresent(givesUpAt: number, left: AbortSignal): Promise<void> {
    for (;;) {
      if (this.#isOver(left)) throw nobodyWaits();
      if (!this.#isAway) return;
      const ms = givesUpAt - performance.now();
      if (ms <= 0) throw new ScannerUnavailable('the virus scanner is away');
      if (this.#waiting.size >= this.#options.maxWaiting)
        throw new ScannerUnavailable('too many files wait for the virus scanner');
      await this.#pause(ms, left);
    }
  }

  /** Until the scanner is back, the time is over, or nobody is waiting. */
  #pause(ms: number, left: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        left.removeEventListener('abort', end);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      left.addEventListener('abort', end);
      this.#waiting.add(end);
    });
  }

  #release(): void {
    for (const end of [...this.#waiting]) end();
  }

  /** Undefined if the scanner failed. */
  async #try(path: string, left: AbortSignal): Promise<Finding | undefined> {
    const { address, timeouts } = this.#options;
    const startedAt = performance.now();
    const observe = (outcome: string) => this.#observe({ outcome }, (performance.now() - startedAt) / 1000);
    try {
      const either = AbortSignal.any([left, this.#closing.signal]);
      const finding = await scanWithClamd(address, path, timeouts, either);
      observe(finding.outcome);
      return finding;
    } catch (error) {
      if (!(error instanceof ClamdError)) throw error;
      if (this.#isOver(left)) return undefined;
      observe('failed');
      this.#notice(error);
      return undefined;
    }
  }

  #note(finding: Finding, owner: FileOwner): void {
    const { log } = this.#options;
    if (finding.outcome === 'infected')
      log.warn(
        { ...owner, signature: finding.signature },
        'the virus scanner found something in a file, which is refused',
      );
    if (finding.outcome === 'unscannable')
      log.warn(
        { ...owner, reason: finding.reason },
        'a file is refused because it exceeds a limit of the virus scanner',
      );
  }

  /** After a failure, files wait until the scanner says that it is there; perhaps it has failed on this file only. */
  #notice(failure: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    void this.#watch(failure).finally(() => {
      this.#isAway = false;
      this.#release();
    });
  }

  async #watch(failure: unknown): Promise<void> {
    const { log, whenAway } = this.#options;
    const { signal } = this.#closing;
    let isReported = false;
    while (!signal.aborted) {
      const error = await this.#ping().then(
        () => undefined,
        (reason: unknown) => reason ?? failure,
      );
      if (error === undefined) break;
      if (!isReported && !signal.aborted)
        log.error(
          { err: error, uploads: whenAway },
          'the virus scanner is away: files are not accepted unscanned',
        );
      isReported = true;
      await sleep(PROBE_MS, undefined, { signal, ref: false }).catch(() => {});
    }
    if (signal.aborted) return;
    if (isReported) log.info({}, 'the virus scanner is back');
    else log.warn({ err: failure }, 'the virus scanner failed to scan a file');
  }

  #ping(): Promise<void> {
    const { address, timeouts } = this.#options;
    return pingClamd(address, timeouts, this.#closing.signal);
  }
}

const nobodyWaits = () => new ScannerUnavailable('nobody is waiting for the scan');
