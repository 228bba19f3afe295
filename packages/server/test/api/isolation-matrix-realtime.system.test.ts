import { expect, test } from 'vitest';
import { fieldsOf } from '../../src/edge/ids.ts';
import type { CallOptions } from '../harness/calls.ts';
import { connect } from '../harness/realtime.ts';
import type { SeatName } from './isolation/belongings.ts';
import { placesOf, variantsOf } from './isolation/cells.ts';
import { FRAMES } from './isolation/doors.ts';
import { routeOf, tryIsolation } from './isolation/matrix.ts';

/**
 * The isolation matrix for realtime frames (isolation-matrix.system.test.ts explains the matrix). Each connection has
 * headers that would open another tenant or application if they counted.
 */

const SEATS = ['tenant', 'bound tenant', 'no tenant', 'other application', 'outsider'] as const;
const trialOf = tryIsolation({
  title: 'isolation matrix, by frames',
  routes: FRAMES,
  seats: SEATS,
  credentials: (world) => [
    [world.tenant.byKey, 'tenant', 'M40111'],
    [withHost(world['no tenant'].byToken, 'other.localhost'), 'no tenant', 'M40111'],
    [withHost(world['other application'].byToken, 'test.localhost'), 'other application', 'M40111'],
  ],
  sharedLists: [],
});

function withHost(options: CallOptions, host: string): CallOptions {
  return { ...options, headers: { ...options.headers, host } };
}

test('every field of a frame that looks like an id is declared as one and has a sample', () => {
  // The name of the command, and the client's own position in a log.
  const NO_IDS = ['frame resume body.threads[].seq'];
  const looksLikeId = FRAMES.flatMap(({ endpoint }) =>
    [...fieldsOf(endpoint).keys()].flatMap((path) =>
      /(_ids?|seq|reply_to|mentions)(\[\])?$/.test(path) ? [`${endpoint.id} ${path}`] : [],
    ),
  );
  const declared = FRAMES.flatMap(({ endpoint }) =>
    placesOf(endpoint).map(({ path }) => `${endpoint.id} ${path}`),
  );
  expect(new Set(looksLikeId.filter((one) => !NO_IDS.includes(one)))).toEqual(new Set(declared));
  const { tenant } = trialOf().world;
  const shown = FRAMES.flatMap(({ endpoint }) =>
    variantsOf(endpoint, tenant.own).flatMap(({ places }) =>
      places.map(({ path }) => `${endpoint.id} ${path}`),
    ),
  );
  expect(new Set(shown)).toEqual(new Set(declared));
});

test('nothing of other spaces is ever pushed, whatever was watched or resumed', async () => {
  const { server, world, ask } = trialOf();
  const { byToken, own } = world.tenant;
  const others = ['bound tenant', 'no tenant', 'other application', 'outsider'] as const satisfies SeatName[];
  const foreign = others.flatMap((seat) => [world[seat].own.group, world[seat].own.direct]);
  const socket = await connect(
    server,
    { token: byToken.token ?? '' },
    { threads: foreign.map((thread_id) => ({ thread_id, seq: 0 })) },
  );
  const left = socket.frames.flatMap((frame) => (frame.type === 'thread.left' ? [frame.thread_id] : []));
  expect(left.toSorted()).toEqual(foreign.toSorted());
  const people = others.map((seat) => world[seat].own.member);
  const watched = [own.member, ...people].map(({ ext_user_id }) => ext_user_id);
  await socket.command({ type: 'watch', ext_user_ids: watched });

  for (const seat of [...others, 'tenant'] as const) {
    const { user_id } = world[seat].own.member;
    // The watched users come online, and each thread gets an entry of each kind.
    const member = { token: await server.token(user_id, world[seat].byKey) };
    await (await connect(server, member)).close();
    for (const name of ['send', 'typing', 'read']) {
      const route = routeOf(FRAMES, `frame ${name}`);
      const [variant] = variantsOf(route.endpoint, world[seat].own);
      expect((await ask(route, seat, variant?.sample ?? {})).body.message_code).toBe('M200');
    }
  }
  await socket.next('presence');
  await socket.next('entry');
  await socket.settled();
  const told = socket.frames.flatMap((frame): string[] => {
    if (frame.type === 'presence') return [frame.ext_user_id];
    if (frame.type === 'entry') return [frame.entry.thread_id];
    return frame.type === 'typing' || frame.type === 'read' ? [frame.thread_id] : [];
  });
  expect(new Set(told)).toEqual(new Set([own.member.ext_user_id, own.group]));
});
