import type { ClientFrame } from '@palaver/client';
import { palaverUrl } from '../playground/addresses.ts';
import { callOf, curlOf } from './curl.ts';
import type { Traffic } from './traffic.ts';

interface ReceivedFrame {
  type: string;
  entry?: { type: string };
}

/** One person's network, for `connect({ fetch, WebSocket })`: records all traffic, and can be cut. */
export class Network {
  readonly #who: string;
  readonly #traffic: Traffic;
  readonly #sockets = new Set<WebSocket>();
  #isCut = false;
  /** Ends the requests that are under way when the network is cut. */
  #cutting = new AbortController();
  #token = '';

  constructor(who: string, traffic: Traffic) {
    this.#who = who;
    this.#traffic = traffic;
  }

  /** While cut, every request fails at once, as on an offline device; so do those under way. */
  set isCut(isCut: boolean) {
    this.#isCut = isCut;
    if (!isCut) return;
    for (const socket of this.#sockets) socket.close();
    this.#cutting.abort(new TypeError('the network is cut'));
    this.#cutting = new AbortController();
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    if (this.#isCut) throw new TypeError('the network is cut');
    const { url } = new Request(input);
    const { method = 'GET', body } = init;
    const authorization = new Headers(init.headers).get('authorization') ?? '';
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    const id = this.#traffic.add({
      who: this.#who,
      kind: 'call',
      title: `${method} ${pathOf(url)}`,
      sent,
      curl: curlOf({ method, url, headers: { Authorization: authorization }, json: sent }),
    });
    const signals = [this.#cutting.signal, ...(init.signal ? [init.signal] : [])];
    const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    this.#traffic.answer(id, { status: response.status, answer });
    return response;
  };

  /** A constructor, because the SDK creates one for each connection. */
  get WebSocket(): new (
    url: string,
  ) => WebSocket {
    const open = (socket: WebSocket) => this.#open(socket);
    const show = (data: string) => this.#showSent(JSON.parse(data) as ClientFrame);
    return class extends WebSocket {
      constructor(url: string) {
        super(url);
        open(this);
      }

      override send(data: string): void {
        show(data);
        super.send(data);
      }
    };
  }

  #open(socket: WebSocket): void {
    this.#sockets.add(socket);
    socket.addEventListener('close', () => this.#sockets.delete(socket));
    socket.addEventListener('message', ({ data }) =>
      this.#showReceived(JSON.parse(String(data)) as ReceivedFrame),
    );
    if (this.#isCut) socket.close();
  }

  #showSent(frame: ClientFrame): void {
    if (frame.type === 'authenticate') this.#token = frame.token;
    const call = callOf(frame);
    const headers = { Authorization: `Bearer ${this.#token}` };
    this.#traffic.add({
      who: this.#who,
      kind: 'frame out',
      title: frame.type,
      sent: frame,
      ...(call && { curl: curlOf({ ...call, url: `${palaverUrl}${call.path}`, headers }) }),
    });
  }

  #showReceived(frame: ReceivedFrame): void {
    const title = frame.entry === undefined ? frame.type : `${frame.type}: ${frame.entry.type}`;
    this.#traffic.add({ who: this.#who, kind: 'frame in', title, sent: frame });
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
