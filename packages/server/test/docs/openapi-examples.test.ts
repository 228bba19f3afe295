import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../src/http/routes.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

/** The examples of the OpenAPI document, with which /docs fills its forms, sent to the server that publishes them. */

let server: TestServer;
let token: string;
let examples: Record<string, Record<string, { value: unknown }>>;
beforeAll(async () => {
  server = await startTestServer();
  await server.ok('POST', '/user/v1.0/users/batch', {
    body: { users: [{ user_id: 'ann' }, { user_id: 'ben' }, { user_id: 'cem' }] },
  });
  await server.ok('POST', '/bot/v1.0/bot', { body: { bot_id: 'bot', display_name: 'Bot' } });
  token = await server.token('ann');
  const { paths } = (await server.app.inject('/openapi.json')).json();
  examples = Object.fromEntries(
    ROUTES.map(({ method, url, endpoint }) => {
      const operation = paths[url.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      return [endpoint.id, operation.requestBody?.content['application/json']?.examples ?? {}];
    }),
  );
});
afterAll(() => server.close());

const TAKING_JSON = ROUTES.filter(
  ({ endpoint }) => endpoint.body !== undefined && endpoint.files === undefined,
);

/** Makes a thread with what the examples name there, and fills the path. */
async function addressOf(url: string): Promise<string> {
  const thread = await server.group(['ann', 'ben', 'cem']);
  const card = { title: 'Which?', image_url: 'https://cdn.example.com/a.png' };
  const button = { label: 'This', action: { type: 3 } };
  const isOfCard = url.endsWith('/press');
  const sent = await server.ok('POST', '/open-api/v1.0/chat/messages', {
    headers: { prefer: 'return=representation' },
    body: {
      sender: isOfCard ? { bot_id: 'bot' } : { user_id: 'ann' },
      target: { thread_id: thread },
      body: isOfCard
        ? { metadata: [{ type: 'promotion', promotion: { ...card, buttons: [button] } }] }
        : { text: 'Hello', metadata: [{ type: 'text' }] },
    },
  });
  const { data: ben } = (await server.call('GET', '/user/v1.0/user/ben')).body;
  const values: Record<string, string> = {
    thread_id: thread,
    seq: String(sent.messages[0].seq),
    member_id: ben.ext_user_id,
    // (An example makes a guest of them, who may do less than the user who has signed in.)
    user_id: 'cem',
    bot_id: 'bot',
    endpoint_id: '999999',
  };
  return url.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? `no value for ${name}`);
}

test.each(
  TAKING_JSON.map(({ endpoint, method, url }) => [endpoint.id, method, url, endpoint.access] as const),
)(
  'every example of %s is a request that works where there is what it names',
  async (id, method, url, access) => {
    expect(Object.keys(examples[id] ?? {})).not.toEqual([]);
    for (const [name, { value }] of Object.entries(examples[id] ?? {})) {
      const address = await addressOf(url);
      const as = access === 'token' ? { token } : {};
      const { status, body } = await server.call(method, address, { ...as, body: value });
      expect([200, 404], `${id}, ${name}: ${JSON.stringify(body)}`).toContain(status);
    }
  },
);
