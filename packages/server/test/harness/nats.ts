import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** A real NATS server, as a process of its own. Debian has it: `apt-get install nats-server`. */
export interface NatsServer {
  port: number;
  start: () => Promise<void>;
  /** Kills it; it can be started again. */
  kill: () => Promise<void>;
  /** Stops the process without ending it: its connections stay open, and it answers nothing. */
  pause: () => void;
  unpause: () => void;
  /** Reads its configuration file again. */
  reload: () => void;
}

const PROGRAM = '/usr/sbin/nats-server';
const isInstalled = existsSync(PROGRAM);
if (!isInstalled && process.env.CI) throw new Error('NATS is needed: apt-get install nats-server');

/** Tests of a missing server are skipped, except in the gate. */
export const isNatsMissing = !isInstalled;

/** `options`: of the program, besides those that say where it listens. */
export async function startNats(options: readonly string[] = []): Promise<NatsServer> {
  const port = await freePort();
  let running: ChildProcess | undefined;
  const start = async () => {
    running = spawn(PROGRAM, ['-a', '127.0.0.1', '-p', String(port), ...options], { stdio: 'ignore' });
    await until(async () => (await answers(port)) || undefined);
  };
  await start();
  return {
    port,
    start,
    kill: async () => {
      const ended = running;
      running = undefined;
      if (ended === undefined) return;
      ended.kill('SIGKILL');
      await once(ended, 'exit');
    },
    pause: () => void running?.kill('SIGSTOP'),
    unpause: () => void running?.kill('SIGCONT'),
    reload: () => void running?.kill('SIGHUP'),
  };
}

function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('data', () => resolve(true));
  socket.once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
