import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { noteRequest } from '../edge/socket-refusals.ts';

type Exchange = readonly [IncomingMessage, ServerResponse];

/** The turns of a connection. (A WeakMap would add garbage collection work.) */
const TURNS = Symbol('turns');
type TurnSocket = Socket & { [TURNS]?: Turns };

/** Every head ends with it. (The parser accepts no bare line feeds.) */
const END_OF_HEAD = '\r\n\r\n';

/**
 * Serves the requests of one connection one at a time, and parses no request before the response to the previous one has been sent in
 * full: its bytes stay unread. So of a client that sends thousands of requests and reads nothing, there are one request, its
 * response and 64 KiB of input in memory. (A parsed header takes some twenty times its bytes.) Other clients are served before the
 * requests that wait there.
 */
export function serveInTurn(server: Server, serve: RequestListener): void {
  const waiting = new WaitingInput();
  server.on('connection', (socket: TurnSocket) => {
    socket[TURNS] = new Turns(socket, serve, waiting);
  });
  server.on('request', (request, response) => turnsOf(request.socket).enter([request, response]));
  const endTurns = (_request: IncomingMessage, socket: Duplex) => turnsOf(socket as Socket).end();
  server.on('upgrade', endTurns);
  server.on('connect', endTurns);
}

function turnsOf(socket: TurnSocket): Turns {
  const turns = socket[TURNS];
  if (turns === undefined) throw new Error('expected a connection of this server');
  return turns;
}

/**
 * The connections that may go on with input that waited for a response. One of them does so in each turn of the event loop: otherwise all
 * that a client has sent ahead would be served before the loop looks at any other connection.
 */
class WaitingInput {
  readonly #waiting: Turns[] = [];

  add(turns: Turns): void {
    if (this.#waiting.push(turns) === 1) setImmediate(this.#next);
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.goOnReading();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}

class Turns {
  readonly #socket: Socket;
  readonly #serve: RequestListener;
  readonly #waiting: WaitingInput;
  /** Node's own listener: its HTTP parser. */
  readonly #parse: (part: Buffer) => void;
  #served: IncomingMessage | undefined;
  /** A request whose head came together with the end of the body before it. */
  #next: Exchange | undefined;
  /** Whether nothing has been read since the head of the request that is served. */
  #isHeadNew = false;
  /** Whether bytes wait for the response. */
  #isHeld = false;
  #isOver = false;

  constructor(socket: Socket, serve: RequestListener, waiting: WaitingInput) {
    this.#socket = socket;
    this.#serve = serve;
    this.#waiting = waiting;
    const [parse, ...others] = socket.listeners('data') as ((part: Buffer) => void)[];
    if (parse === undefined || others.length > 0) throw new Error('expected exactly one listener of data');
    this.#parse = parse;
    socket.off('data', parse);
    socket.on('data', this.#read);
  }

  enter(exchange: Exchange): void {
    noteRequest(exchange[1]);
    if (this.#served === undefined) this.#start(exchange);
    else if (this.#next === undefined) this.#next = exchange;
    // (No part of the input has so many: it ends with the first head that is whole in it.)
    else this.#socket.destroy();
  }

  /** The connection is no longer one of HTTP: what follows belongs to those who have taken it over. */
  end(): void {
    this.#isOver = true;
    this.#socket.off('data', this.#read);
  }

  readonly #read = (chunk: Buffer): void => {
    let rest = chunk;
    while (rest.length > 0 && !this.#socket.destroyed) {
      if (this.#isOver || this.#mustWait() || this.#socket.isPaused()) {
        this.#hold(rest);
        return;
      }
      const end = this.#isBody(rest) ? -1 : rest.indexOf(END_OF_HEAD);
      const part = end === -1 ? rest : rest.subarray(0, end + END_OF_HEAD.length);
      rest = rest.subarray(part.length);
      this.#parse.call(this.#socket, part);
    }
  };

  /** Whether this is the whole body of the request whose head came just before: no head begins in it. */
  #isBody(rest: Buffer): boolean {
    const request = this.#isHeadNew ? this.#served : undefined;
    this.#isHeadNew = false;
    return request !== undefined && Number(request.headers['content-length']) === rest.length;
  }

  #mustWait(): boolean {
    return this.#next !== undefined || this.#served?.complete === true;
  }

  #hold(rest: Buffer): void {
    // (The code that has paused it, or taken it over, resumes it.)
    if (!this.#isOver && !this.#socket.isPaused()) {
      this.#isHeld = true;
      this.#socket.pause();
    }
    this.#socket.unshift(rest);
  }

  #start([request, response]: Exchange): void {
    this.#served = request;
    this.#isHeadNew = true;
    response.on('close', this.#goOn);
    this.#serve(request, response);
  }

  readonly #goOn = (): void => {
    const next = this.#next;
    this.#served = undefined;
    this.#next = undefined;
    // (If it has ended, the previous response was the last one of this connection.)
    if (this.#socket.writableEnded || this.#socket.destroyed) return;
    if (next !== undefined) this.#start(next);
    if (!this.#isHeld || this.#mustWait()) return;
    this.#isHeld = false;
    this.#waiting.add(this);
  };

  /** Reads what has waited. */
  goOnReading(): void {
    this.#socket.resume();
  }
}
