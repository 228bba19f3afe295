import type { ErrorCode } from '@palaver/protocol/errors';
import type { TokenBearer } from '../domain/operations/tokens/authenticate-token.ts';
import type { ActLog } from '../edge/act-log.ts';
import type { SpanContext } from '../platform/tracing/span-context.ts';
import { loggedSpan, SPAN_KIND, type Span, type Tracer } from '../platform/tracing/tracer.ts';
import { isCommand, isWrite } from './commands.ts';
import type { RawFrame } from './frames.ts';
import type { SessionMetrics } from './realtime-metrics.ts';

export interface CommandRecords extends SessionMetrics {
  acts: ActLog;
  tracer: Tracer;
}

/** The sender of a frame. */
interface Sender {
  bearer: TokenBearer | undefined;
  handshake: { address: string };
}

/** Records the handling of one frame in metrics, traces and the audit log. Each traced command is the root of a trace. */
export class RunningCommand {
  readonly #records: CommandRecords;
  readonly #frame: Pick<RawFrame, 'type' | 'id'>;
  readonly #beganAt = performance.now();
  readonly #span: Span | undefined;

  constructor(records: CommandRecords, frame: Pick<RawFrame, 'type' | 'id'>) {
    this.#records = records;
    this.#frame = frame;
    if (records.tracer.isOn && isCommand(frame.type))
      this.#span = records.tracer.startRoot(`realtime ${frame.type}`, { kind: SPAN_KIND.server });
  }

  get trace(): SpanContext | undefined {
    return this.#span?.context;
  }

  end({ bearer, handshake }: Sender, code: ErrorCode | 'M200'): void {
    const { acts, timeCommand } = this.#records;
    const { type, id: commandId } = this.#frame;
    if (isCommand(type)) timeCommand(type, performance.now() - this.#beganAt);
    this.#span?.set({ 'palaver.app': bearer?.space.appId, 'palaver.code': code });
    if (code.startsWith('M5')) this.#span?.fail(code);
    this.#span?.end();
    if (code === 'M200' && !(isWrite(type) && acts.includes(type === 'send' ? 'send' : 'other'))) return;
    acts.write({
      user: bearer?.extUserId,
      app: bearer?.space.appId,
      tenant: bearer?.space.tenantId || undefined,
      address: handshake.address,
      method: 'FRAME',
      route: type ?? 'none',
      code,
      commandId,
      ...loggedSpan(this.trace),
    });
  }
}
