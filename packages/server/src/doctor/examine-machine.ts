import { lookup } from 'node:dns/promises';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type Config, SETTINGS } from '../config/config.ts';
import type { Database } from '../storage/database.ts';
import { DiskRoom } from '../storage/disk-room.ts';
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts';

const GIB = 2 ** 30;
/** With less, PostgreSQL may stop soon, whatever the reserve is. */
const LEAST = GIB / 2;
/** Beyond the reserve. */
const ROOM = 5 * GIB;

/** The data folder, and the disk that it is on. */
export async function examineDisk({ dataDir, diskReserve }: Config): Promise<Finding[]> {
  const mend = `Set ${SETTINGS.dataDir.name} to a folder that this user may write to.`;
  try {
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return [warning('disk', `there is no folder ${dataDir} yet`, '`palaver start` creates it.')];
    return [problem('disk', reasonOf(error), mend)];
  }
  const { freeBytes: free, reserveBytes: reserve } = await new DiskRoom(dataDir, diskReserve).look();
  const text = `${(free / GIB).toFixed(1)} GiB are free in ${dataDir}`;
  const keeps = `${SETTINGS.diskReserve.name} keeps ${(reserve / GIB).toFixed(1)} GiB`;
  const more = `Free some space, or set ${SETTINGS.dataDir.name} to a folder on a larger disk.`;
  if (free < Math.max(reserve, LEAST))
    return [problem('disk', free < reserve ? `${text}, but ${keeps}: uploads are refused` : text, more)];
  if (free < reserve + ROOM) return [warning('disk', `${text}, of which ${keeps}`, more)];
  return [ok('disk', text)];
}

/** Settings whose value names a host. */
function hostsIn(config: Config): { setting: string; host: string }[] {
  const hostOf = (address: string | undefined) =>
    address === undefined ? undefined : new URL(address).hostname.replace(/^\[|\]$/g, '');
  const named = {
    [SETTINGS.publicUrl.name]: hostOf(config.publicUrl),
    [SETTINGS.baseDomain.name]: config.baseDomain,
    [SETTINGS.s3Endpoint.name]: hostOf(config.s3Endpoint),
    [SETTINGS.s3PublicEndpoint.name]: hostOf(config.s3PublicEndpoint),
    [SETTINGS.smtp.name]: config.smtp?.host,
  };
  return Object.entries(named).flatMap(([setting, host]) => (host === undefined ? [] : [{ setting, host }]));
}

/** Host names in settings. */
export async function examineHosts(config: Config): Promise<Finding[]> {
  const hosts = hostsIn(config);
  if (hosts.length === 0) return [];
  const findings = await Promise.all(
    hosts.map(async ({ setting, host }) => {
      const why = await whyUnresolved(host);
      return why === undefined
        ? []
        : [problem('addresses', why, `Check ${setting}, and the DNS of this machine.`)];
    }),
  );
  const found = findings.flat();
  return found.length === 0
    ? [ok('addresses', `resolved: ${hosts.map(({ host }) => host).join(', ')}`)]
    : found;
}

/** As many webhooks are examined; one unreachable receiver is not a fault of this installation. */
const MAX_WEBHOOKS = 100;

/** Host names of webhooks. */
export async function examineWebhooks(db: Database): Promise<Finding[]> {
  const rows = await db.query<{ url: string }>(
    `select url from webhooks where is_live order by id desc limit ${MAX_WEBHOOKS}`,
  );
  const hosts = [...new Set(rows.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).hostname] : [])))];
  const reasons = await Promise.all(hosts.map((host) => whyUnresolved(host.replace(/^\[|\]$/g, ''))));
  const failed = reasons.filter((why) => why !== undefined);
  if (failed.length > 0)
    return failed.map((why) =>
      warning('webhooks', why, 'Its webhooks are retried: correct their addresses, or delete them.'),
    );
  return hosts.length === 0 ? [] : [ok('webhooks', `the host names of ${rows.length} resolve`)];
}

async function whyUnresolved(host: string): Promise<string | undefined> {
  if (isIP(host) !== 0) return undefined;
  try {
    await lookup(host);
    return undefined;
  } catch (error) {
    return `the host name ${host} does not resolve (${reasonOf(error)})`;
  }
}
