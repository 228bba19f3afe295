import type { Row } from './harness.ts';
import { type Palaver, startPalaver } from './palaver.ts';
import { chatPages } from './scenarios/chat-page.ts';
import { clients } from './scenarios/clients.ts';
import { cores } from './scenarios/cores.ts';
import { desk } from './scenarios/desk.ts';
import { events } from './scenarios/events.ts';
import { nodes } from './scenarios/nodes.ts';
import { callingPushReceiver, notifications } from './scenarios/notifications.ts';
import { overload } from './scenarios/overload.ts';
import { poolers } from './scenarios/poolers.ts';
import { reads } from './scenarios/reads.ts';
import { realtime } from './scenarios/realtime.ts';
import { restarts } from './scenarios/restarts.ts';
import { search } from './scenarios/search.ts';
import { sends } from './scenarios/sends.ts';
import { stickers } from './scenarios/stickers.ts';
import { stored } from './scenarios/stored.ts';
import { threads } from './scenarios/threads.ts';
import { WITHOUT_WORKER, webhooks } from './scenarios/webhooks.ts';

/** In running order; the command's arguments select some of them. */
const SCENARIOS: Record<string, (palaver: Palaver) => Promise<Row[]>> = {
  sends,
  threads,
  cores,
  reads,
  clients,
  realtime,
  desk,
  stored,
  search,
  stickers,
  events,
  webhooks,
  notifications,
  nodes,
  overload,
  poolers,
  restarts,
  'chat-page': chatPages,
};

/** Server settings for a scenario. */
const ENVIRONMENTS: Record<string, () => Record<string, string> | Promise<Record<string, string>>> = {
  events: () => ({ PALAVER_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' }),
  webhooks: () => WITHOUT_WORKER,
  notifications: callingPushReceiver,
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SCENARIOS);
for (const name of chosen) {
  const scenario = SCENARIOS[name];
  if (scenario === undefined) throw new Error(`no scenario ${name}: ${Object.keys(SCENARIOS).join(', ')}`);
  const palaver = await startPalaver(await ENVIRONMENTS[name]?.());
  try {
    for (const { figure, value, target } of await scenario(palaver)) {
      process.stdout.write(`${figure.padEnd(48)} ${value.padStart(8)}   ${target}\n`);
    }
  } finally {
    await palaver.stop();
  }
}
