import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RequestLoad {
  /** How often each outcome came: a status, with the body if it is not 200, or a connection error. */
  outcomes: ReadonlyMap<string, number>;
  /** How many requests with an idempotency key had to be sent again. Their last outcome counts. */
  resent: () => number;
  /** Resolves when the requests in progress have an outcome. */
  end: () => Promise<void>;
}

export interface RequestLoadOptions {
  /** An API key. */
  key: string;
  threadId: string;
  /** The `user_id` of a member. */
  sender: string;
  /** Each sends one request at a time. */
  clients: number;
  paceMs?: number;
  /** By default all kinds. */
  kinds?: readonly RequestKind[];
}

export type RequestKind = 'read' | 'send' | 'send with a key';

const ATTEMPTS = 5;

/**
 * Steady requests of all kinds in turn: they read a thread, send messages, and send messages with an idempotency key, which are sent
 * again after a failure. Half of the clients open a connection for each request.
 */
export function startRequestLoad(
  url: string,
  {
    key,
    threadId,
    sender,
    clients,
    paceMs = 0,
    kinds = ['read', 'send', 'send with a key'],
  }: RequestLoadOptions,
): RequestLoad {
  const keptConnections = new Agent({ keepAlive: true });
  const outcomes = new Map<string, number>();
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const message = JSON.stringify({
    sender: { user_id: sender },
    target: { thread_id: threadId },
    body: { text: 'steady', metadata: [{ type: 'text' }] },
  });
  let resent = 0;
  let isOver = false;

  const send = (agent: Agent | false, idempotencyKey?: string): Promise<string> =>
    outcomeOf(`${url}/open-api/v1.0/chat/messages`, {
      method: 'POST',
      headers: idempotencyKey === undefined ? headers : { ...headers, 'idempotency-key': idempotencyKey },
      agent,
      body: message,
    });
  const sendKeyed = async (agent: Agent | false): Promise<string> => {
    const idempotencyKey = randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await send(agent, idempotencyKey);
      if (outcome === '200' || attempt === ATTEMPTS) return outcome;
      resent += 1;
      await sleep(100);
    }
  };
  const requests: Record<RequestKind, (agent: Agent | false) => Promise<string>> = {
    read: (agent) =>
      outcomeOf(`${url}/open-api/v1.0/chat/threads/${threadId}`, { method: 'GET', headers, agent }),
    send,
    'send with a key': sendKeyed,
  };
  const running = Array.from({ length: clients }, async (_, client) => {
    for (let round = client; !isOver; round += 1) {
      const kind = kinds[round % kinds.length] ?? 'read';
      const outcome = await requests[kind](client % 2 === 0 && keptConnections);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (paceMs > 0) await sleep(paceMs);
    }
  });
  return {
    outcomes,
    resent: () => resent,
    end: async () => {
      isOver = true;
      await Promise.all(running);
      keptConnections.destroy();
    },
  };
}

interface Outgoing {
  method: string;
  headers: Record<string, string>;
  agent: Agent | false;
  body?: string;
}

function outcomeOf(url: string, { body, ...options }: Outgoing): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const sent = request(url, options, (response) => {
    text(response).then(
      (received) => resolve(response.statusCode === 200 ? '200' : `${response.statusCode} ${received}`),
      (error: Error) => resolve(error.message),
    );
  });
  sent.on('error', (error) => resolve(error.message));
  sent.end(body);
  return promise;
}
