/**
 * A chat in a separate process, which can be stopped and continued like a laptop that sleeps: `node laptop.ts <url> <key>
 * <user> <thread>`. On a process message `{"send": text}` it sends the text; on any other, it answers with its state.
 */
import { connect } from '../../src/index.ts';
import { Palaver } from '../../src/server/index.ts';

const [url = '', apiKey = '', userId = '', threadId = ''] = process.argv.slice(2);
const palaver = new Palaver({ url, apiKey });
const chat = connect({ url, tokenProvider: async () => (await palaver.users.issueToken(userId)).token });
await chat.ready();
const thread = chat.open(threadId);
await thread.loaded();
process.on('message', ({ send }: { send?: string }) => {
  if (send === undefined) process.send?.(thread.getSnapshot());
  else thread.send(send);
});
process.send?.('awake');
