import type { PushOutcome } from './push/push.ts';
import type { DueNotification, QuietHours } from './records/due-notifications.ts';
import type { ClaimedNotification, NotificationOutcome } from './records/notifications.ts';

/** What to do with a notification that is due. `wait`: until the thread is closed. */
export type Step = 'show' | 'withdraw' | 'wait' | 'cancel' | 'expire';

export function stepFor(due: DueNotification, now: Date, expiryMs: number): Step {
  if (due.device === null) return 'cancel';
  if (due.is_wanted && due.message !== null && !isQuiet(due.quiet_hours, now)) {
    if (due.open_until !== null) return 'wait';
    if (due.wanted_at.getTime() + expiryMs > now.getTime()) return 'show';
    return due.is_settled ? 'withdraw' : 'expire';
  }
  return due.is_settled ? 'withdraw' : 'cancel';
}

/** What is recorded of a notification of which nothing was sent. */
export function outcomeWithout(
  { id, seq, device, open_until: openUntil }: DueNotification,
  step: 'wait' | 'cancel' | 'expire',
): NotificationOutcome {
  const ended = { id, seq, shownSeq: null, mayShow: null, attempt: null, dueAt: null, tries: 0 };
  if (step === 'wait') return { ...ended, state: 'pending', dueAt: openUntil?.getTime() ?? Date.now() };
  if (step === 'expire') return { ...ended, state: 'expired' };
  // A device that was removed shows nothing that could be withdrawn.
  return { ...ended, state: 'cancelled', ...(device === null ? NOTHING_SHOWN : {}) };
}

/** What is recorded of a notification that was claimed, but not tried: it is due again after `delayMs`. */
export function released(
  { id, seq, state, tries }: ClaimedNotification,
  delayMs: number,
): NotificationOutcome {
  const dueAt = Date.now() + delayMs;
  return { id, seq, state, shownSeq: null, mayShow: null, attempt: null, dueAt, tries };
}

const NOTHING_SHOWN = { shownSeq: '0', mayShow: false };

/** An attempt to send a push. */
export interface Attempt {
  kind: 'show' | 'withdraw';
  /** The message that it told of, or the read position. */
  seq: string;
  /** In Unix milliseconds. */
  at: number;
  /** Whether a request was made. */
  isSent: boolean;
}

/** After this many attempts, in about half an hour, a withdrawal is given up. */
const MAX_WITHDRAWALS = 10;

/** What is recorded of an attempt. */
export function outcomeOf(
  due: DueNotification,
  { isSent, ...attempted }: Attempt,
  { result, status, response, retryAfterMs = 0 }: PushOutcome,
): NotificationOutcome {
  const { kind, seq } = attempted;
  const attempt = { ...attempted, result, status, response };
  const ended = { id: due.id, seq: due.seq, attempt, shownSeq: null, mayShow: null, dueAt: null, tries: 0 };
  const tries = due.tries + 1;
  const dueAt = Date.now() + Math.max(delayAfter(tries), retryAfterMs);
  if (kind === 'withdraw') {
    const isOver = result !== 'failed' || tries >= MAX_WITHDRAWALS;
    if (!isOver) return { ...ended, state: 'delivered', tries, dueAt };
    return { ...ended, ...NOTHING_SHOWN, state: result === 'delivered' ? 'withdrawn' : 'failed' };
  }
  if (result === 'delivered') return { ...ended, state: 'delivered', shownSeq: seq, mayShow: false };
  if (result === 'gone') return { ...ended, ...NOTHING_SHOWN, state: 'failed' };
  if (result === 'refused') return { ...ended, state: 'failed' };
  // Without a response, the service may have accepted it.
  const unknown = isSent && status === null ? { shownSeq: seq, mayShow: true } : {};
  return { ...ended, ...unknown, state: 'pending', tries, dueAt };
}

const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 60 * 60_000;

/** The delay after this many failed attempts: it doubles from 2 s to an hour, ±10 %, so that devices do not come back together. */
export function delayAfter(tries: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (tries - 1), LONGEST_DELAY_MS) * (0.9 + Math.random() * 0.2);
}

/** Whether now is within these hours, which may begin on the day before. */
export function isQuiet(hours: QuietHours | null, now: Date): boolean {
  if (hours === null) return false;
  const time = timeIn(hours.time_zone, now);
  const { start, end } = hours;
  return start <= end ? start <= time && time < end : start <= time || time < end;
}

const DAY_MINUTES = 24 * 60;

/** How long quiet hours last from now on, in milliseconds. (A change of the clocks meanwhile is not considered.) */
export function quietMsLeft({ end, time_zone: timeZone }: QuietHours, now: Date): number {
  const minutes = minutesOf(end) - minutesOf(timeIn(timeZone, now));
  return (minutes > 0 ? minutes : minutes + DAY_MINUTES) * 60_000 - (now.getTime() % 60_000);
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** HH:MM; a zone that this version of Node does not know counts as UTC. */
function timeIn(timeZone: string, now: Date): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(now);
  try {
    return format(timeZone);
  } catch {
    return format('UTC');
  }
}
