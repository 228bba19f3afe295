import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, type Load, type Row, ratio, startSubject, stopSubject } from '../harness.ts';
import type { Palaver } from '../palaver.ts';

const MEMBERS = 100;
const THREADS = 30;

/** The most requested pages, without writes, compared with the same bytes served from memory. */
export async function reads(palaver: Palaver): Promise<Row[]> {
  const userIds = Array.from({ length: MEMBERS }, (_, index) => `member-${index}`);
  const users = userIds.map((user_id) => ({ user_id, display_name: `Member ${user_id}` }));
  await palaver.post('/user/v1.0/users/batch', { users });
  const group = { name: 'Everybody', owner_id: 'member-0', member_ids: userIds, id_type: 2 };
  let thread = '';
  for (let index = 0; index < THREADS; index += 1) {
    const { thread_id } = (await palaver.post('/open-api/v1.0/chat/threads', group)) as { thread_id: string };
    thread = `/open-api/v1.0/chat/threads/${thread_id}`;
  }
  return [
    await read(palaver, `list ${MEMBERS} members`, `${thread}/members?limit=${MEMBERS}`),
    await read(palaver, `list ${THREADS} threads`, `/open-api/v1.0/chat/threads?limit=${THREADS}`),
    await read(palaver, 'get a thread', thread),
  ];
}

async function read(palaver: Palaver, name: string, path: string): Promise<Row> {
  const load: Load = { method: 'GET', path, headers: { 'x-api-key': palaver.key } };
  return besideStatic(palaver, name, { load, example: load, target: '≥ 0.4' });
}

/** Requests per second, compared with the same bytes from memory; `example` is one of the requests. */
export async function besideStatic(
  palaver: Palaver,
  figure: string,
  { load, example, target }: { load: Load; example: Load; target: string },
): Promise<Row> {
  const url = `http://127.0.0.1:${palaver.subject.port}${example.path}`;
  const answer = await fetch(url, { headers: example.headers });
  const folder = mkdtempSync(join(tmpdir(), 'palaver-answer-'));
  const file = join(folder, 'answer');
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  const bare = await startSubject('static', 'bench/servers/static.ts', { environment: { ANSWER: file } });
  try {
    const [ours, theirs] = await compare([
      { subject: palaver.subject, load },
      { subject: bare, load },
    ]);
    return ratio(`${figure} ÷ the same bytes, static`, ours?.perSecond, theirs?.perSecond, target);
  } finally {
    await stopSubject(bare);
    rmSync(folder, { recursive: true });
  }
}
