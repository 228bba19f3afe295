import type { CommandName } from '@palaver/protocol/realtime';
import type { Metrics } from '../platform/metrics.ts';
import type { SpanContext } from '../platform/tracing/span-context.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';

/** What is recorded of a thread whose connections lack entries: since when, and the spans of traced changes. */
interface Behind {
  behindSince: number | undefined;
  traces: readonly SpanContext[];
}

/** Records a delivery; `copies`: how many entries all connections together got. */
export type RecordDelivery = (behind: Behind, copies: number) => void;

export function recordDeliveries(metrics: Metrics, tracer: Tracer): RecordDelivery {
  const count = metrics.addCounter(
    'palaver_fan_out_entries_total',
    'Entries of threads that live realtime connections were sent; an entry counts once for each connection.',
    [],
  );
  const time = metrics.addDurations(
    'palaver_fan_out_delay_seconds',
    'Delay between the first notice of a new entry on this node and its delivery to live connections.',
    [],
  );
  return ({ behindSince, traces }, copies) => {
    if (copies === 0) return;
    count({}, copies);
    if (behindSince !== undefined) time({}, (performance.now() - behindSince) / 1_000);
    for (const trace of traces) {
      const span = tracer.startChild(
        trace,
        'fan-out',
        behindSince === undefined ? {} : { startMs: behindSince },
      );
      span?.set({ 'palaver.fan_out.copies': copies });
      span?.end();
    }
  };
}

export interface SessionMetrics {
  /** Records how long a command took. */
  timeCommand: (type: CommandName, ms: number) => void;
  /** Records how long a `resume` took. */
  timeResume: (ms: number) => void;
}

export function addSessionMetrics(metrics: Metrics): SessionMetrics {
  const command = metrics.addDurations(
    'palaver_command_duration_seconds',
    'Time from the beginning of a realtime command to its answer, by its type.',
    ['command'],
  );
  const resume = metrics.addDurations(
    'palaver_resume_duration_seconds',
    'Time from `resume` to `resumed`, when a realtime connection has all that it lacked.',
    [],
  );
  return {
    timeCommand: (type, ms) => command({ command: type }, ms / 1_000),
    timeResume: (ms) => resume({}, ms / 1_000),
  };
}
