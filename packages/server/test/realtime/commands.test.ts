import { beforeEach, expect, test } from 'vitest';
import { at, type SignedIn, signInAll } from '../harness/client-api.ts';
import { connect } from '../harness/realtime.ts';
import { useServer } from '../harness/use-server.ts';
import { callFor, type Frame, promote } from './rest-twin.ts';

/** Commands that write: what the sender is answered, and what the others see. (Sends: rest-and-socket.test.ts.) */

const server = await useServer();
const [ann, ben] = await signInAll(server, 2, 'command');
const SUCCESS = { message_code: 'M200', message: 'Success' };
let thread: string;
/** Messages of Ann: one with a reaction of Ben, and one that is deleted. */
let seq: number;
let deleted: number;
let promotion: number;
beforeEach(async () => {
  thread = await server.group([ann.userId, ben.userId]);
  ({ seq } = await ann.say(thread, 'hello'));
  await callFor(ben, { type: 'react', thread_id: thread, seq, key: '🎉' });
  ({ seq: deleted } = await ann.say(thread, 'a secret'));
  await callFor(ann, { type: 'delete', thread_id: thread, seq: deleted });
  promotion = await promote(server, thread);
});

interface Case {
  who: SignedIn;
  fields: () => object;
  /** The entry that the others get: its type, and the `seq` of its message. */
  entry: () => [type: string, messageSeq: number];
  /** Fields that are refused, to Ben. */
  refused: () => object;
  code: string;
}

const CASES: Record<string, Case> = {
  edit: {
    who: ann,
    fields: () => ({ seq, body: { text: 'hello, all' } }),
    entry: () => ['message.updated', seq],
    refused: () => ({ seq, body: { text: 'not his' } }),
    code: 'M40306',
  },
  delete: {
    who: ann,
    fields: () => ({ seq }),
    entry: () => ['message.deleted', seq],
    refused: () => ({ seq }),
    code: 'M40306',
  },
  react: {
    who: ben,
    fields: () => ({ seq, key: '👍' }),
    entry: () => ['reaction.added', seq],
    refused: () => ({ seq: deleted, key: '👍' }),
    code: 'M40903',
  },
  unreact: {
    who: ben,
    fields: () => ({ seq, key: '🎉' }),
    entry: () => ['reaction.removed', seq],
    refused: () => ({ seq: promotion + 1, key: '🎉' }),
    code: 'M40405',
  },
  press: {
    who: ben,
    fields: () => ({ seq: promotion, button_index: 0, client_message_id: 'once' }),
    entry: () => ['message.created', promotion + 1],
    refused: () => ({ seq: promotion, button_index: 1 }),
    code: 'M40003',
  },
};

test.each(Object.entries(CASES))(
  '%s changes what all members see, once, and is refused as by REST',
  async (type, of) => {
    const { who, fields, entry, refused, code } = of;
    const other = who === ann ? ben : ann;
    const commandOf = (more: object): Frame => ({ type, thread_id: thread, ...more });
    const [sender, watcher] = [await connect(server, who), await connect(server, other)];
    const refusing = who === ben ? sender : watcher;
    const refusal = await refusing.command(commandOf(refused()));
    const { message_code, errors } = (await callFor(ben, commandOf(refused()))).body;
    expect({ errors: undefined, ...refusal }).toMatchObject({ type: 'error', message_code, errors });
    expect(message_code).toBe(code);

    const { last_seq: before } = await who.thread(thread);
    const answer = await sender.command(commandOf(fields()));
    const [entryType, messageSeq] = entry();
    const data = type === 'delete' ? {} : { data: await who.message(thread, messageSeq) };
    expect(answer).toEqual({ ...{ type: 'answer', id: answer.id }, ...SUCCESS, ...data });
    await watcher.reaches(thread, before + 1);
    const seen = at(watcher.entries(thread), -1);
    expect(seen).toMatchObject({ type: entryType, message_seq: messageSeq, actor: who.extUserId });
    const { message, reactions } = seen;
    const shown = await other.message(thread, messageSeq);
    expect(message ?? { ...shown, reactions }).toEqual(shown);

    expect(await sender.command(commandOf(fields()))).toEqual({ ...answer, id: expect.anything() });
    expect((await who.thread(thread)).last_seq).toBe(before + 1);
  },
);

test('read tells the others the new position, and is refused as by REST', async () => {
  const [sender, watcher] = [await connect(server, ben), await connect(server, ann)];
  const read = (position: number) => ({ type: 'read', thread_id: thread, seq: position });
  const beyond = read(promotion + 1);
  const { message_code, errors } = (await callFor(ben, beyond)).body;
  expect(await sender.command(beyond)).toMatchObject({ type: 'error', message_code: 'M40405' });
  expect(await sender.command(beyond)).toMatchObject({ message_code, errors });
  for (const position of [seq, promotion]) {
    const answer = { ...SUCCESS, data: { read_seq: position } };
    expect(await sender.command(read(position))).toMatchObject(answer);
    const { ext_user_id } = await watcher.next('read', ({ read_seq }) => read_seq === position);
    expect(ext_user_id).toBe(ben.extUserId);
  }
  // It never goes back.
  expect(await sender.command(read(seq))).toMatchObject({ ...SUCCESS, data: { read_seq: promotion } });
  expect((await ben.thread(thread)).me.read_seq).toBe(promotion);
});
