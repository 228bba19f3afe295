import { expect, test } from 'vitest';
import { ROUTES } from '../../src/http/routes.ts';
import { greetingOf, NEVER } from '../catalogue/space.ts';
import type { CallOptions } from '../harness/calls.ts';
import type { SeatName } from './isolation/belongings.ts';
import { idsIn, routeOf, tryIsolation } from './isolation/matrix.ts';

/**
 * The isolation matrix for requests by token (isolation-matrix.system.test.ts has those by API key and explains the
 * matrix). Every request also has headers that would open another tenant, application or user if they counted.
 */

const BY_TOKEN = ROUTES.filter(({ endpoint }) => endpoint.access === 'token');
const trialOf = tryIsolation({
  title: 'isolation matrix, by token',
  routes: BY_TOKEN,
  seats: ['tenant', 'bound tenant', 'no tenant', 'other application', 'outsider'],
  credentials: (world) => [
    [world.tenant.byKey, 'tenant', 'M40111'],
    [withHost(world['no tenant'].byToken, 'other.localhost'), 'no tenant', 'M40111'],
    [withHost(world['other application'].byToken, 'test.localhost'), 'other application', 'M40111'],
  ],
  sharedLists: ['clientListStickerPacks', 'clientFindPeople', 'clientListDeskThreads'],
});

function withHost(options: CallOptions, host: string): CallOptions {
  return { ...options, headers: { ...options.headers, host } };
}

test('a user lists the packs of the tenant and the global ones of its application', async () => {
  const trial = trialOf();
  const {
    tenant,
    outsider,
    'no tenant': shared,
    'bound tenant': far,
    'other application': other,
  } = trial.world;
  const packsOf = async (seat: SeatName) =>
    new Set(idsIn(await trial.ask(routeOf(BY_TOKEN, 'clientListStickerPacks'), seat, {})));
  expect(await packsOf('tenant')).toEqual(new Set([tenant.own.pack, outsider.own.pack, shared.own.pack]));
  expect(await packsOf('bound tenant')).toEqual(new Set([far.own.pack, shared.own.pack]));
  expect(await packsOf('no tenant')).toEqual(new Set([shared.own.pack]));
  expect(await packsOf('other application')).toEqual(new Set([other.own.pack]));
});

test('a user finds the people of their tenant, and the bots that serve all of them', async () => {
  const trial = trialOf();
  const find = async (seat: SeatName, q: string) => {
    const route = routeOf(BY_TOKEN, 'clientFindPeople');
    return new Set(idsIn(await trial.ask(route, seat, { query: { q, limit: 100 } })));
  };
  const { tenant, outsider, 'no tenant': shared, 'bound tenant': far, namesake } = trial.world;
  const others = ({ own }: typeof tenant) => [own.leaver.ext_user_id, own.member.ext_user_id];
  const bot = ({ own }: typeof tenant) => own.bot.ext_user_id;
  expect(await find('tenant', 'person')).toEqual(
    new Set([...others(tenant), ...others(outsider), outsider.own.owner.ext_user_id]),
  );
  expect(await find('bound tenant', 'person')).toEqual(new Set(others(far)));
  expect(await find('no tenant', 'person')).toEqual(new Set(others(shared)));
  expect(await find('namesake', 'person')).toEqual(new Set(others(namesake)));
  expect(await find('tenant', 'bot')).toEqual(new Set([bot(tenant), bot(outsider), bot(shared)]));
  expect(await find('bound tenant', 'bot')).toEqual(new Set([bot(far), bot(shared)]));
  expect(await find('no tenant', 'bot')).toEqual(new Set([bot(shared)]));
});

test('a user of the support desk lists the threads of their tenant alone', async () => {
  const { world, ask } = trialOf();
  const list = async (seat: SeatName) =>
    new Set(idsIn(await ask(routeOf(BY_TOKEN, 'clientListDeskThreads'), seat, { query: { limit: 100 } })));
  const threadsOf = (...seats: SeatName[]) =>
    new Set(seats.flatMap((seat) => [world[seat].own.group, world[seat].own.direct]));
  const listed = await list('tenant');
  expect(listed.isSupersetOf(threadsOf('tenant', 'outsider', 'left', 'banned from'))).toBe(true);
  expect(listed.isDisjointFrom(threadsOf('bound tenant', 'no tenant', 'other application', 'namesake'))).toBe(
    true,
  );
  for (const seat of ['bound tenant', 'no tenant', 'other application', 'namesake'] as const)
    expect(await list(seat)).toEqual(threadsOf(seat));
});

test.each(['left', 'banned from', 'deleted'] as const)(
  'repeating an earlier send shows nothing of a thread that its sender has lost: %s',
  async (lost) => {
    const { world, ask } = trialOf();
    const asks = lost === 'deleted' ? 'tenant' : 'outsider';
    const repeat = (thread_id: string) =>
      ask(routeOf(BY_TOKEN, 'clientSendMessage'), asks, {
        params: { thread_id },
        body: greetingOf(world[asks].own),
      });
    const answer = await repeat(world[lost].own.group);
    expect(answer.body.message_code).toBe('M40401');
    expect(answer).toEqual(await repeat(NEVER.group));
  },
);
