import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiOperation, type Contract, currentContract, type Schema } from '../../reference/contract.ts';
import { contractChanges } from './contract-changes.ts';

/** The contract of the sources keeps the promises of the last release (COMPATIBILITY.md), and changes that break them are noticed. */

/** Written by `npm run record-contract` for each release. */
const RELEASED = join(import.meta.dirname, 'released-contract.json');

let current: Contract;
beforeAll(async () => {
  current = await currentContract();
});

test.skipIf(!existsSync(RELEASED))('the contract of the last release is kept', () => {
  const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as Contract;
  expect(contractChanges(released, current)).toEqual([]);
});

const THREADS = '/open-api/v1.0/chat/threads';

/** What each change of the contract must be called. */
const PLANTED: Record<string, (contract: Contract) => void> = {
  [`GET ${THREADS}: was removed`]: ({ openapi }) => delete openapi.paths[THREADS]?.get,
  'model User: was removed': ({ openapi: { components } }) => {
    components.schemas.Person = components.schemas.User ?? {};
    const text = JSON.stringify(components).replaceAll(
      '#/components/schemas/User"',
      '#/components/schemas/Person"',
    );
    Object.assign(components, JSON.parse(text));
    delete components.schemas.User;
  },
  [`GET ${THREADS}: its operationId was listThreads`]: (contract) => {
    operation(contract, THREADS, 'get').operationId = 'threads';
  },
  [`GET ${THREADS}: {"apiKey":["read"]} is no longer enough`]: (contract) => {
    operation(contract, THREADS, 'get').security = [{ apiKey: ['full'] }];
  },
  'GET /health/live: now takes a key or a token': (contract) => {
    operation(contract, '/health/live', 'get').security = [{ apiKey: [] }];
  },
  [`GET ${THREADS} 429: was removed`]: (contract) =>
    delete operation(contract, THREADS, 'get').responses['429'],
  [`GET ${THREADS} query only_public_thread: was removed`]: (contract) => {
    const list = operation(contract, THREADS, 'get');
    list.parameters = list.parameters?.filter(({ name }) => name !== 'only_public_thread') ?? [];
  },
  [`GET ${THREADS} query page: is now required`]: (contract) => {
    const list = operation(contract, THREADS, 'get');
    list.parameters = [...(list.parameters ?? []), { in: 'query', name: 'page', required: true, schema: {} }];
  },
  [`POST ${THREADS} request application/json.topic: is now required`]: (contract) => {
    const schema = operation(contract, THREADS, 'post').requestBody?.content['application/json']?.schema;
    requiredIn(schema).push('topic');
  },
  'GET /client/v1.0/threads 200 application/json.data[].last_message.body.metadata[] (type=image).name: was removed':
    ({ openapi: { components } }) => {
      delete propertiesIn(components.schemas.ImageMetadata).name;
    },
  'webhook POST ThreadEvent application/json.timestamp: was removed': ({ openapi }) => {
    delete propertiesIn(openapi.components.schemas.ThreadEvent).timestamp;
  },
  'client frame send.id: is now required': ({ frames }) => {
    requiredIn(frames.client.send).push('id');
  },
  'server frame typing: was removed': ({ frames }) => delete frames.server.typing,
  'server frame read.read_seq: can now be absent': ({ frames }) => {
    const read = frames.server.read as { required: string[] };
    read.required = read.required.filter((name) => name !== 'read_seq');
  },
  'close code 4401: was M40111, and is M40112': ({ closeCodes }) => {
    closeCodes['4401'] = 'M40112';
  },
  'setting PALAVER_LOG_LEVEL: was removed': ({ settings }) => delete settings.PALAVER_LOG_LEVEL,
  '@palaver/client/server Users.put: was removed': ({ sdk }) =>
    delete sdk['@palaver/client/server']?.['Users.put'],
};

const requiredIn = (schema: Schema | undefined) => (schema?.required ?? []) as string[];
const valuesIn = (schema: Schema | undefined) => (schema?.enum ?? []) as string[];
const propertiesIn = (schema: Schema | undefined) => (schema?.properties ?? {}) as Record<string, Schema>;

function operation({ openapi }: Contract, path: string, method: string): ApiOperation {
  const found = openapi.paths[path]?.[method];
  if (found === undefined) throw new Error(`no ${method} ${path}`);
  return found;
}

describe('a change that breaks the contract is named', () => {
  test.each(Object.entries(PLANTED))('%s', (change, plant) => {
    const changed = structuredClone(current);
    plant(changed);
    expect(contractChanges(current, changed)).toContain(change);
  });
});

test('a release that only adds keeps the contract', () => {
  const later = structuredClone(current);
  const { paths, components } = later.openapi;
  paths['/open-api/v1.0/chat/polls'] = { get: operation(later, THREADS, 'get') };
  const list = structuredClone(operation(later, THREADS, 'get'));
  list.parameters = [...(list.parameters ?? []), { in: 'query', name: 'topic', schema: { type: 'string' } }];
  list.responses['418'] = {};
  paths[THREADS] = { ...paths[THREADS], get: list };
  propertiesIn(components.schemas.User).pronouns = { type: 'string' };
  requiredIn(components.schemas.User).push('pronouns');
  valuesIn(propertiesIn(components.schemas.Failure).message_code).push('M41800');
  propertiesIn(later.frames.client.send).topic = { type: 'string' };
  later.frames.server.poll = { type: 'object' };
  operation(later, THREADS, 'post').security = [{ apiKey: ['threads:write'] }];
  later.closeCodes['4418'] = 'M41800';
  later.settings.PALAVER_MAX_POLLS = 'setting';
  Object.assign(later.sdk['@palaver/client'] ?? {}, { Polls: 'class' });
  expect(contractChanges(current, later)).toEqual([]);
  expect(contractChanges(later, current).length).toBeGreaterThan(6);
});
