import { connect } from '@palaver/client';
import { Palaver } from '@palaver/client/server';
import { expect, onTestFinished, test } from 'vitest';
import { startPalaver, usedDataDir } from '../../../packages/server/test/harness/palaver.ts';
import { urlOf } from '../../../packages/server/test/harness/test-database.ts';
import { until } from '../../../packages/server/test/harness/until.ts';
import { startBackend } from '../src/backend.ts';
import { loadConfig } from '../src/config.ts';
import { type Answer, account, bundledChat, callAt, createEmptyDatabase } from './world.ts';

interface HistoryMessage {
  sender: { display_name: string };
  body: { text: string };
}

/** The outbox and the app back off while Palaver is down, which takes long on a slow machine. */
const PATIENCE_S = 30;

/** The whole story, with a real Palaver that is killed in the middle. Both modes look the same from outside. */

// (In sequence: the harness would end the processes of all tests when the first one ends.)
test.for(['same', 'different'])(
  'a guest chats with an agent, signs up while Palaver is down, and the agent sees one person (%s)',
  async (IDENTIFIERS) => {
    const dataDir = usedDataDir();
    const before = await startPalaver({ PALAVER_LOG_LEVEL: 'error' }, dataDir);
    const { url, key } = before;
    const palaver = new Palaver({ url, apiKey: key() });
    const database = await createEmptyDatabase();
    onTestFinished(() => database.drop());
    const config = loadConfig({
      PORT: '0',
      METRICS_PORT: '0',
      HTTPS: 'off',
      DATABASE_URL: urlOf(database.connection),
      PALAVER_URL: url,
      PALAVER_API_KEY: key(),
      PALAVER_CHAT: await bundledChat(),
      IDENTIFIERS,
    });
    const backend = await startBackend(config, { level: 'silent' });
    onTestFinished(() => backend.stop());
    const auth = async (path: string, token = '', body?: unknown) => {
      const answer = await callAt(`${backend.url}/user/v1.0/auth/${path}`, { token, body });
      expect(answer.status, path).toBe(200);
      return answer.body.data;
    };
    const chat = async (token: string, method: string, path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${token}` };
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`${url}/client/v1.0/${path}`, { method, headers, ...init });
      expect(answer.status, path).toBe(200);
      return ((await answer.json()) as Answer['body']).data;
    };

    await palaver.users.put('agent', { display_name: 'Agent' });
    await palaver.policy.update({ contacts: ['agent'] });
    const agent = (await palaver.users.issueToken('agent')).token;
    /** A thread as the agent sees it. */
    const told = async (threadId: string) => {
      const history: HistoryMessage[] = await chat(agent, 'GET', `threads/${threadId}/messages`);
      return history.map(({ sender, body }) => `${sender.display_name}: ${body.text}`);
    };
    const { access_token, profile } = await auth('signup-as-guest');
    const guest = await auth('chat-token', access_token);
    // The guest's app. It asks the back end for a chat token with its access token whenever it needs one.
    let token = access_token as string;
    const tokenProvider = async () => {
      const { body } = await callAt(`${backend.url}/user/v1.0/auth/chat-token`, { token });
      return body.data.token as string;
    };
    const app = connect({ url, tokenProvider });
    onTestFinished(() => app.close());
    const thread = await app.openDirect('agent');
    thread.send('Is it in stock?');
    await until(async () => ((await told(thread.id)).length === 1 ? true : undefined));
    await chat(agent, 'POST', `threads/${thread.id}/messages`, { body: { text: 'It is.' } });
    const [asGuest] = await chat(agent, 'GET', 'threads');
    expect(asGuest.peer).toMatchObject({ user_id: guest.user_id, display_name: profile.full_name });

    before.process.kill('SIGKILL');
    await before.exited;
    thread.send('Then I take it.');
    ({ access_token: token } = await auth(`complete-signup-from-guest/${profile.id}`, token, account('ann')));
    await startPalaver({ PALAVER_LOG_LEVEL: 'error', PORT: new URL(url).port }, dataDir);

    const seen = await until(async () => {
      const [row] = await chat(agent, 'GET', 'threads');
      return row.peer.display_name === 'ANN' ? row : undefined;
    }, PATIENCE_S);
    const user = await auth('chat-token', token);
    expect(seen.id).toBe(thread.id);
    expect(seen.peer).toMatchObject({ user_id: user.user_id, ext_user_id: asGuest.peer.ext_user_id });
    expect(user.user_id === guest.user_id).toBe(IDENTIFIERS === 'same');
    await until(async () => ((await told(thread.id)).length === 3 ? true : undefined), PATIENCE_S);
    expect(await told(thread.id)).toEqual(['ANN: Is it in stock?', 'Agent: It is.', 'ANN: Then I take it.']);
    expect(await chat(agent, 'GET', 'threads')).toHaveLength(1);
    expect(await palaver.users.list().toArray()).toHaveLength(2);
  },
);
