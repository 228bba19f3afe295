/*
 * Renders the chart with several sets of values, and checks each object against the types and schemas of Kubernetes:
 * `check.ts RENDER REPOSITORY`. `.ci/renders-chart` runs it beside the packages that it needs.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';

interface KubernetesObject {
  apiVersion: string;
  kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a planted fault changes
  spec: any;
}

interface Rendered {
  values: unknown;
  objects: KubernetesObject[];
}

const [render = '', root = ''] = process.argv.slice(2);
const chart = join(root, 'deploy/helm/palaver');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const isValid = new Ajv({ allowUnionTypes: true }).compile(
  JSON.parse(textOf('deploy/helm/palaver/values.schema.json')),
);

const PROXIES = { PALAVER_TRUSTED_PROXIES: '10.1.0.0/16' };
const NODES = { existingSecret: 'palaver', settings: { S3_BUCKET: 'chat', ...PROXIES } };
const INGRESS = { enabled: true, host: 'chat.example.com' };
const SETS = {
  documented: /```yaml\n(# values\.yaml\n[\s\S]*?)```/.exec(textOf('docs/deploying.md'))?.[1],
  nodes: NODES,
  everything: {
    ...NODES,
    imagePullSecrets: [{ name: 'registry' }],
    ingress: { ...INGRESS, className: 'nginx', tlsSecret: 'chat-tls' },
    autoscaling: { enabled: true },
    metrics: { enabled: true, podMonitor: true },
    service: { type: 'LoadBalancer', annotations: { a: 'b' } },
    podAnnotations: { a: 'b' },
    nodeSelector: { a: 'b' },
    tolerations: [{ key: 'chat', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
  },
  'own database': {
    database: { embedded: true, volume: { storageClass: 'fast' } },
    settings: PROXIES,
    ingress: INGRESS,
  },
};
/** Values, and what Helm must say about them. */
const REFUSED = [
  [{}, 'existingSecret must name a Secret'],
  [{ existingSecret: 'palaver' }, 'S3_BUCKET must be set'],
  [{ ...NODES, settings: { S3_BUCKET: 'chat' }, ingress: INGRESS }, 'PALAVER_TRUSTED_PROXIES must name'],
  [{ ...NODES, ingress: { ...INGRESS, host: '' } }, 'ingress.host must be'],
  [{ ...NODES, metrics: { podMonitor: true } }, 'podMonitor needs metrics.enabled'],
  [{ ...NODES, replicas: '3' }, '/replicas must be integer'],
  [{ ...NODES, replica: 3 }, 'must NOT have additional properties'],
  [{ ...NODES, settings: { S3_BUCKET: 'chat', PALAVER_MAX_CONNECTIONS: 100 } }, 'must be string'],
  [{ ...NODES, settings: { S3_BUCKET: 'chat', PALAVER_DRAIN_DELAY_MS: '1' } }, 'property name must be valid'],
] as const;

/** What Helm says to values: their complaint, or the objects. */
function rendered(values: unknown): Rendered | string {
  // (JSON is YAML.)
  writeFileSync('values.yaml', typeof values === 'string' ? values : JSON.stringify(values));
  const { status, stdout, stderr } = spawnSync(render, [chart, 'values.yaml'], { encoding: 'utf8' });
  if (status !== 0) return stderr;
  const found = JSON.parse(stdout) as Rendered;
  if (isValid(found.values)) return found;
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join('\n');
}

const packageOf = ({ apiVersion }: KubernetesObject) =>
  `${apiVersion.startsWith('monitoring.') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/${apiVersion}`;

/** What is wrong with objects: the types know all fields, and the schemas which values they may have. */
async function faultsOf(objects: readonly KubernetesObject[]): Promise<string> {
  const faults: string[] = [];
  for (const one of objects) {
    const { [one.kind]: Model } = await import(packageOf(one));
    try {
      new Model(one).validate();
    } catch (error) {
      faults.push(`${one.kind}: ${String(error)}`);
    }
  }
  const typed = objects.map(
    (one, index) =>
      `import type { I${one.kind} as T${index} } from '${packageOf(one)}';\nexport const a${index}: T${index} = ${JSON.stringify(one, null, 1)};\n`,
  );
  writeFileSync('objects.ts', typed.join(''));
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--types',
    '',
    'objects.ts',
  ];
  const { stdout } = spawnSync('tsc', options, { encoding: 'utf8' });
  return [...faults, stdout].join('\n').trim();
}

function expect(isTrue: boolean, complaint: string): void {
  if (!isTrue) throw new Error(complaint);
}

const all: KubernetesObject[] = [];
for (const [name, values] of Object.entries(SETS)) {
  const found = rendered(values);
  if (typeof found === 'string') throw new Error(`${name}: ${found}`);
  all.push(...found.objects);
}
const faults = await faultsOf(all);
expect(faults === '', faults);

for (const [values, complaint] of REFUSED) {
  const said = rendered(values);
  expect(
    typeof said === 'string' && said.includes(complaint),
    `${JSON.stringify(values)}: not "${complaint}"`,
  );
}

const pods = all.flatMap(({ spec }) => spec?.template ?? []);
const settings = new Set(
  [...textOf('docs/reference/configuration.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name),
);
for (const { spec } of pods) {
  const env = spec.containers[0].env as { name: string; value?: string }[];
  for (const { name } of env) expect(settings.has(name), `${name} is no setting`);
  const [delay = 0, timeout = 0] = ['DELAY', 'TIMEOUT'].map((part) =>
    Number(env.find(({ name }) => name === `PALAVER_DRAIN_${part}_MS`)?.value),
  );
  const steps = delay + Math.min(delay, 2_000) + timeout;
  expect(spec.terminationGracePeriodSeconds * 1_000 > steps + 10_000, 'a pod has too little time to stop');
}
expect(pods.length === Object.keys(SETS).length, 'a set of values has no pods');

/** Faults that must be found. */
const PLANTED: [string, (spec: KubernetesObject['spec']) => void][] = [
  [
    'containerPort must be integer',
    (spec) => Object.assign(spec.template.spec.containers[0].ports[0], { containerPort: 'x' }),
  ],
  [`'"replica"' does not exist`, (spec) => Object.assign(spec, { replica: 3 })],
  [`'"selector"' is missing`, (spec) => delete spec.selector],
];
const spoilt = PLANTED.flatMap(([, plant]) => {
  const one = structuredClone(all.find(({ kind }) => kind === 'Deployment'));
  plant(one?.spec);
  return one ?? [];
});
const found = await faultsOf(spoilt);
for (const [fault] of PLANTED) expect(found.includes(fault), `not found: ${fault}\n${found}`);
process.stdout.write(`The chart is valid: ${all.length} objects.\n`);
