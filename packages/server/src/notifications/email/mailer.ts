import type { AppId, ExtUserId } from '@palaver/protocol/ids';
import type { NotificationSettings } from '@palaver/protocol/notifications';
import type { PublishingDatabase } from '../../bus/publishing-database.ts';
import { notificationSettingsOf } from '../../domain/records/notification-settings.ts';
import { refuseEmail } from '../../domain/records/user-emails.ts';
import type { Log } from '../../platform/log.ts';
import { WakeUp } from '../../platform/wake-up.ts';
import { DatabaseUnavailableError } from '../../storage/database.ts';
import type { Lease } from '../../storage/lease.ts';
import { inLease } from '../in-lease.ts';
import { delayAfter, isQuiet, quietMsLeft } from '../next-step.ts';
import {
  type DigestOutcome,
  findDueUsers,
  MAX_THREADS,
  postponeDigest,
  type Recipient,
  readMessages,
  readOtherThreads,
  readRecipient,
  readThreads,
  recordDigest,
  sweepDigests,
  type UnreadThread,
} from '../records/email-digests.ts';
import { type Digest, digestOf, SHOWN_THREADS } from './digest.ts';
import { type EmailOutcome, MAX_CONNECTIONS, Smtp, type SmtpOptions } from './smtp.ts';

const POLL_MS = 250;
const SWEEP_MS = 60_000;
const SWEEP_ROWS = 1_000;
/** After this many failed attempts, in about a day, an e-mail is given up. */
const MAX_TRIES = 34;
/** An attempt of which nobody knows what came counts as so many: then there are at most 3 copies, an hour apart. */
const UNKNOWN_TRIES = 12;
/** When this many users in a row got no e-mail because the server refused it, it may refuse all. */
const MANY_REFUSED = 5;
/** The longest pause after the mail server has failed. */
const LONGEST_PAUSE_MS = 60_000;
const MINUTE_MS = 60_000;
/** After a fault in Palaver, an e-mail is tried again in this time. */
const FAULT_DELAY_MS = 60 * MINUTE_MS;
/** The pause after the database has failed. */
const RETRY_MS = 1_000;

export interface MailerParts {
  db: PublishingDatabase;
  smtp: SmtpOptions;
  /** See `config/settings/email.ts`. */
  unreadMs: number;
  publicUrl: string;
  keptMs: number;
  /** How long a stop waits for e-mails in progress. */
  drainMs: number;
  log: Log;
  /** Called after each attempt. */
  onAttempt: (result: EmailOutcome['result'], durationMs: number) => void;
}

/**
 * Sends e-mails to users about what stays unread, beside the notifier and under its lease, which makes them due. For each user it
 * reads what is unread now, sends one e-mail about all of it, and records what came of it. Before it sends, it records that nobody
 * knows the outcome yet: without an outcome, the e-mail is sent again an hour later, with the same `Message-ID`, and at most three times.
 *
 * A failing mail server delays everything, with a growing pause: trying other users would not help. But each user also has a delay
 * of their own, so that an e-mail at which the server breaks cannot hold up the others. Its failures never end an e-mail.
 *
 * Applications take turns, one e-mail each.
 */
export class Mailer {
  readonly #parts: MailerParts;
  readonly #wakeUp = new WakeUp();
  /** The users whose e-mail is in progress. */
  readonly #busy = new Set<ExtUserId>();
  /** The application whose turn was last; empty: the first one is next. */
  #lastApp: AppId | '' = '';
  /** Failures of the server in a row. */
  #failures = 0;
  /** Users whose e-mails the server refused since it accepted one; at most {@link MANY_REFUSED}. */
  readonly #refused = new Set<ExtUserId>();
  #pausedUntil = 0;
  #nextSweepAt = 0;

  constructor(parts: MailerParts) {
    this.#parts = parts;
  }

