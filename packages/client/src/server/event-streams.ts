import type { EventStream, PutEventStreamBody } from '../api.ts';
import type { CallOptions } from '../http/call.ts';
import type { BackEnd } from './back-end.ts';

/** The event stream of your application. {@link Palaver.events} reads its events. */
export class EventStreams {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Gets the state of the stream: whether it is on, and the positions of the events that it has.
   *
   * @example
   * ```ts
   * const { enabled, last_position } = await palaver.eventStream.get();
   * console.log(enabled, last_position);
   * ```
   */
  get(options?: CallOptions): Promise<EventStream> {
    return this.#backEnd.get('/event/v1.0/stream', {}, options);
  }

  /**
   * Switches the stream on or off. A stream that is off gets no events; when it is on again, positions continue. (A webhook
   * switches it on by itself.)
   *
   * @example
   * ```ts
   * await palaver.eventStream.put({ enabled: true });
   * ```
   */
  put(stream: PutEventStreamBody, options?: CallOptions): Promise<EventStream> {
    return this.#backEnd.send({ method: 'PUT', path: '/event/v1.0/stream', json: stream }, options);
  }
}
