import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { Random } from '../faults/random.ts';
import { at, type SignedIn, signIn } from '../harness/client-api.ts';
import { openLossyBus } from '../harness/lossy-bus.ts';
import { connect, type TestSocket } from '../harness/realtime.ts';
import type { TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { ClientState, fetchState } from './client-state.ts';
import { changeSomething } from './random-changes.ts';

const PEOPLE = 4;
const CHANGES = 14;

/** A user who follows a thread over a connection that is lost now and then. */
class Observer {
  readonly #server: TestServer;
  readonly #me: SignedIn;
  readonly #threadId: string;
  readonly #isSound: boolean;
  readonly #copy: ClientState;
  #socket: TestSocket | undefined;
  #failure: Error | undefined;

  constructor(
    server: TestServer,
    me: SignedIn,
    { threadId, isSound }: { threadId: string; isSound: boolean },
  ) {
    this.#server = server;
    this.#isSound = isSound;
    this.#me = me;
    this.#threadId = threadId;
    this.#copy = new ClientState(me, threadId);
  }

  async connect(): Promise<void> {
    this.#socket = await connect(this.#server, this.#me, {
      threads: this.#copy.position,
      onFrame: (frame) => {
        try {
          this.#copy.apply(frame);
        } catch (error) {
          this.#failure ??= error instanceof Error ? error : new Error(String(error));
        }
      },
    });
  }

  disconnect(): void {
    this.#socket?.ws.terminate();
    this.#socket = undefined;
  }

  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  /** The state from frames equals a fresh fetch. */
  async expectToBeRight(): Promise<void> {
    const now = await fetchState(this.#me, this.#threadId);
    await until(async () => {
      await this.#copy.fetched();
      if (this.#failure !== undefined) throw this.#failure;
      return this.#copy.state?.thread.last_seq === now?.thread.last_seq || undefined;
    });
    if (this.#isSound)
      await until(async () => isDeepStrictEqual(namesIn(this.#copy.state), namesIn(now)) || undefined);
    // Read positions and profiles are in no log; the next resume brings those that the bus lost.
    this.disconnect();
    await this.connect();
    await this.#copy.fetched();
    if (this.#failure !== undefined) throw this.#failure;
    expect(withoutListPosition(this.#copy.state)).toEqual(withoutListPosition(now));
    this.disconnect();
  }
}

/** Each user's profile, wherever it is shown. */
function namesIn(state: ClientState['state']): string[] {
  const shown = [
    ...(state?.members.values() ?? []),
    ...[...(state?.messages.values() ?? [])].map(({ sender }) => sender),
  ];
  return shown.map(({ ext_user_id, display_name, avatar_url }) =>
    [ext_user_id, display_name, avatar_url].join(),
  );
}

function withoutListPosition(state: ClientState['state']) {
  return state && { ...state, thread: { ...state.thread, list_position: '' } };
}

/**
 * A random sequence of changes to one thread, followed by two users who disconnect and reconnect. Their old state plus
 * the received events must equal a fresh fetch.
 */
async function replaySequence(server: TestServer, seed: number, isSound: boolean): Promise<void> {
  const random = new Random(seed);
  const ids = await server.users(PEOPLE, `replay-${seed}-`);
  const people = await Promise.all(ids.map((id) => signIn(server, id)));
  const threadId = await server.group(ids.slice(0, 3));
  const observers = [0, 1].map((index) => new Observer(server, at(people, index), { threadId, isSound }));
  const changes: string[] = [];
  try {
    for (let step = 0; step < CHANGES; step += 1) {
      for (const observer of observers) {
        if (random.chance(0.15)) observer.disconnect();
        else if (!observer.isConnected && random.chance(0.5)) await observer.connect();
      }
      changes.push(await changeSomething({ server, random, threadId, people, isSound }));
    }
    for (const observer of observers) {
      if (!observer.isConnected) await observer.connect();
      await observer.expectToBeRight();
    }
  } catch (error) {
    throw new Error(`seed ${seed}: ${changes.join(', ')}`, { cause: error });
  }
}

/** The bus of the run. */
export const BUSES = [
  { bus: 'a sound bus', openBus: openInProcessBus, isSound: true },
  { bus: 'a bus that loses, repeats and reorders', openBus: openLossyBus, isSound: false },
] as const;

/** Runs the sequences from `from` on, some at a time. */
export async function replaySequences(
  server: TestServer,
  { from, count, together, isSound }: { from: number; count: number; together: number; isSound: boolean },
): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < from + count) {
      next += 1;
      await replaySequence(server, next, isSound);
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
}