  /** Sends until the lease ends, then waits for the e-mails in progress. Never rejects. */
  async run(lease: Lease): Promise<void> {
    const { log, smtp: options } = this.#parts;
    const { ending, lost } = lease;
    const wake = () => this.#wakeUp.wake();
    const aborting = new AbortController();
    const abort = () => aborting.abort();
    ending.addEventListener('abort', wake);
    lost.addEventListener('abort', abort);
    const smtp = new Smtp(options);
    while (!ending.aborted) {
      try {
        await this.#work(lease, smtp, aborting.signal);
      } catch (error) {
        if (!lost.aborted) log.warn({ err: error }, 'sending e-mails failed; retrying');
      }
      await this.#sweep(lease);
      await this.#wakeUp.pause(POLL_MS);
    }
    ending.removeEventListener('abort', wake);
    const timer = setTimeout(abort, this.#parts.drainMs);
    while (this.#busy.size > 0) await this.#wakeUp.pause(POLL_MS);
    clearTimeout(timer);
    smtp.close();
    lost.removeEventListener('abort', abort);
  }

  async #work(lease: Lease, smtp: Smtp, signal: AbortSignal): Promise<void> {
    // After a failure, one e-mail finds out whether the server works again.
    const atOnce = this.#failures === 0 ? MAX_CONNECTIONS : 1;
    const count = atOnce - this.#busy.size;
    if (count <= 0 || performance.now() < this.#pausedUntil) return;
    for (const user of await this.#nextUsers(count)) void this.#handle(lease, user, smtp, signal);
  }

  /** The next users whose e-mail is due: one of each application in turn. */
  async #nextUsers(most: number): Promise<ExtUserId[]> {
    const users: ExtUserId[] = [];
    while (users.length < most) {
      const turn = { after: this.#lastApp, except: [...this.#busy, ...users], count: most - users.length };
      const found = await findDueUsers(this.#parts.db, turn);
      // (After the last application comes the first one.)
      if (found.length === 0 && this.#lastApp === '') break;
      this.#lastApp = found.at(-1)?.app_id ?? '';
      users.push(...found.map(({ user }) => user));
    }
    return users;
  }

  /** Now and then removes what is over. Never rejects. */
  async #sweep(lease: Lease): Promise<void> {
    const { db, keptMs, log } = this.#parts;
    if (performance.now() < this.#nextSweepAt) return;
    this.#nextSweepAt = performance.now() + SWEEP_MS;
    const endedBefore = new Date(Date.now() - keptMs);
    try {
      await inLease(db, lease, (tx) => sweepDigests(tx, SWEEP_ROWS, endedBefore));
    } catch (error) {
      if (!lease.lost.aborted) log.warn({ err: error }, 'removing old records of e-mails failed');
    }
  }

  /** Never rejects. */
  async #handle(lease: Lease, user: ExtUserId, smtp: Smtp, signal: AbortSignal): Promise<void> {
    this.#busy.add(user);
    try {
      await this.#tell(lease, user, smtp, signal);
    } catch (error) {
      if (!lease.lost.aborted) await this.#postpone(lease, user, error);
    }
    this.#busy.delete(user);
    this.#wakeUp.wake();
  }

  async #postpone(lease: Lease, user: ExtUserId, error: unknown): Promise<void> {
    const { db, log } = this.#parts;
    try {
      if (error instanceof DatabaseUnavailableError) throw error;
      log.error({ err: error, user }, 'an e-mail cannot be made or recorded; it is tried again in an hour');
      await inLease(db, lease, (tx) => postponeDigest(tx, user, { delayMs: FAULT_DELAY_MS, tries: 0 }));
    } catch (failure) {
      this.#pausedUntil = performance.now() + RETRY_MS;
      if (!lease.lost.aborted) log.warn({ err: failure }, 'sending e-mails failed; retrying');
    }
  }

  async #tell(lease: Lease, user: ExtUserId, smtp: Smtp, signal: AbortSignal): Promise<void> {
    const { db, publicUrl, smtp: options } = this.#parts;
    const recipient = await readRecipient(db, user);
    const considered = await readThreads(db, user);
    const nothing = { user, dueInMs: null, pauseMs: null, tries: 0, attempt: null };
    const threads = considered.filter(({ count }) => count > 0);
    const settings = recipient && (await notificationSettingsOf(db, spaceOf(recipient)));
    if (recipient === undefined || settings?.email.enabled !== true || threads.length === 0)
      return this.#record(lease, { ...nothing, settled: considered });
    const { tries } = recipient;
    const dueInMs = this.#waitMs(recipient, threads, settings);
    if (dueInMs > 0) return this.#record(lease, { ...nothing, settled: [], tries, dueInMs });
    const isMore = considered.length === MAX_THREADS;
    const settled = isMore ? [...considered, ...(await readOtherThreads(db, user))] : considered;
    // The last attempt may have been successful, too.
    if (tries >= MAX_TRIES) return this.#record(lease, { ...nothing, settled });
    const messages = await readMessages(db, user, threads.slice(0, SHOWN_THREADS));
    const domain = options.from.address.replace(/^.*@/, '');
    const digest = digestOf({ recipient, threads, isMore, messages, settings, publicUrl, domain });
    const claim = { delayMs: delayAfter(tries + UNKNOWN_TRIES), tries: UNKNOWN_TRIES };
    await inLease(db, lease, (tx) => postponeDigest(tx, user, claim));
    const at = Date.now();
    const outcome = await this.#send(smtp, user, digest, signal);
    if (lease.lost.aborted) return;
    const { serverFailure: _, isUnknown: __, ...made } = outcome;
    const attempt = { at, message_id: digest.messageId, threads: threads.length, ...made };
    const next = this.#nextOf(outcome, tries, settings);
    const goneAddress = outcome.result === 'gone' ? recipient.address : null;
    const recorded = { user, attempt, ...next, settled: next.dueInMs === null ? settled : [] };
    await this.#record(lease, recorded, goneAddress);
  }

  /** How it goes on after an attempt. */
  #nextOf(
    outcome: EmailOutcome,
    before: number,
    settings: NotificationSettings,
  ): Pick<DigestOutcome, 'tries' | 'dueInMs' | 'pauseMs'> {
    const tries = triesAfter(outcome, before);
    if (tries === 0 || tries >= MAX_TRIES)
      return { tries: 0, dueInMs: null, pauseMs: this.#unreadMs(settings) };
    const delayMs = delayAfter(tries);
    return { tries, dueInMs: delayMs, pauseMs: delayMs };
  }

  /** How long the e-mail waits: until the first message is unread for long enough, and quiet hours are over. */
  #waitMs(
    { quiet_hours: quietHours, now }: Recipient,
    threads: readonly UnreadThread[],
    settings: NotificationSettings,
  ): number {
    const first = Math.min(...threads.map(({ first_at }) => first_at?.getTime() ?? Infinity));
    const unreadInMs = first + this.#unreadMs(settings) - now.getTime();
    if (unreadInMs > 0) return unreadInMs;
    return quietHours !== null && isQuiet(quietHours, now) ? quietMsLeft(quietHours, now) : 0;
  }

  #unreadMs({ email }: NotificationSettings): number {
    return email.unread_minutes === 0 ? this.#parts.unreadMs : email.unread_minutes * MINUTE_MS;
  }

