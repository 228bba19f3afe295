/** The shortest pause after a round, so that pushes that end in between are recorded together. */
const MIN_PAUSE_MS = 10;
/** Otherwise a pause takes this many times the round: rounds take long when the database is busy with sends, which come first. */
const PAUSE = 6;
/** After a fan-out comes a pause of this many times its duration, because sends need the same database. */
const FAN_OUT_PAUSE = 4;
/** After a single slow round or fan-out, nobody should wait long. */
const MAX_PAUSE_MS = 2_000;

/** How long the notifier pauses after a round that took `ms`. */
export const pauseAfterRound = (ms: number) => Math.min(Math.max(MIN_PAUSE_MS, PAUSE * ms), MAX_PAUSE_MS);

/** How long it fans nothing out after a fan-out that took `ms`. */
export const pauseAfterFanOut = (ms: number) => Math.min(FAN_OUT_PAUSE * ms, MAX_PAUSE_MS);
