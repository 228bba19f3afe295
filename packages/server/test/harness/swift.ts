import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { sha256, signRequest } from '../../src/storage/objects/s3-signature.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/**
 * A real server that speaks S3: OpenStack Swift with its interface for S3, as four processes on loopback, with a single copy of
 * everything in a temporary folder. Debian has it: `apt-get install swift-proxy swift-account swift-container swift-object`.
 */
export interface Swift {
  /** The settings of Palaver that name a new bucket. */
  newBucket: () => Promise<S3Settings>;
  close: () => Promise<void>;
}

export interface S3Settings {
  S3_ENDPOINT: string;
  S3_BUCKET: string;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
  [name: string]: string;
}

const KINDS = ['account', 'container', 'object'] as const;
const PROGRAMS = '/usr/bin';
const isInstalled = ['proxy', ...KINDS].every((kind) => existsSync(`${PROGRAMS}/swift-${kind}-server`));
if (!isInstalled && process.env.CI)
  throw new Error('Swift is needed: apt-get install swift-proxy swift-account swift-container swift-object');

/** Tests of a missing Swift are skipped, except in the gate. */
export const isSwiftMissing = !isInstalled;

const CREDENTIALS = { accessKeyId: 'test:tester', secretAccessKey: 'testing', region: 'us-east-1' };

/** Swift lists so many names at once, whatever a request asks for. */
export const MAX_LISTED = 10;

export async function startSwift(): Promise<Swift> {
  // Not in memory: until Linux 6.6, tmpfs has no place for the attributes in which Swift keeps what it knows of a file.
  const folder = mkdtempSync(join(tmpdir(), 'palaver-swift-'));
  const processes: ChildProcess[] = [];
  const close = async () => {
    await Promise.all(processes.map(stop));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    writeFileSync(join(folder, 'swift.conf'), SWIFT_CONF);
    mkdirSync(join(folder, 'devices', 'disk'), { recursive: true });
    const output: string[] = [];
    const run = (kind: string, port: number, settings: string) => {
      const file = join(folder, `${kind}-server.conf`);
      writeFileSync(file, `${defaults(folder, port)}${settings}`);
      const child = spawn(`${PROGRAMS}/swift-${kind}-server`, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => output.push(String(chunk)));
      processes.push(child);
    };
    const ports = { account: await freePort(), container: await freePort(), object: await freePort() };
    makeRings(folder, ports);
    for (const kind of KINDS)
      run(
        kind,
        ports[kind],
        `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
      );
    const port = await freePort();
    run('proxy', port, PROXY_CONF);
    const url = `http://127.0.0.1:${port}`;
    const ended = () =>
      processes.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    const whileStarting = () => {
      if (ended()) throw new Error(`a process of Swift has ended: ${output.join('')}`);
      return undefined;
    };
    const make = (path: string) => put(new URL(path, url));
    // An object reaches all four processes.
    await until(() => make('/ready').then(() => true, whileStarting));
    await until(() => make('/ready/object').then(() => true, whileStarting));
    let buckets = 0;
    const newBucket = async () => {
      buckets += 1;
      const name = `bucket-${buckets}`;
      await make(`/${name}`);
      return {
        S3_ENDPOINT: url,
        S3_BUCKET: name,
        S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
        S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      };
    };
    return { newBucket, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Puts an empty bucket or object. */
async function put(url: URL): Promise<void> {
  const { headers } = signRequest({ method: 'PUT', url }, sha256(''), CREDENTIALS, new Date());
  const { statusCode, body } = await request(url, { method: 'PUT', headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`Swift answers ${statusCode}: ${text}`);
}

/** Says where the data of each kind is: all on one disk, behind the server at its port. */
function makeRings(folder: string, ports: Record<string, number>): void {
  execFileSync('/usr/bin/python3', ['-c', MAKE_RINGS, folder, JSON.stringify(ports)], { stdio: 'pipe' });
}

const MAKE_RINGS = `
import json, sys
from swift.common.ring import RingBuilder
folder, ports = sys.argv[1], json.loads(sys.argv[2])
for kind, port in ports.items():
    builder = RingBuilder(4, 1, 0)
    at = dict(ip='127.0.0.1', port=port, replication_ip='127.0.0.1', replication_port=port)
    builder.add_dev(dict(at, region=1, zone=1, device='disk', weight=1, meta=''))
    builder.rebalance()
    builder.get_ring().save(folder + '/' + kind + '.ring.gz')
`;

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const SWIFT_CONF = `[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test
[storage-policy:0]
name = only
default = yes
`;

const defaults = (folder: string, port: number) => `[DEFAULT]
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
user = ${userInfo().username}
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
log_level = ERROR
`;

const PROXY_CONF = `[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth slo symlink versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# Otherwise it calls no server for a minute that was not ready when the first requests came.
error_suppression_interval = 0
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
# It leads nowhere, and Swift works without.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
# So that lists have several pages.
max_bucket_listing = ${MAX_LISTED}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:symlink]
use = egg:swift#symlink
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
`;
