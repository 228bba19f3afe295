/*
 * A flood, in its own process, so that it takes no time from the clients that measure. The rig sends the kind and its target, and
 * ends it by closing the channel.
 */
import { FLOODS, type FloodKind, type Target } from './floods.ts';
import { totals } from './lines.ts';

const REPORT_MS = 250;

process.once('message', ({ kind, target }: { kind: FloodKind; target: Target }) => {
  FLOODS[kind](target);
  setInterval(() => process.send?.(totals), REPORT_MS);
});
process.once('disconnect', () => process.exit());
