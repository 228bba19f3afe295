import { expect, onTestFinished, test } from 'vitest';
import { myThreadUrl, signInAll } from '../harness/client-api.ts';
import { connect } from '../harness/realtime.ts';
import { startTestServer } from '../harness/test-server.ts';

const ROUNDS = 40;

test('a read position moved on one device reaches another that is connecting', {
  tags: 'thorough',
}, async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const [ann, ben] = await signInAll(server, 2);
  const thread = await server.group([ann.userId, ben.userId]);
  for (let round = 0; round <= ROUNDS; round += 1) await ann.say(thread);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const threads = round % 2 === 0 ? [{ thread_id: thread, seq: round }] : [];
    const [socket] = await Promise.all([
      connect(server, ben, { threads }),
      ben.ok('PUT', myThreadUrl(thread, '/read'), { body: { seq: round } }),
    ]);
    await socket.settled();
    const told = socket.frames.map((frame) => {
      if (frame.type === 'thread.joined') return frame.thread.me.read_seq;
      if (frame.type === 'resumed') return frame.read_positions[0]?.read_seq ?? 0;
      return frame.type === 'read' ? frame.read_seq : 0;
    });
    expect(Math.max(...told)).toBe(round);
    await socket.close();
  }
});
