import { expect } from 'vitest';
import { Random } from '../faults/random.ts';
import { at, type SignedIn, signIn } from '../harness/client-api.ts';
import { connect, type TestSocket } from '../harness/realtime.ts';
import type { TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { ClientState, fetchState } from './client-state.ts';
import { changeSomething } from './random-changes.ts';

const PEOPLE = 4;
const CHANGES = 14;

/** Somebody who watches a thread by a connection, which is lost now and then. */
class Observer {
  readonly #server: TestServer;
  readonly #me: SignedIn;
  readonly #threadId: string;
  readonly #copy: ClientState;
  #socket: TestSocket | undefined;
  #failure: Error | undefined;

  constructor(server: TestServer, me: SignedIn, threadId: string) {
    this.#server = server;
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

  /** What the frames have made is what is fetched now. */
  async expectToBeRight(): Promise<void> {
    const now = await fetchState(this.#me, this.#threadId);
    await until(async () => {
      await this.#copy.fetched();
      if (this.#failure !== undefined) throw this.#failure;
      return this.#copy.state?.thread.last_seq === now?.thread.last_seq || undefined;
    });
    // Read positions are in no log: what the bus has lost of them is brought by the next resume.
    this.disconnect();
    await this.connect();
    await this.#copy.fetched();
    if (this.#failure !== undefined) throw this.#failure;
    expect(withoutListPosition(this.#copy.state)).toEqual(withoutListPosition(now));
    this.disconnect();
  }
}

function withoutListPosition(state: ClientState['state']) {
  return state && { ...state, thread: { ...state.thread, list_position: '' } };
}

/**
 * A random sequence of changes of one thread, which two watch, coming and going: then the old state and the events they
 * were sent are what a fresh fetch brings.
 */
export async function replaySequence(server: TestServer, seed: number): Promise<void> {
  const random = new Random(seed);
  const ids = await server.users(PEOPLE, `replay-${seed}-`);
  const people = await Promise.all(ids.map((id) => signIn(server, id)));
  const threadId = await server.group(ids.slice(0, 3));
  const observers = [0, 1].map((index) => new Observer(server, at(people, index), threadId));
  const changes: string[] = [];
  try {
    for (let step = 0; step < CHANGES; step += 1) {
      for (const observer of observers) {
        if (random.chance(0.15)) observer.disconnect();
        else if (!observer.isConnected && random.chance(0.5)) await observer.connect();
      }
      changes.push(await changeSomething({ server, random, threadId, people }));
    }
    for (const observer of observers) {
      if (!observer.isConnected) await observer.connect();
      await observer.expectToBeRight();
    }
  } catch (error) {
    throw new Error(`seed ${seed}: ${changes.join(', ')}`, { cause: error });
  }
}

/** Sequences from `from` on, some at a time. */
export async function replaySequences(
  server: TestServer,
  from: number,
  count: number,
  together: number,
): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < from + count) {
      next += 1;
      await replaySequence(server, next);
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
}
