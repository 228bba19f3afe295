/*
 * `.ci/outside-witness`: starts the server and shows Prism requests to every documented operation with their responses.
 * Exit code 1 when Prism objects, misses a falsified response, or was not shown a documented status. The argument is
 * Prism's folder.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Installation } from '../faults/installation.ts';
import { cleanEnvironment, PALAVER } from '../harness/command.ts';
import { Hearing } from './hearing.ts';
import { Prism } from './prism.ts';
import { sendSamples } from './samples.ts';

const COMMAND_WITHIN_MS = 60_000;
const ALL_WITHIN_MS = 300_000;
const AGREED = 'It objects to every lie, and to nothing else: the server does what its document says.';

const [prismFolder] = process.argv.slice(2);
if (prismFolder === undefined) throw new Error('where is Prism installed?');

// The server must be stopped even when the run is interrupted.
const stopped = new AbortController();
process.once('SIGINT', () => stopped.abort());
process.once('SIGTERM', () => stopped.abort());
const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(ALL_WITHIN_MS)]);

const print = (line: string) => process.stdout.write(`${line}\n`);
const installation = new Installation();
try {
  await installation.beReady();
  const hearing = await openHearing(prismFolder);
  const faults = await hear(hearing);
  for (const fault of faults) print(fault);
  const { operations, exchanges, lies } = hearing;
  print(`Prism has seen ${operations} operations in ${exchanges} exchanges, and was told ${lies} lies.`);
  print(faults.length === 0 ? AGREED : `Faults: ${faults.length}.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await installation.remove();
}

async function openHearing(folder: string): Promise<Hearing> {
  const { url, apiKey: key } = installation;
  const response = await fetch(`${url}/openapi.json`, { signal });
  const document = (await response.json()) as object;
  const witness = await Prism.read(document, folder);
  return new Hearing({ witness, document, server: { url, signal }, key, boundKey: await createBoundKey() });
}

/** Sends the samples; returns all problems. */
async function hear(hearing: Hearing): Promise<string[]> {
  try {
    await sendSamples(hearing, { url: installation.url, key: installation.apiKey });
    return [...hearing.faults, ...hearing.unseen()];
  } catch (error) {
    return [...hearing.faults, `The samples end early. ${String(error)}`];
  }
}

/** A key of the tenant `one`. */
async function createBoundKey(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PALAVER, 'key', 'create', '--app', 'demo', '--tenant', 'one'],
    { env: { ...cleanEnvironment(), DATA_DIR: installation.dataDir }, timeout: COMMAND_WITHIN_MS, signal },
  );
  return stdout.trim();
}
