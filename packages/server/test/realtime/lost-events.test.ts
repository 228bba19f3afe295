// @module-tag database
import { expect, test } from 'vitest';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { myMemberUrl, myThreadUrl, signInAll } from '../harness/client-api.ts';
import { connect } from '../harness/realtime.ts';
import { useServer } from '../harness/use-server.ts';

/** Delivery by the log alone: this server's bus loses everything. */
const server = await useServer({}, undefined, (log) => ({ ...openInProcessBus(log), publish: () => {} }));
const [ann, bob] = await signInAll(server, 2);

const group = () => server.group([ann.userId, bob.userId]);

test.concurrent('entries that the bus lost are found in the log', async () => {
  const thread = await group();
  const socket = await connect(server, bob);
  await ann.say(thread, 'one');
  await ann.say(thread, 'two');
  await socket.reaches(thread, 3);
  expect(socket.entries(thread).map(({ seq }) => seq)).toEqual([2, 3]);
});

test.concurrent('a thread that a user was added to is found', async () => {
  const socket = await connect(server, bob);
  const thread = await group();
  await socket.next('thread.joined', (frame) => frame.thread.id === thread);
});

test.concurrent('a thread that a user returned to is found', { tags: 'thorough' }, async () => {
  const thread = await group();
  const socket = await connect(server, bob);
  await ann.ok('DELETE', myMemberUrl(thread, bob.userId));
  await ann.ok('POST', myThreadUrl(thread, '/members'), { body: { member_ids: [bob.userId], id_type: 2 } });
  await socket.reaches(thread, 2);
  await socket.next('thread.joined', (frame) => frame.thread.id === thread && frame.thread.last_seq === 3);
});

test.concurrent('a connection ahead of the others on its node gets each entry once', async () => {
  const thread = await group();
  const late = await connect(server, ann);
  const { seq } = await ann.say(thread, 'of which the node has not heard');
  const early = await connect(server, bob, { threads: [{ thread_id: thread, seq }] });
  const { seq: next } = await ann.say(thread, 'and another');
  await Promise.all([early.reaches(thread, next), late.reaches(thread, next)]);
  expect(late.entries(thread).map((entry) => entry.seq)).toEqual([seq, next]);
  expect(early.entries(thread).map((entry) => entry.seq)).toEqual([next]);
});
