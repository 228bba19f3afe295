import { describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/http/routes.ts';
import { expectRefused, THREADS, USERS } from '../harness/api.ts';
import { MY_THREADS, signInAll } from '../harness/client-api.ts';
import { useServer } from '../harness/use-server.ts';

/**
 * Parameters that an endpoint does not know. The endpoints of the interface ignore them, because programs that were written from it may
 * send some; all others refuse them, because a filter that is ignored returns what the caller wanted to leave out.
 */

const server = await useServer();
const [ann] = await signInAll(server, 1);
const threadId = await server.group([ann.userId]);

/** Endpoints 1 to 8 of the interface, by their methods and paths there. */
const OF_INTERFACE = [
  'PATCH /user/v1.0/user/:current_user_id/change-user-id/:new_user_id',
  'GET /open-api/v1.0/chat/threads',
  'GET /open-api/v1.0/chat/threads/:thread_id',
  'GET /open-api/v1.0/chat/threads/:thread_id/members',
  'POST /open-api/v1.0/chat/messages',
  'POST /open-api/v1.0/chat/threads',
  'GET /sticker/v1.0/pack',
  'POST /sticker/v1.0/pack',
];
const nameOf = ({ method, url }: (typeof ROUTES)[number]) => `${method} ${url}`;

test('each endpoint of the interface is tested as one', () => {
  expect(
    ROUTES.map(nameOf)
      .filter((name) => OF_INTERFACE.includes(name))
      .toSorted(),
  ).toEqual(OF_INTERFACE.toSorted());
});

/** The fields that a request with these parameters, and else nothing, is refused for. */
async function faultsOf(
  { method, url, endpoint }: (typeof ROUTES)[number],
  query: string,
): Promise<string[]> {
  const path = url.replaceAll(/:\w+/g, (name) => (name === ':thread_id' ? threadId : '1'));
  const { headers, body } =
    endpoint.files === undefined
      ? { headers: {}, body: method === 'GET' ? undefined : {} }
      : {
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          body: '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nA\r\n--x--\r\n',
        };
  const token = endpoint.access === 'token' ? { token: ann.token } : {};
  const answer = await server.call(method, `${path}?${query}`, { ...token, headers, body });
  return (answer.body.errors ?? []).map(({ field }) => field);
}

const UNKNOWN = ['reference', 'page', 'LIMIT', '__proto__', 'toString', '_', 'x[y]'];
const QUERY = UNKNOWN.map((name) => `${encodeURIComponent(name)}=1`).join('&');

describe.each(ROUTES.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  const isOfInterface = OF_INTERFACE.includes(name);
  test(isOfInterface ? 'ignores them' : 'refuses them by name', async () => {
    const named = (await faultsOf(route, QUERY)).filter((field) => UNKNOWN.includes(field));
    expect(named).toEqual(isOfInterface ? [] : UNKNOWN);
  });
});

test('a list of the interface is the same with them', async () => {
  expect(await server.ok('GET', `${THREADS}?${QUERY}&limit=1`)).toEqual(
    await server.ok('GET', `${THREADS}?limit=1`),
  );
});

describe('empty parameters that the interface does not have count as absent', () => {
  test.each(['reference_id', 'satl_reference_id', 'include'])('%s of a list of threads', async (name) => {
    expect(await server.ok('GET', `${THREADS}?${name}=&limit=1`)).toEqual(
      await server.ok('GET', `${THREADS}?limit=1`),
    );
    for (const query of [`${name}=%20`, `${name}=&${name}=`, `${name}=x&${name}=`])
      await expectRefused(server, ['GET', `${THREADS}?${query}`], 'M40010', [name]);
  });

  test('end_connections of a change of a user id', async () => {
    await server.users(1, 'renamed');
    const url = '/user/v1.0/user/renamed1/change-user-id/renamed2';
    await expectRefused(server, ['PATCH', `${url}?end_connections=%20`], 'M40010', ['end_connections']);
    await server.ok('PATCH', `${url}?end_connections=`);
  });

  test('but not those of the interface, or of other endpoints', async () => {
    for (const name of ['limit', 'only_public_thread'])
      await expectRefused(server, ['GET', `${THREADS}?${name}=`], 'M40010', [name]);
    for (const name of ['reference_id', 'satl_reference_id'])
      await expectRefused(server, ['GET', `${MY_THREADS}?${name}=`, { token: ann.token }], 'M40010', [name]);
    const url = `/user/v1.0/user/${ann.userId}/threads?include=`;
    await expectRefused(server, ['GET', url], 'M40010', ['include']);
  });
});

test('a parameter without a name is none', async () => {
  expect(await server.ok('GET', `${USERS}?&=&limit=1&`)).toEqual(await server.ok('GET', `${USERS}?limit=1`));
});

test('they are refused beside other faults, and change nothing', async () => {
  await expectRefused(server, ['GET', `${USERS}?limit=0&user=ann`], 'M40010', ['limit', 'user']);
  await expectRefused(server, ['PUT', '/user/v1.0/user/new?notify=true', { body: {} }], 'M40010', ['notify']);
  await expectRefused(
    server,
    ['POST', '/user/v1.0/users/batch?dry_run=true', { body: { users: [{ user_id: 'new' }] } }],
    'M40010',
    ['dry_run'],
  );
});

test('the response to many or long names is short', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `p${index}=1`).join('&');
  const { body } = await server.call('GET', `${USERS}?${many}`);
  expect([body.message_code, body.errors?.length]).toEqual(['M40010', 100]);
  const long = await server.call('GET', `${USERS}?${'x'.repeat(8_000)}=1`);
  expect(long.body.errors?.map(({ field }) => field.length <= 255)).toEqual([true]);
});
