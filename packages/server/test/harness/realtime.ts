import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CLOSE_CODES, type CloseCode } from '@palaver/protocol/close-codes';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { FORMATS } from '@palaver/protocol/formats';
import type { LogEntry } from '@palaver/protocol/log';
import { REALTIME_PATH, SERVER_FRAMES, type ServerFrame } from '@palaver/protocol/realtime';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { closeObjects } from './contract.ts';
import type { TestServer } from './test-server.ts';

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** The server's reply to a command. */
export type Reply = FrameOf<'answer'> | FrameOf<'error'>;

/** The end of a connection. */
export interface End {
  code: number;
  reason: string;
}

/** A connection of a test. Every received frame is checked against its schema. */
export interface TestSocket {
  ws: WebSocket;
  /** All received frames, in order. */
  frames: ServerFrame[];
  /** Sends a frame; strings and bytes unchanged. */
  send: (frame: object | string | Buffer) => void;
  /** The first frame of this type, received or to come, that no earlier call has taken. */
  next: <Type extends ServerFrame['type']>(
    type: Type,
    matches?: (frame: FrameOf<Type>) => boolean,
  ) => Promise<FrameOf<Type>>;
  /** Sends a command and returns its reply. */
  command: (frame: object) => Promise<Reply>;
  /** The received entries of a thread. */
  entries: (threadId: string) => LogEntry[];
  /** Resolves when the thread's entries up to this seq have arrived. */
  reaches: (threadId: string, seq: number) => Promise<void>;
  /** Resolves when the server has handled everything sent before, so that all resulting frames have arrived. */
  settled: () => Promise<void>;
  /** Fails unless the connection is still open: a ping must be answered. */
  expectAlive: () => Promise<void>;
  ended: Promise<End>;
  close: () => Promise<void>;
}

export interface ConnectOptions {
  /** The client's positions; null: it sends no resume and receives no threads. */
  threads?: { thread_id: string; seq: number }[] | null;
  headers?: Record<string, string>;
  /** Called with each frame as it arrives. */
  onFrame?: (frame: ServerFrame) => void;
}

/** The address of the realtime socket; makes the server listen on a free port. */
export async function realtimeUrl({ app }: TestServer): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return `ws://127.0.0.1:${port}${REALTIME_PATH}`;
}

/** The number of the server's connections, by its metrics. */
export async function connectionsTo({ app }: TestServer): Promise<number> {
  const { payload } = await app.inject('/metrics');
  return Number(/^palaver_realtime_connections (\d+)$/m.exec(payload)?.[1]);
}

/** Connects, authenticates, and resolves when the client has received everything that it lacked. */
export async function connect(
  server: TestServer,
  { token }: { token: string },
  { threads = [], headers = {}, onFrame }: ConnectOptions = {},
): Promise<TestSocket> {
  const socket = await open(await realtimeUrl(server), headers, onFrame);
  socket.send({ type: 'authenticate', token });
  await socket.next('authenticated');
  if (threads !== null) {
    socket.send({ type: 'resume', threads });
    await socket.next('resumed');
  }
  return socket;
}

/** Fails unless the server announces and ends the connection like this; returns its last frame. */
export async function expectClosed(
  socket: TestSocket,
  code: CloseCode,
  refusal: ErrorCode = CLOSE_CODES[code].message_code,
): Promise<FrameOf<'closing'>> {
  expect(await socket.ended).toEqual({ code, reason: '' });
  const last = socket.frames.at(-1);
  expect(last).toMatchObject({ type: 'closing', code, message_code: refusal, message: ERRORS[refusal].text });
  const closing = last as FrameOf<'closing'>;
  expect(closing.retry_after_ms !== undefined).toBe(CLOSE_CODES[code].retry);
  return closing;
}

