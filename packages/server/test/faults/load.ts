import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation.ts';
import type { Random } from './random.ts';

/** A POST that must have its effect exactly once, however often it is resent. */
export interface Operation {
  kind: 'send' | 'send as a user' | 'send to several' | 'create a thread';
  /**
   * The idempotency key, or a signed-in user's `client_message_id`. It is also the text of the messages or the name of
   * the thread, by which the effect is found.
   */
  key: string;
  path: string;
  body: unknown;
  /** The token of the signed-in user. */
  token?: string;
  /** The number of rows of the effect. */
  rows: number;
  /** The ids of messages or of the thread in the M200 answer. */
  answered?: string[];
}

/** The record of the clients' requests, for comparison with the database. */
export interface Ledger {
  operations: Operation[];
  retries: number;
  /** Replayed answers: the effect existed, the first answer was lost. */
  replays: number;
  /** Answers that no client should ever get. */
  refusals: string[];
}

export const THREADS = '/open-api/v1.0/chat/threads';
const MESSAGES = '/open-api/v1.0/chat/messages';
const USERS = '/user/v1.0/users/batch';

const USER_COUNT = 60;
const THREAD_COUNT = 50;
const MEMBERS_OF_EACH = 6;

/** Longer than any answer may take, except from a frozen server. */
const REQUEST_TIMEOUT_MS = 15_000;
const PAUSE_MS = 50;
const ANSWERED_WITHIN_MS = 45_000;

export function emptyLedger(): Ledger {
  return { operations: [], retries: 0, replays: 0, refusals: [] };
}

/** The state before the first kill: users and groups of them. */
export interface World {
  users: string[];
  /** Tokens by user. */
  tokens: Map<string, string>;
  threads: { id: string; members: string[] }[];
}

export async function makeWorld(installation: Installation, random: Random): Promise<World> {
  const users = Array.from({ length: USER_COUNT }, (_, index) => `user${index}`);
  const profiles = users.map((user_id) => ({ user_id, display_name: user_id }));
  await post(installation, { path: USERS, body: { users: profiles }, key: 'world-users' });
  const tokens = await Promise.all(
    users.map(async (user) => {
      const path = `/user/v1.0/user/${user}/token`;
      const { token } = await post(installation, { path, body: undefined, key: `token-${user}` });
      return [user, token] as const;
    }),
  );
  const threads = await Promise.all(
    Array.from({ length: THREAD_COUNT }, async (_, index) => {
      const members = random.sample(users, MEMBERS_OF_EACH);
      const body = groupOf(members, 'world');
      const { ids } = await post(installation, { path: THREADS, body, key: `world-${index}` });
      return { id: ids[0] ?? '', members };
    }),
  );
  return { users, tokens: new Map(tokens), threads };
}

function groupOf([owner_id, ...member_ids]: readonly string[], name: string) {
  return { name, owner_id, member_ids, id_type: 2 };
}

/** Clients that send operations in sequence, each until it is answered M200. */
export class Load {
  readonly #installation: Installation;
  readonly #world: World;
  readonly #ledger: Ledger;
  readonly #clients: Promise<void>[];
  readonly #answered = Promise.withResolvers<void>();
  #isOver = false;

  /** @param name the prefix of every key of this load */
  constructor(
    { installation, world, random, ledger }: LoadOptions,
    { name, clients }: { name: string; clients: number },
  ) {
    this.#installation = installation;
    this.#world = world;
    this.#ledger = ledger;
    this.#clients = Array.from({ length: clients }, (_, index) =>
      this.#client(`${name}-${index}`, random.fork()),
    );
  }

  /** Resolves when an operation of this load has been answered. On a slow machine that takes a while. */
  isAnswered(): Promise<void> {
    return this.#answered.promise;
  }

  /** Starts no new operations; resolves when all started ones are answered. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #client(name: string, random: Random): Promise<void> {
    for (let count = 0; !this.#isOver; count += 1) {
      const operation = this.#newOperation(`${name}-${count}`, random);
      this.#ledger.operations.push(operation);
      await this.#retryWhileBusy(operation);
    }
  }

  /** Sends the same request with the same key until it is answered M200. */
  async #retryWhileBusy(operation: Operation): Promise<void> {
    const giveUpAtMs = performance.now() + ANSWERED_WITHIN_MS;
    while (performance.now() < giveUpAtMs) {
      try {
        const { code, ids, isReplay } = await post(this.#installation, operation);
        if (code === 'M200') {
          operation.answered = ids;
          this.#answered.resolve();
          if (isReplay) this.#ledger.replays += 1;
          return;
        }
        if (code !== 'M50300' && code !== 'M40902') {
          this.#ledger.refusals.push(`${operation.key} was answered ${code}`);
        }
      } catch {
        // The connection was lost or refused: the outcome is unknown.
      }
      this.#ledger.retries += 1;
      await sleep(PAUSE_MS);
    }
    this.#ledger.refusals.push(`${operation.key} was never answered M200`);
  }

  #newOperation(key: string, random: Random): Operation {
    const dice = random.next();
    if (dice < 0.02) {
      const members = random.sample(this.#world.users, MEMBERS_OF_EACH);
      return { kind: 'create a thread', key, path: THREADS, body: groupOf(members, key), rows: 1 };
    }
    const body = { text: key, metadata: [{ type: 'text' }] };
    if (dice < 0.07) {
      const [user_id, ...user_ids] = random.sample(this.#world.users, random.between(3, 6));
      const request = { sender: { user_id }, target: { user_ids }, body };
      return { kind: 'send to several', key, path: MESSAGES, body: request, rows: user_ids.length };
    }
    const { id, members } = random.pick(this.#world.threads);
    const user_id = random.pick(members);
    const token = this.#world.tokens.get(user_id);
    if (token !== undefined && dice < 0.35) {
      const path = `/client/v1.0/threads/${id}/messages`;
      return { kind: 'send as a user', key, path, body: { body, client_message_id: key }, token, rows: 1 };
    }
    const request = { sender: { user_id }, target: { thread_id: id }, body };
    return { kind: 'send', key, path: MESSAGES, body: request, rows: 1 };
  }
}

export interface LoadOptions {
  installation: Installation;
  world: World;
  random: Random;
  ledger: Ledger;
}

interface Answer {
  code: string;
  ids: string[];
  isReplay: boolean;
  /** Present where one was requested. */
  token: string;
}

async function post(
  { url, apiKey }: Installation,
  { path, body, key, token }: Pick<Operation, 'path' | 'body' | 'key' | 'token'>,
): Promise<Answer> {
  const byKey = { 'x-api-key': apiKey, 'idempotency-key': key, prefer: 'return=representation' };
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? byKey : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body) ?? '',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const { message_code: code, data = {} } = (await response.json()) as {
    message_code: string;
    data?: { id?: string; thread_id?: string; messages?: { id: string }[]; token?: string };
  };
  const ids = data.messages?.map(({ id }) => id) ?? [data.id ?? data.thread_id ?? ''];
  const isReplay = response.headers.get('idempotent-replayed') === 'true';
  return { code, ids, isReplay, token: data.token ?? '' };
}