  async #send(smtp: Smtp, user: ExtUserId, digest: Digest, signal: AbortSignal): Promise<EmailOutcome> {
    const { log, onAttempt } = this.#parts;
    const began = performance.now();
    const outcome = await smtp.send(digest, signal);
    if (signal.aborted) return outcome;
    const { result, status, serverFailure } = outcome;
    onAttempt(result, performance.now() - began);
    if (result === 'delivered') this.#refused.clear();
    else if (result !== 'gone' && serverFailure === null && this.#refused.size < MANY_REFUSED)
      this.#refused.add(user);
    const refusesAll = this.#refused.size === MANY_REFUSED;
    if (serverFailure !== null || refusesAll) {
      // (The server's response may contain the address.)
      if (this.#failures === 0)
        log.warn(
          { status, failure: serverFailure ?? `refused ${MANY_REFUSED} users in a row` },
          'the mail server failed; e-mails wait until it works',
        );
      this.#pause();
    } else if (this.#failures > 0) {
      this.#failures = 0;
      log.info({}, 'the mail server works again');
    }
    return outcome;
  }

  #pause(): void {
    this.#failures += 1;
    this.#pausedUntil = performance.now() + Math.min(delayAfter(this.#failures), LONGEST_PAUSE_MS);
  }

  async #record(lease: Lease, outcome: DigestOutcome, goneAddress: string | null = null): Promise<void> {
    await inLease(this.#parts.db, lease, async (tx) => {
      if (goneAddress !== null) await refuseEmail(tx, outcome.user, goneAddress);
      await recordDigest(tx, outcome);
    });
  }
}

const spaceOf = ({ app_id: appId, tenant_id: tenantId }: Recipient) => ({ appId, tenantId });

/** Failed attempts in a row after another one; 0: it was the last one. Failures of the server never reach {@link MAX_TRIES}. */
function triesAfter({ result, serverFailure, isUnknown }: EmailOutcome, before: number): number {
  if (result !== 'failed') return 0;
  if (isUnknown) return before + UNKNOWN_TRIES;
  return serverFailure === null ? before + 1 : Math.max(before, Math.min(before + 1, UNKNOWN_TRIES));
}
