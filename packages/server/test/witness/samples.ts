import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { ROUTES, type Route } from '../../src/http/routes.ts';
import { requestsOf, tokenFor } from '../catalogue/requests.ts';
import { sendTo } from '../catalogue/send.ts';
import { furnish, type Space } from '../catalogue/space.ts';
import { inParallel } from '../harness/in-parallel.ts';
import type { Hearing } from './hearing.ts';
import { sendRefused } from './refused.ts';
import { sendUploads } from './resumable-uploads.ts';

/** The server, and a key for it. */
interface Asked {
  url: string;
  key: string;
}

/**
 * Every request of the catalogue: all reads in one space, each writing operation in its own. Then one for each status
 * that only the rules of an operation produce; `.ci/outside-witness` lists missing ones.
 */
export async function sendSamples(api: Hearing, { url, key }: Asked): Promise<void> {
  await api.ok('isLive');
  await api.ok('isReady');
  await api.refused('M42600', 'clientRealtime');

  const isRead = ({ method }: Route) => method === 'GET';
  const turns = [ROUTES.filter(isRead), ...ROUTES.filter((route) => !isRead(route)).map((route) => [route])];
  const tenants = await inParallel(turns.length + 1, async (index) => {
    const tenant = `space-${index}`;
    const send = sendTo(url, key, tenant);
    return { tenant, send, space: await furnish(send, tenant, tenant) };
  });
  for (const [index, { tenant, send, space }] of tenants.entries()) {
    api.enter(tenant, space.token);
    const routes = turns[index];
    if (routes !== undefined) {
      for (const { endpoint } of routes) await sendAll(api, endpoint, space);
    } else {
      await sendUploads(api);
      await sendRefused(api, send, space);
    }
  }
}

async function sendAll(api: Hearing, endpoint: AnyEndpoint, space: Space): Promise<void> {
  // Operations on the application are requested without a tenant.
  const headers = endpoint.ofApplication === true ? { 'x-tenant-id': undefined } : {};
  const samples = requestsOf(endpoint, space);
  // The owner can transfer the ownership only once.
  const sent = endpoint.id === 'clientTransferOwnership' ? samples.slice(0, 1) : samples;
  api.enter(space.tenant, tokenFor(endpoint, space));
  for (const sample of sent) await api.ok(endpoint.id, { ...sample, headers });
}
