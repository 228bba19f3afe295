import { loadConfig } from '../config/load.ts';
import { localAddress } from './event-client.ts';
import { print } from './print.ts';

/** Below the timeout of those who ask, so that they get the reason. */
const TIMEOUT_MS = 4_000;

/** `palaver health`: asks the server of this machine whether it can serve requests. The exit code is 1 if not. */
export async function healthCommand(): Promise<void> {
  const url = `${localAddress(loadConfig(process.env).config)}/health/ready`;
  const state = await ask(url);
  print(`${url}: ${state.text}\n`);
  if (!state.isReady) process.exitCode = 1;
}

async function ask(url: string): Promise<{ isReady: boolean; text: string }> {
  try {
    const { ok, status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { isReady: ok, text: ok ? 'ready' : `status ${status}` };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return { isReady: false, text: isLate ? `no response in ${TIMEOUT_MS / 1_000} s` : 'no connection' };
  }
}
