import { afterAll, beforeAll, expect, test } from 'vitest';
import { inParallel, tally } from '../../../packages/server/test/harness/in-parallel.ts';
import { until } from '../../../packages/server/test/harness/until.ts';
import { account, convert, isSettled, newGuest, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const shape = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
    : typeof value;

test('a new user is signed in at once, gets the documented response, and can sign in again', async () => {
  const signedUp = await world.ok('signup', { body: account('ann') });
  expect(signedUp.profile).toEqual({
    id: expect.any(Number),
    email: 'ann@example.com',
    full_name: 'ANN',
    is_guest: false,
  });
  const signedIn = await world.ok('signin', { body: { ...account('ann'), email: 'Ann@Example.com' } });
  expect(signedIn.profile).toEqual(signedUp.profile);
  expect(signedIn.access_token).not.toBe(signedUp.access_token);
});

test('a guest sign-up needs no body, whatever its content type, and gets the same response as a normal sign-up', async () => {
  const { data } = (await world.call('signup', { body: account('shape') })).body;
  const attempts = [
    {},
    { headers: { 'content-type': 'application/json' } },
    { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { body: {} },
  ];
  for (const options of attempts) {
    const guest = await world.ok('signup-as-guest', options);
    expect(shape(guest)).toEqual(shape(data));
    expect(guest.profile.is_guest).toBe(true);
  }
});

test('passwords are stored as argon2id with 19 MiB and two passes, tokens as hashes', async () => {
  const password = 'a password to look for';
  const { access_token } = await world.ok('signup', { body: account('stored', password) });
  const [user] = await world.database.sql<{ password_hash: string }>(
    `select password_hash from users where email = 'stored@example.com'`,
  );
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const dump = await world.database.sql<{ row: string }>(
    `select users::text || encode(users::text::bytea, 'hex') as row from users union all select sessions::text from sessions`,
  );
  const everything = dump.map(({ row }) => row).join('\n');
  for (const secret of [password, access_token as string]) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

test('two accounts with the same password have different salts', async () => {
  await world.ok('signup', { body: account('salt1') });
  await world.ok('signup', { body: account('salt2') });
  const rows = await world.database.sql<{ salt: string }>(
    `select distinct split_part(password_hash, '$', 5) as salt from users where email like 'salt_@example.com'`,
  );
  expect(rows).toHaveLength(2);
});

test('no endpoint tells a stranger that an e-mail is taken', async () => {
  const owner = await world.ok('signup', { body: account('taken', 'the password of the owner') });
  const stranger = 'what a stranger thinks of';
  const taken = await world.call('signup', { body: account('taken', stranger) });
  const free = await world.call('signup', { body: account('free', stranger) });
  expect(shape(taken.body)).toEqual(shape(free.body));
  expect([taken.status, taken.body.message]).toEqual([free.status, free.body.message]);
  // Not afterwards either: both accounts are the stranger's, and the owner's is unchanged.
  for (const name of ['taken', 'free']) {
    const again = await world.ok('signin', { body: account(name, stranger) });
    expect(again.profile.id).not.toBe(owner.profile.id);
  }
  const back = await world.ok('signin', { body: account('taken', 'the password of the owner') });
  expect(back.profile.id).toBe(owner.profile.id);
  const guest = await newGuest(world);
  expect((await convert(world, guest, account('taken', 'yet another password'))).status).toBe(200);
});

test('a repeated sign-up makes one account, even when both requests arrive at once', async () => {
  const answers = await inParallel(8, () => world.ok('signup', { body: account('repeated') }));
  expect(new Set(answers.map(({ profile }) => profile.id as number)).size).toBe(1);
});

test('a wrong password and an unknown e-mail get the same answer', async () => {
  await world.ok('signup', { body: account('here') });
  const attempts = ['here', 'nobody'].map((name) =>
    world.call('signin', { body: account(name, 'a wrong password') }),
  );
  const [wrong, unknown] = await Promise.all(attempts);
  expect(wrong?.status).toBe(401);
  expect({ ...wrong?.body, request_id: '' }).toEqual({ ...unknown?.body, request_id: '' });
});

const HUGE = 'x1y2z'.repeat(40);
test.for([
  ['short', 'nine char'],
  ['of one letter', 'aaaaaaaaaaaaaaaa'],
  ['common', 'Password123!'],
  ['digits in a row', '1234567890'],
  ['the e-mail', 'weak@example.com'],
  ['the name', 'Weak Person'],
  ['too long', `${HUGE}!`],
])('a password that is %s is refused with its field', async ([, password]) => {
  const body = { email: 'weak@example.com', full_name: 'Weak Person', password };
  const guest = await newGuest(world);
  for (const answer of [await world.call('signup', { body }), await convert(world, guest, body)]) {
    expect([answer.status, answer.body.message_code]).toEqual([400, 'M40003']);
    expect(answer.body.errors?.map(({ field }) => field)).toEqual(['password']);
  }
});

test('the longest password is accepted, a huge body is refused', async () => {
  expect((await world.call('signup', { body: account('long', HUGE) })).status).toBe(200);
  const huge = await world.call('signup', { body: account('huge', HUGE.repeat(100)) });
  expect([huge.status, huge.body.message_code]).toEqual([413, 'M41300']);
});

test.for([
  ['nothing', undefined, 'M40001'],
  ['null', 'null', 'M40001'],
  ['a list', '[]', 'M40001'],
  ['cut JSON', '{"email": ', 'M40001'],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'M40001'],
  ['deep nesting', '['.repeat(8_000), 'M40001'],
  ['nothing of it', {}, 'M40002'],
  ['a prototype', '{"__proto__": {"email": "a@example.com", "full_name": "A", "password": "x"}}', 'M40002'],
  ['numbers', { email: 1, full_name: 2, password: 3 }, 'M40003'],
  ['an operator', { ...account('op'), password: { $ne: null } }, 'M40003'],
  ['U+0000', { ...account('nul'), full_name: 'a\u0000b' }, 'M40003'],
  [
    'a lone surrogate',
    '{"email":"s@example.com","full_name":"\\ud800","password":"correct horse"}',
    'M40003',
  ],
  ['no e-mail', { ...account('x'), email: 'nobody' }, 'M40003'],
  ['an e-mail of guests', { ...account('x'), email: 'a@guest.invalid' }, 'M40003'],
  ['a name of spaces', { ...account('x'), full_name: '   ' }, 'M40003'],
  ['a long name', { ...account('x'), full_name: 'ä'.repeat(256) }, 'M40003'],
] as const)('a sign-up with %s is refused, and writes nothing', async ([, body, code]) => {
  const count = async () => (await world.database.sql('select from users')).length;
  const before = await count();
  const answer = await world.call('signup', { body });
  expect([answer.status, answer.body.message_code]).toEqual([400, code]);
  expect(answer.body.errors === undefined).toBe(code === 'M40001');
  expect(await count()).toBe(before);
});

test('every faulty field is named', async () => {
  const { errors } = (await world.call('signup', { body: { email: 'x', full_name: 5 } })).body;
  expect(errors?.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
    'email format',
    'full_name type',
    'password required',
  ]);
});

test('a converted guest keeps the id, gets a token and can sign in; Palaver learns the new name', async () => {
  const guest = await newGuest(world);
  const answer = await convert(world, guest, account('converted'));
  const user = { id: guest.id, email: 'converted@example.com', full_name: 'CONVERTED', is_guest: false };
  const { access_token, ...updated } = answer.body.data;
  expect(updated).toEqual(user);
  expect(access_token).toMatch(/^[\w-]{43}$/);
  expect((await world.ok('signin', { body: account('converted') })).profile).toEqual(user);
  await until(() => isSettled(world));
  expect(await world.palaver.users.get(String(guest.id))).toMatchObject({
    display_name: 'CONVERTED',
    is_guest: false,
  });
  const { user_id } = await world.ok('chat-token', { token: access_token });
  expect(user_id).toBe(String(guest.id));
});

test('a guest is converted once, even by many requests at the same time', async () => {
  const guest = await newGuest(world);
  const answers = await inParallel(6, (index) => convert(world, guest, account(`once${index}`)));
  // Requests with the guest's ended token are refused, and the refusal says so.
  const { M200, ...others } = tally(answers.map(({ body }) => body.message_code));
  expect(M200).toBe(1);
  expect(['M40101', 'M40903']).toEqual(expect.arrayContaining(Object.keys(others)));
  const winner = answers.find(({ status }) => status === 200)?.body.data;
  const rows = await world.database.sql('select email from users where id = $1', [guest.id]);
  expect(rows).toEqual([{ email: winner.email }]);
  expect((await convert(world, guest, account('later'))).body.message_code).toBe('M40101');
  const user = { id: guest.id, token: winner.access_token as string };
  expect((await convert(world, user, account('later'))).body.message_code).toBe('M40903');
});

test('conversion ends every token of the guest, chat tokens included, and issues new ones', async () => {
  const guest = await newGuest(world);
  const me = (token: string) => world.server.call('GET', '/client/v1.0/me', { token });
  const { token: chatToken } = await world.ok('chat-token', { token: guest.token });
  expect((await me(chatToken)).status).toBe(200);
  const { access_token } = (await convert(world, guest, account('ended'))).body.data;
  expect((await world.call('chat-token', { token: guest.token })).body.message_code).toBe('M40101');
  const { token: newChatToken } = await world.ok('chat-token', { token: access_token });
  // Palaver's nodes learn of it within seconds.
  await expect.poll(async () => (await me(chatToken)).body.message_code).toBe('M40111');
  expect((await me(newChatToken)).body.data).toMatchObject({ display_name: 'ENDED', is_guest: false });
});

test('a guest who converts to their own existing account must sign in', async () => {
  await world.ok('signup', { body: account('own') });
  const guest = await newGuest(world);
  const answer = await convert(world, guest, account('own'));
  expect([answer.status, answer.body.message_code]).toEqual([409, 'M40901']);
  expect((await convert(world, guest, account('another'))).status).toBe(200);
});

test('every id is 401 without a valid token; with one, every id of another user is the same 404', async () => {
  const [guest, victim] = [await newGuest(world), await newGuest(world)];
  const regular = await world.ok('signup', { body: account('regular') });
  const body = account('thief');
  const bare = (answer: Awaited<ReturnType<World['call']>>) => [
    answer.status,
    { ...answer.body, request_id: '' },
  ];
  const others = [victim.id, regular.profile.id, 999_999, '1e3', '-1', `0${guest.id}`, `%20${guest.id}`];
  others.push(
    `+${guest.id}`,
    `${guest.id}.0`,
    '9223372036854775808',
    '9'.repeat(90),
    'NaN',
    '0x1',
    '%00',
    '１',
  );
  const first = await world.call(`complete-signup-from-guest/${victim.id}`, { token: guest.token, body });
  expect([first.status, first.body.message_code]).toEqual([404, 'M40402']);
  for (const id of others) {
    const path = `complete-signup-from-guest/${encodeURI(decodeURI(String(id)))}`;
    for (const token of [guest.token, regular.access_token as string]) {
      if (id === regular.profile.id && token === regular.access_token) continue;
      expect(bare(await world.call(path, { token, body })), String(id)).toEqual(bare(first));
    }
    for (const token of [undefined, 'nonsense', 'A'.repeat(43), `${guest.token}A`]) {
      const answer = await world.call(path, { body, ...(token === undefined ? {} : { token }) });
      expect([answer.status, answer.body.message_code], String(id)).toEqual([401, 'M40101']);
    }
  }
  expect(await world.database.sql(`select from users where email = 'thief@example.com'`)).toEqual([]);
});

test('a path that cannot be decoded is refused with the envelope', async () => {
  const answer = await world.call('complete-signup-from-guest/%zz');
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    message_code: 'M40000',
    message: 'The request is not valid.',
    request_id: expect.any(String),
  });
});

test('an ended session is refused', async () => {
  const guest = await newGuest(world);
  await world.database.sql(`update sessions set expires_at = now() where user_id = $1`, [guest.id]);
  expect((await world.call('chat-token', { token: guest.token })).status).toBe(401);
});

test('signing out ends only this session, and signing out twice succeeds', async () => {
  const body = account('leaver');
  const [here, there] = [await world.ok('signup', { body }), await world.ok('signin', { body })];
  for (let times = 0; times < 2; times += 1) await world.ok('signout', { token: here.access_token });
  await world.ok('signout');
  expect((await world.call('chat-token', { token: here.access_token })).status).toBe(401);
  await world.ok('chat-token', { token: there.access_token });
});
