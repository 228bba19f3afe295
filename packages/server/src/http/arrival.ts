import type { IncomingMessage } from 'node:http';
import type { SocketRefusals } from '../edge/socket-refusals.ts';

/** The timer of a request whose body has not arrived. */
const TIMER = Symbol('arrival');
type TimedRequest = IncomingMessage & { [TIMER]?: NodeJS.Timeout };

/** How much of an upload must arrive in each interval. */
const LEAST_BYTES = 32 * 1024;

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Limits how long bodies may take to arrive. */
export class Arrivals {
  readonly #ms: number;
  readonly #refusals: SocketRefusals;
  /** Those of this turn of the event loop. */
  #latest: TimedRequest[] = [];

  constructor(ms: number, refusals: SocketRefusals) {
    this.#ms = ms;
    this.#refusals = refusals;
  }

  /** Refuses the request with M40800, and closes its connection, if its body does not arrive within `ms`. */
  limit(request: TimedRequest): void {
    // (Most bodies come in the same packet as their heads. They need no timer.)
    if (hasBody(request) && this.#latest.push(request) === 1) setImmediate(this.#limitLatest);
  }

  readonly #limitLatest = (): void => {
    const latest = this.#latest;
    this.#latest = [];
    for (const request of latest) {
      if (request.complete || request.destroyed || request[TIMER] !== undefined) continue;
      setTimer(
        request,
        setTimeout(() => refuseLate(request, this.#refusals), this.#ms),
      );
    }
  };
}

function setTimer(request: TimedRequest, timer: NodeJS.Timeout): void {
  if (request[TIMER] === undefined) request.once('close', () => clearTimeout(request[TIMER]));
  else clearTimeout(request[TIMER]);
  request[TIMER] = timer;
}

/**
 * Instead, an upload may take as long as the server permits in all, but 32 KiB of it must arrive every `ms`, unless there are bytes that
 * the server has not taken yet.
 */
export function limitUpload(request: TimedRequest, ms: number, refusals: SocketRefusals): void {
  if (!hasBody(request) || request.destroyed) return;
  let seen = request.socket.bytesRead;
  const look = () => {
    const { bytesRead } = request.socket;
    if (bytesRead - seen < LEAST_BYTES && request.readableLength === 0) refuseLate(request, refusals);
    seen = bytesRead;
  };
  setTimer(request, setInterval(look, ms));
}

function refuseLate(request: TimedRequest, refusals: SocketRefusals): void {
  clearTimeout(request[TIMER]);
  if (request.complete) return;
  const error = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  refusals.answerNode(error, request.socket);
}
