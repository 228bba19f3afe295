import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { ENDPOINTS, MESSAGES, THREADS } from '../harness/api.ts';
import { ROOT } from '../harness/command.ts';
import { freePort } from '../harness/free-port.ts';
import { type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { ALLOW_LOOPBACK, startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { uploadForm } from '../harness/upload.ts';
import { pause } from '../harness/waits.ts';

/** deploy/monitoring: the dashboard and the alerts, with Debian's Prometheus. */

const MONITORING = join(ROOT, 'deploy/monitoring');
const [PROMETHEUS, PROMTOOL] = ['/usr/bin/prometheus', '/usr/bin/promtool'];
const isMissing = !existsSync(PROMETHEUS) || !existsSync(PROMTOOL);
if (isMissing && process.env.CI) throw new Error('Prometheus is needed: apt-get install prometheus');

const run = promisify(execFile);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const dashboard = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')) as {
  panels: { title: string; type: string; targets?: { expr: string }[] }[];
};
const rules = read('deploy/monitoring/alert-rules.yaml');
const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => name ?? '');

/** The queries of the dashboard, with its variables filled in. */
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({
    title,
    expr: expr.replaceAll('$job', 'palaver').replaceAll('$__rate_interval', '10s'),
  })),
);

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-monitoring-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('every metric in a query exists', () => {
  const listed = [...read('docs/operating.md').matchAll(/^\| `(palaver_\w+)` \| (\w+) \|/gm)].flatMap(
    ([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
  );
  const used = new Set([...queries.map(({ expr }) => expr), rules].join('\n').match(/\bpalaver_\w+/g));
  expect([...used].filter((name) => !listed.includes(name))).toEqual([]);
  // Nobody sees a metric that no panel shows.
  const families = listed.map((name) => name.replace(/_(bucket|count|sum)$/, ''));
  const shown = [...used].map((name) => name.replace(/_(bucket|count|sum)$/, ''));
  expect([...new Set(families)].filter((name) => !shown.includes(name))).toEqual([]);
});

test('every alert has a unit test, and says where to read on', () => {
  const tests = read('deploy/monitoring/alert-rules.test.yaml');
  expect(alerts.length).toBeGreaterThan(10);
  for (const alert of alerts) expect(tests).toContain(`{alertname="${alert}"}`);
  const descriptions = [...rules.matchAll(/^ {10}description: "(.*)"$/gm)].map(([, text]) => text ?? '');
  expect(descriptions).toHaveLength(alerts.length);
  for (const description of descriptions) {
    const links = description.match(/docs\/[\w/-]+\.md(#[\w-]+)?/g) ?? [];
    expect(links.length, description).toBeGreaterThan(0);
    for (const link of links) {
      const [path = '', anchor] = link.split('#');
      const anchors = [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      if (anchor !== undefined) expect(anchors, link).toContain(anchor);
    }
  }
});

describe.skipIf(isMissing)('with Prometheus (apt-get install prometheus)', () => {
  test('the alerts are valid, and fire when they should', async () => {
    await run(PROMTOOL, ['check', 'rules', join(MONITORING, 'alert-rules.yaml')]);
    await run(PROMTOOL, ['test', 'rules', join(MONITORING, 'alert-rules.test.yaml')]);
  });

  test('a Prometheus that scrapes a server has data for every panel, and no alert', async () => {
    const palaver = await startPalaver({ PALAVER_THREADS: '2', ...ALLOW_LOOPBACK });
    const prometheus = await startPrometheus(palaver);
    onTestFinished(await startTraffic(palaver));
    const ask = async (expr: string) => {
      const response = await fetch(`${prometheus}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query: expr }),
      });
      const { status, data, error } = (await response.json()) as {
        status: string;
        data?: { result: { value: [number, string] }[] };
        error?: string;
      };
      expect(status, `${expr}: ${error}`).toBe('success');
      return data?.result.some(({ value }) => value[1] !== 'NaN') === true;
    };
    let empty = queries;
    await until(async () => {
      const answers = await Promise.all(empty.map(async (query) => ((await ask(query.expr)) ? [] : [query])));
      empty = answers.flat();
      return empty.length === 0 || undefined;
    }, 30).catch(() => {});
    expect(empty).toEqual([]);
    expect(await ask('ALERTS{alertstate="firing"}')).toBe(false);
  });
});

/** Scrapes the server every second, with the alerts. Resolves to its URL. */
async function startPrometheus(palaver: RunningPalaver): Promise<string> {
  const folder = scratch();
  const port = await freePort();
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${join(MONITORING, 'alert-rules.yaml')}']
scrape_configs:
  - job_name: palaver
    static_configs: [{ targets: ['${new URL(palaver.url).host}'] }]
`,
  );
  const child = spawn(
    PROMETHEUS,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { cwd: dirname(folder), stdio: 'ignore' },
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    const response = await fetch(`${url}/-/ready`).catch(() => undefined);
    return response?.ok || undefined;
  });
  return url;
}

/** Causes some of everything, several times a second. Returns a function that stops it. */
async function startTraffic(palaver: RunningPalaver): Promise<() => Promise<void>> {
  const call = async (method: string, path: string, body?: unknown) => {
    const payload = body instanceof FormData || body === undefined ? body : JSON.stringify(body);
    const response = await fetch(palaver.url + path, {
      method,
      headers: { 'x-api-key': palaver.key() },
      ...(payload === undefined ? {} : { body: payload }),
    });
    return (await response.json()) as { data: { thread_id: string; token: string } };
  };
  for (const user of ['ann', 'bob']) await call('PUT', `/user/v1.0/user/${user}`, { display_name: user });
  const group = { name: 'Group', owner_id: 'ann', member_ids: ['bob'], id_type: 2 };
  const { thread_id } = (await call('POST', THREADS, group)).data;
  const { token } = (await call('POST', '/user/v1.0/user/bob/token')).data;
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  await call('POST', ENDPOINTS, { url: receiver.url, event_types: [] });
  const visit = async () => {
    const socket = new WebSocket(`${palaver.url.replace('http', 'ws')}/client/v1.0/realtime`);
    await once(socket, 'open');
    for (const frame of [
      { type: 'authenticate', token },
      { type: 'resume', threads: [] },
      { type: 'read', id: '1', thread_id, seq: 1 },
    ])
      socket.send(JSON.stringify(frame));
    await call('GET', `${THREADS}/4711`);
    const message = { body: { text: 'hello', metadata: [{ type: 'text' }] }, target: { thread_id } };
    await call('POST', MESSAGES, { sender: { user_id: 'ann' }, ...message });
    await call('POST', '/file/v1.0/file', uploadForm());
    return socket;
  };
  const open: WebSocket[] = [];
  let isStopping = false;
  const visiting = (async () => {
    while (!isStopping) {
      open.push(await visit());
      if (open.length > 3) open.shift()?.close();
      await pause(200);
    }
  })();
  return async () => {
    isStopping = true;
    await visiting;
    for (const socket of open) socket.close();
  };
}
