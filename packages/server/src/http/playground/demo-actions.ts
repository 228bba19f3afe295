import type { Config } from '../../config/config.ts';
import type { BackEnd } from './back-end.ts';
import { answerTo, DEMO_BOT } from './demo-bot.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { type DemoState, demoStateOf } from './demo-state.ts';

/** Whether there is a demo, and its people. */
export function describeDemo(config: Config): { state: DemoState; people: typeof DEMO_PEOPLE } {
  return { state: demoStateOf(config), people: DEMO_PEOPLE };
}

interface LatestMessage {
  id: string;
  sender: { type: string };
  body: { text?: string };
}

/**
 * Answers the last message of a thread as the bot, if a user has sent it: what a back end would do when its webhook is called. The
 * answer has an idempotency key, because several pages may ask for it.
 */
export async function answerAsBot(acting: BackEnd, { thread_id }: Record<string, unknown>): Promise<unknown> {
  const id = encodeURIComponent(typeof thread_id === 'string' ? thread_id : '');
  const latest = await acting.call<LatestMessage[]>(
    'GET',
    `/open-api/v1.0/chat/threads/${id}/messages?limit=1`,
  );
  const [last] = latest;
  if (last?.sender.type !== 'user') return {};
  const message = {
    sender: { bot_id: DEMO_BOT.bot_id },
    target: { thread_id },
    body: { text: answerTo(last.body.text ?? ''), metadata: [{ type: 'text' }] },
  };
  const once = { 'idempotency-key': `answer-to-${last.id}` };
  return acting.call('POST', '/open-api/v1.0/chat/messages', message, once);
}
