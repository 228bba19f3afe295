import type { ApiContent, ApiDocument, ApiOperation, Contract, Schema } from '../../reference/contract.ts';
import { inlined } from '../../reference/inlined.ts';
import { type Direction, schemaChanges } from './schema-changes.ts';
import { sdkChanges } from './sdk-changes.ts';

/** All that breaks the promises of COMPATIBILITY.md between a released contract and that of the sources. */
export function contractChanges(before: Contract, now: Contract): string[] {
  const [old, current] = [before, now].map(({ openapi }) => inlined(openapi)) as [ApiDocument, ApiDocument];
  return [
    ...byName(operationsIn(old.paths), operationsIn(current.paths), operationChanges),
    ...byName(operationsIn(old.webhooks), operationsIn(current.webhooks), webhookChanges, 'webhook '),
    ...byName(old.components.schemas, current.components.schemas, () => [], 'model '),
    ...byName(before.frames.client, now.frames.client, schemasOf('written'), 'client frame '),
    ...byName(before.frames.server, now.frames.server, schemasOf('read'), 'server frame '),
    ...byName(before.closeCodes, now.closeCodes, closeCodeChanges, 'close code '),
    ...(isBreaking(before.version, now.version)
      ? []
      : [...byName(before.settings, now.settings, () => [], 'setting '), ...sdkChanges(before.sdk, now.sdk)]),
  ];
}

/** Whether a version may change the SDK and the settings: a new major version, or before 1.0 a new minor one. */
export function isBreaking(before: string, now: string): boolean {
  const [old, current] = [before, now].map((version) => /^(0\.\d+|\d+)/.exec(version)?.[0]);
  return old !== current;
}

/** Compares what has the same name; nothing that has a name may go. */
function byName<T>(
  before: Readonly<Record<string, T>>,
  now: Readonly<Record<string, T>>,
  compare: (before: T, now: T, place: string) => string[],
  place = '',
): string[] {
  return Object.entries(before).flatMap(([name, one]) => {
    const same = now[name];
    const at = `${place}${name}`;
    return same === undefined ? [`${at}: was removed`] : compare(one, same, at);
  });
}

function operationsIn(paths: ApiDocument['paths']): Record<string, ApiOperation> {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );
}

function closeCodeChanges(before: string, now: string, place: string): string[] {
  return before === now ? [] : [`${place}: was ${before}, and is ${now}`];
}

const schemasOf = (direction: Direction) => (before: Schema, now: Schema, place: string) =>
  schemaChanges(before, now, direction, place);

const bodyOf = ({ requestBody }: ApiOperation) => requestBody?.content ?? {};
const contentOf = (direction: Direction) => (before: ApiContent, now: ApiContent, place: string) =>
  byName(
    before,
    now,
    (old, current, at) => schemaChanges(old.schema ?? {}, current.schema ?? {}, direction, at),
    `${place} `,
  );

function webhookChanges(before: ApiOperation, now: ApiOperation, place: string): string[] {
  return contentOf('read')(bodyOf(before), bodyOf(now), place);
}

function operationChanges(before: ApiOperation, now: ApiOperation, place: string): string[] {
  return [
    ...(before.operationId === now.operationId
      ? []
      : [`${place}: its operationId was ${before.operationId}`]),
    ...rightChanges(before, now, place),
    ...parameterChanges(before, now, place),
    ...(now.requestBody?.required === true && before.requestBody?.required !== true
      ? [`${place}: now requires a body`]
      : []),
    ...contentOf('written')(bodyOf(before), bodyOf(now), `${place} request`),
    ...byName(before.responses, now.responses, responseChanges, `${place} `),
  ];
}

function responseChanges(
  before: ApiOperation['responses'][string],
  now: ApiOperation['responses'][string],
  place: string,
): string[] {
  return [
    ...byName(before.headers ?? {}, now.headers ?? {}, () => [], `${place} header `),
    ...contentOf('read')(before.content ?? {}, now.content ?? {}, place),
  ];
}

const FULL = JSON.stringify({ apiKey: ['full'] });

/** Each key or token that was enough still is, and an operation that took none takes none. */
function rightChanges(before: ApiOperation, now: ApiOperation, place: string): string[] {
  const [old, current] = [before, now].map(({ security = [] }) => security.map((one) => JSON.stringify(one)));
  if (old?.length === 0) return current?.length === 0 ? [] : [`${place}: now takes a key or a token`];
  const isEnough = (one: string) =>
    // A key with the scope `full` may do everything.
    current?.some((other) => other === one || (one === FULL && other.includes('apiKey'))) === true;
  const gone = old?.filter((one) => !isEnough(one)) ?? [];
  return gone.map((one) => `${place}: ${one} is no longer enough`);
}

function parameterChanges(before: ApiOperation, now: ApiOperation, place: string): string[] {
  const named = ({ parameters = [] }: ApiOperation) =>
    Object.fromEntries(parameters.map((one) => [`${one.in} ${one.name}`, one]));
  const [old, current] = [named(before), named(now)];
  const demanded = Object.entries(current).filter(
    ([name, { required }]) => required === true && old[name]?.required !== true,
  );
  return [
    ...byName(
      old,
      current,
      (one, same, at) => schemaChanges(one.schema, same.schema, 'written', at),
      `${place} `,
    ),
    ...demanded.map(([name]) => `${place} ${name}: is now required`),
  ];
}
