import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * A client written from docs/realtime.md alone, with Node's built-in WebSocket. It keeps the log of each thread, sends messages until
 * they are answered, and complains about whatever the page does not allow.
 */

interface Entry {
  thread_id: string;
  seq: number;
  at: number;
  message?: { seq: number; body: { text: string } };
}

interface Frame {
  type: string;
  id?: string;
  epoch?: string;
  message_code?: string;
  retry_after_ms?: number;
  thread?: { id: string; last_seq: number; last_at: number };
  thread_id?: string;
  entry?: Entry;
}

/** What the client has of a thread. */
interface Copy {
  last: { seq: number; at: number };
  /** The texts of messages, by number. */
  texts: Map<number, string>;
}

/** Sent again: the server may have been busy, or its database away. */
const TRY_AGAIN = ['M50300', 'M42900'];

export class ClusterClient {
  readonly #url: string;
  readonly #token: string;
  #socket: WebSocket | undefined;
  #epoch: string | undefined;
  #isClosed = false;
  /** Commands without an answer, by id. */
  readonly #unanswered = new Map<string, object>();
  readonly copies = new Map<string, Copy>();
  readonly complaints: string[] = [];
  connections = 0;

  /** `url`: the address of a server or load balancer, with `http`. */
  constructor(url: string, token: string) {
    this.#url = `${url.replace('http', 'ws')}/client/v1.0/realtime`;
    this.#token = token;
    this.#connect();
  }

  get unanswered(): number {
    return this.#unanswered.size;
  }

  send(thread_id: string, text: string): void {
    const id = randomUUID();
    this.#unanswered.set(id, { type: 'send', id, thread_id, client_message_id: id, body: { text } });
    this.#put(this.#unanswered.get(id));
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }

  #connect(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    let nextEpoch: string | undefined;
    let retryMs = 1_000;
    socket.onopen = () => {
      const threads = [...this.copies].map(([thread_id, { last }]) => ({ thread_id, ...last }));
      this.#put({ type: 'authenticate', token: this.#token });
      this.#put({ type: 'resume', epoch: this.#epoch, threads });
      for (const command of this.#unanswered.values()) this.#put(command);
    };
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.type === 'authenticated') {
        nextEpoch = frame.epoch;
        this.#epoch ??= nextEpoch;
      }
      if (frame.type === 'closing') retryMs = frame.retry_after_ms ?? this.#giveUp(frame);
      if (frame.type === 'resumed') {
        this.#epoch = nextEpoch;
        this.connections += 1;
      }
      this.#receive(frame);
    };
    const end = () => {
      socket.onclose = null;
      socket.onerror = null;
      if (!this.#isClosed) void sleep(retryMs).then(() => this.#isClosed || this.#connect());
    };
    socket.onclose = end;
    socket.onerror = end;
  }

  #giveUp({ message_code }: Frame): number {
    this.complaints.push(`the connection was closed for good: ${message_code}`);
    return 1_000;
  }

  #receive({ type, id = '', thread, thread_id = '', entry, message_code = '' }: Frame): void {
    if (entry !== undefined) this.#apply(entry);
    if (thread !== undefined) {
      if (this.copies.has(thread.id)) this.complaints.push(`${type} of thread ${thread.id}, which it has`);
      this.copies.set(thread.id, { last: { seq: thread.last_seq, at: thread.last_at }, texts: new Map() });
    }
    if (type === 'thread.left') this.complaints.push(`${type} ${thread_id}`);
    if (type === 'answer') this.#unanswered.delete(id);
    if (type !== 'error') return;
    const command = this.#unanswered.get(id);
    if (command !== undefined && TRY_AGAIN.includes(message_code))
      void sleep(300).then(() => this.#put(command));
    else this.complaints.push(`${message_code} for ${JSON.stringify(command)}`);
  }

  #apply({ thread_id, seq, at, message }: Entry): void {
    const copy = this.copies.get(thread_id);
    if (copy === undefined || seq !== copy.last.seq + 1) {
      this.complaints.push(`entry ${seq} of thread ${thread_id} came after ${copy?.last.seq}`);
      return;
    }
    copy.last = { seq, at };
    if (message?.seq === seq) copy.texts.set(seq, message.body.text);
  }

  #put(frame: object | undefined): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}
