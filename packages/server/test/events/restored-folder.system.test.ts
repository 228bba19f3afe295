import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newDataDir, type RunningPalaver, startPalaver, usedDataDir } from '../harness/palaver.ts';
import { copyOf } from '../harness/postgres.ts';

/** The backup of docs/operating.md: a copy of the data folder of a stopped server. */

interface Cursor {
  after: number;
  epoch: string;
}

async function call({ url, key }: RunningPalaver, method: string, path: string, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { 'x-api-key': key(), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as {
    message_code: string;
    first_position?: number;
    data: { position: number; data: { user: { user_id: string } } }[];
    next_after: number;
    epoch: string;
  };
}

const putUser = (palaver: RunningPalaver, id: string) => call(palaver, 'PUT', `/user/v1.0/user/${id}`, {});

/** The names of the users in the next events, and the cursor after them. */
async function pull(palaver: RunningPalaver, cursor: Partial<Cursor>, wait_seconds = 30) {
  const query = new URLSearchParams({ ...cursor, wait_seconds } as unknown as Record<string, string>);
  const { message_code, first_position, data, next_after, epoch } = await call(
    palaver,
    'GET',
    `/event/v1.0/events?${query.toString()}`,
  );
  if (message_code !== 'M200') return { message_code, first_position };
  return { users: data.map((event) => event.data.user.user_id), cursor: { after: next_after, epoch } };
}

async function stop({ process, exited }: RunningPalaver): Promise<void> {
  process.kill('SIGTERM');
  await exited;
}

test('consumers notice that a copy of the data folder was put back, unless they have seen none of the lost events', async () => {
  const dataDir = usedDataDir();
  const original = await startPalaver({}, dataDir);
  await call(original, 'PUT', '/event/v1.0/stream', { enabled: true });
  await putUser(original, 'before');
  const early = await pull(original, {});
  expect(early.users).toEqual(['before']);
  await stop(original);
  const backup = copyOf(dataDir, newDataDir());

  const continued = await startPalaver({}, dataDir);
  await putUser(continued, 'lost');
  const late = await pull(continued, early.cursor ?? {});
  expect(late).toMatchObject({ users: ['lost'], cursor: { after: 2 } });
  await stop(continued);

  rmSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', backup, dataDir]);
  const restored = await startPalaver({}, dataDir);
  const refusal = { message_code: 'M41001', first_position: 1 };
  expect(await pull(restored, late.cursor ?? {}, 0)).toEqual(refusal);
  await putUser(restored, 'other');
  const next = await pull(restored, early.cursor ?? {});
  expect(next).toMatchObject({ users: ['other'], cursor: { after: 2 } });
  expect(await pull(restored, late.cursor ?? {})).toEqual(refusal);
  const { epoch } = early.cursor ?? expect.fail();
  expect(await pull(restored, { after: 2, epoch })).toEqual({ ...refusal, first_position: 2 });
  await putUser(restored, 'last');
  expect(await pull(restored, next.cursor ?? {})).toMatchObject({ users: ['last'] });
});