/** Connects without sending anything. */
export async function open(
  url: string,
  headers: Record<string, string> = {},
  onFrame?: ConnectOptions['onFrame'],
): Promise<TestSocket> {
  const ws = new WebSocket(url, { headers, perMessageDeflate: false });
  const socket = wrap(ws, onFrame);
  await once(ws, 'open');
  return socket;
}

function wrap(ws: WebSocket, onFrame: ConnectOptions['onFrame']): TestSocket {
  const frames: ServerFrame[] = [];
  const taken = new Set<ServerFrame>();
  let arrived = Promise.withResolvers<void>();
  const wakeAll = () => {
    arrived.resolve();
    arrived = Promise.withResolvers();
  };
  let invalid: Error | undefined;
  let failure: Error | undefined;
  ws.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as ServerFrame;
    try {
      checkFrame(frame);
      onFrame?.(frame);
    } catch (error) {
      invalid ??= error as Error;
    }
    frames.push(frame);
    wakeAll();
  });
  ws.on('error', () => {});
  const ended = new Promise<End>((resolve) => {
    ws.once('close', (code, reason) => {
      resolve({ code, reason: String(reason) });
      failure ??= new Error(`the connection has ended with ${code}`);
      wakeAll();
    });
  });
  const until = async (isDone: () => boolean, what: string) => {
    for (;;) {
      if (invalid !== undefined) throw invalid;
      if (isDone()) return;
      if (failure !== undefined)
        throw new Error(`waiting for ${what}: ${failure.message}`, { cause: failure });
      await arrived.promise;
    }
  };
  const next: TestSocket['next'] = async (type, matches = () => true) => {
    const find = () =>
      frames.find(
        (frame): frame is FrameOf<typeof type> =>
          frame.type === type && !taken.has(frame) && matches(frame as FrameOf<typeof type>),
      );
    await until(() => find() !== undefined, `a frame "${type}"`);
    const frame = find();
    if (frame === undefined) throw new Error('a frame that has come is gone');
    taken.add(frame);
    return frame;
  };
  const send: TestSocket['send'] = (frame) =>
    ws.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  let commands = 0;
  let pings = 0;
  const command: TestSocket['command'] = async (frame) => {
    commands += 1;
    const id = `command ${commands}`;
    send({ id, ...frame });
    const isReply = (reply: ServerFrame): reply is Reply =>
      (reply.type === 'answer' || reply.type === 'error') && reply.id === id;
    await until(() => frames.some(isReply), `the answer to ${JSON.stringify(frame)}`);
    const reply = frames.find(isReply);
    if (reply === undefined) throw new Error('a reply that has come is gone');
    return reply;
  };
  const entries = (threadId: string) =>
    frames.flatMap((frame) =>
      frame.type === 'entry' && frame.entry.thread_id === threadId ? [frame.entry] : [],
    );
  return {
    ws,
    frames,
    send,
    next,
    command,
    entries,
    reaches: (threadId, seq) =>
      until(() => (entries(threadId).at(-1)?.seq ?? 0) >= seq, `entry ${seq} of thread ${threadId}`),
    settled: async () => {
      await command({ type: 'watch', ext_user_ids: [] });
    },
    expectAlive: async () => {
      pings += 1;
      const id = `ping ${pings}`;
      send({ type: 'ping', id });
      await next('pong', (pong) => pong.id === id);
    },
    ended,
    close: async () => {
      ws.close();
      await ended;
    },
  };
}

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
const validators = new Map<unknown, ValidateFunction>();

/** Throws when the protocol does not have this frame. */
export function checkFrame(frame: ServerFrame): void {
  const validate = validators.getOrInsertComputed(frame.type, () => {
    const schema = SERVER_FRAMES.find(({ properties }) => properties.type.const === frame.type);
    if (schema === undefined) throw new Error(`the protocol has no frame "${frame.type}"`);
    return ajv.compile(closeObjects(JSON.parse(JSON.stringify(schema))));
  });
  if (!validate(frame)) {
    throw new Error(`not in the protocol: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(frame)}`);
  }
}
