import { BOTS, MESSAGES } from '../harness/api.ts';
import type { Answer } from '../harness/calls.ts';
import {
  at,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
} from '../harness/client-api.ts';
import type { TestServer } from '../harness/test-server.ts';

/** A command. */
export interface Frame {
  type: string;
  [field: string]: unknown;
}

/** Makes the REST request that does the same as a command. */
export function callFor(who: SignedIn, { type, thread_id, seq, key, ...body }: Frame): Promise<Answer> {
  const id = String(thread_id);
  const message = (rest?: string) => myMessageUrl(id, String(seq), rest);
  const reaction = () => reactionUrl(id, String(seq), String(key));
  switch (type) {
    case 'send':
      return who.call('POST', myMessagesUrl(id), { body });
    case 'edit':
      return who.call('PATCH', message(), { body });
    case 'delete':
      return who.call('DELETE', message());
    case 'react':
      return who.call('PUT', reaction());
    case 'unreact':
      return who.call('DELETE', reaction());
    case 'press':
      return who.call('POST', message('/press'), { body });
    case 'read':
      return who.call('PUT', myThreadUrl(id, '/read'), { body: { seq } });
    default:
      throw new Error(`there is no route for "${type}"`);
  }
}

/** Sends a promotion with the button "Thanks", and resolves to its `seq`. */
export async function promote(server: TestServer, threadId: string): Promise<number> {
  await server.call('POST', BOTS, { body: { bot_id: 'baker', display_name: 'Baker' } });
  const buttons = [{ label: 'Thanks', action: { type: 3 } }];
  const promotion = { title: 'Cake', image_url: 'https://example.com/cake.png', buttons };
  const { messages } = await server.ok('POST', MESSAGES, {
    headers: { prefer: 'return=representation' },
    body: {
      sender: { bot_id: 'baker' },
      target: { thread_id: threadId },
      body: { metadata: [{ type: 'promotion', promotion }] },
    },
  });
  return at(messages as { seq: number }[], 0).seq;
}
