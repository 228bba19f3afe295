import { describe, expect, test } from 'vitest';
import { fieldsOf, idsOf, nameOf } from '../../src/edge/ids.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { NEVER, type Space } from '../catalogue/space.ts';
import { placesOf, variantsOf } from './isolation/cells.ts';
import { canMeet, ON_PURPOSE } from './isolation/kinds.ts';
import { idsIn, routeOf, tryIsolation } from './isolation/matrix.ts';

/**
 * An id of another space or of a deleted resource gets the same answer as one that never existed, byte for byte, and
 * changes nothing (ARCHITECTURE.md, "Invariants", 5). This is tested for every route × every place of an id in its request × every scenario: here by API key, in isolation-matrix-client.system.test.ts by token (there also for foreign threads of the same
 * space), and in isolation-matrix-realtime.system.test.ts by frames of the socket.
 *
 * The matrix is generated from the ids that the names of fields tell and that endpoints declare (edge/ids.ts). Written by hand are one valid request for each endpoint (test/catalogue/requests.ts), the ways to name resources, and
 * the intended exceptions (isolation/kinds.ts).
 */

describe('the table of routes', () => {
  /** Fields that are no ids. Each field of a request is listed here, or its name or its endpoint says that it is one. */
  const NO_IDS = new Set(
    `avatar_url description display_name image_url is_guest label metadata name subtitle text title webhook_url
     custom_name duration_ms fallback height is_animated is_gone latitude longitude mime_type payload size source_thumb_url source_url type waveform width
     id_type include include_global key limit linked member_id_type only_public_thread pinned role silent status until
     after enabled epoch types wait_seconds end_connections
     button_index event_types from from_position is_enabled statuses to to_position url webhook_secret
     body data_only linked_threads preview templates
     client_email environment private_key provider public_key subject topic
     provider token language time_zone p256dh auth expirationTime application_server_key endpoint
     start end level muted_until
     address email unread_minutes link
     add_members create_groups members_at_a_time open_direct_threads search_people see_user_ids
     add delete leave mute remove rename
     q kind before if_exists
     active_after direct_threads reason direct group`.split(/\s+/),
  );
  /** Ids at Google and Apple; and that of an upload, which can be named once: `resumable-uploads-access.test.ts` tests it. */
  const IDS_ELSEWHERE = new Set(['key_id', 'project_id', 'team_id', 'upload_id']);
  const isIdByLooks = (name: string, { type, format = '' }: Record<string, unknown>) =>
    type !== 'boolean' && (/(^|_)(ids?|seq)$/.test(name) || /identifier|decimal/.test(String(format)));

  test('declares for every request field whether it is an id', () => {
    const fields = ROUTES.flatMap(({ endpoint }) =>
      [...fieldsOf(endpoint)].map(([path, schema]) => ({ endpoint, path, schema, name: nameOf(path) })),
    );
    const undeclared = fields.filter(
      ({ endpoint, path, name }) => !(path in idsOf(endpoint)) && !IDS_ELSEWHERE.has(name),
    );
    const unknown = undeclared.filter(({ name, schema }) => !NO_IDS.has(name) || isIdByLooks(name, schema));
    expect(unknown.map(({ endpoint, path }) => `${endpoint.id} ${path}`)).toEqual([]);
    const names = new Set(fields.map(({ name }) => name));
    expect([...NO_IDS].filter((name) => !names.has(name))).toEqual([]);
  });

  test('declares ids only where requests have fields', () => {
    const stray = ROUTES.flatMap(({ endpoint }) => {
      const fields = fieldsOf(endpoint);
      return Object.keys(endpoint.ids ?? {})
        .filter((path) => !fields.has(path))
        .map((path) => `${endpoint.id} ${path}`);
    });
    expect(stray).toEqual([]);
  });

  test('has the parameters of every URL in a schema', () => {
    const inUrls = ROUTES.map(({ url }) => [...url.matchAll(/:(\w+)/g)].map(([, name]) => `params.${name}`));
    const inSchemas = ROUTES.map(({ endpoint }) =>
      [...fieldsOf(endpoint).keys()].filter((path) => path.startsWith('params.')),
    );
    expect(inUrls).toEqual(inSchemas);
  });

  test('has samples for every id field', () => {
    const without = ROUTES.flatMap(({ endpoint }) => {
      const shown = variantsOf(endpoint, NEVER).flatMap(({ places }) => places.map(({ path }) => path));
      const paths = placesOf(endpoint).map(({ path }) => path);
      return paths.filter((path) => !shown.includes(path)).map((path) => `${endpoint.id} ${path}`);
    });
    expect(without).toEqual([]);
  });

  test('has a route for every intended exception', () => {
    expect(ON_PURPOSE.filter((one) => !ROUTES.some(canMeet(one)))).toEqual([]);
  });
});

const BY_KEY = ROUTES.filter(({ endpoint }) => endpoint.access !== 'token');
const trialOf = tryIsolation({
  title: 'isolation matrix, by API key',
  routes: BY_KEY,
  // Spaces that have nothing in common.
  seats: ['tenant', 'bound tenant', 'no tenant', 'other application'],
  credentials: (world) => [
    [{ ...world['bound tenant'].byKey, tenant: 'home' }, 'tenant', 'M40302'],
    [{ ...world['no tenant'].byKey, headers: { host: 'other.localhost' } }, 'other application', 'M40104'],
    [{ ...world['other application'].byKey, headers: { host: 'test.localhost' } }, 'no tenant', 'M40104'],
    [{ token: world.tenant.byToken.token ?? '' }, 'tenant', 'M40101'],
  ],
  // test/events/pull.test.ts
  sharedLists: ['pullEvents'],
});

test('a tenant lists its own packs and the global ones of its application', async () => {
  const trial = trialOf();
  const { tenant, outsider, 'no tenant': shared } = trial.world;
  const route = routeOf(BY_KEY, 'listStickerPacks');
  const list = await trial.ask(route, 'tenant', { query: { include_global: true } });
  expect(new Set(idsIn(list))).toEqual(new Set([tenant.own.pack, outsider.own.pack, shared.own.pack]));
});

test('an id of another space is refused even as a change to itself', async () => {
  const trial = trialOf();
  const toItself = ({ member: { user_id } }: Space) =>
    trial.ask(routeOf(BY_KEY, 'changeUserId'), 'tenant', {
      params: { current_user_id: user_id, new_user_id: user_id },
    });
  const missing = await toItself(NEVER);
  for (const owner of ['bound tenant', 'no tenant', 'namesake'] as const) {
    expect(await toItself(trial.world[owner].own)).toEqual(missing);
  }
});
