import { CLOSE_CODES } from '@palaver/protocol/close-codes';
import { CLIENT_FRAMES, SERVER_FRAMES } from '@palaver/protocol/realtime';
import { isRecord } from '@palaver/protocol/values';
import { Declarations } from '../../client/reference/declarations.ts';
import { SETTINGS } from '../src/config/config.ts';
import { VERSION } from '../src/version.ts';
import { openapiDocument } from './openapi-document.ts';

/** What a version promises to programs (COMPATIBILITY.md), without prose and examples. */
export interface Contract {
  version: string;
  openapi: ApiDocument;
  /** The schemas of the realtime protocol by the `type` of the frame. */
  frames: { client: Record<string, Schema>; server: Record<string, Schema> };
  /** The code in the `closing` frame by close code. */
  closeCodes: Record<string, string>;
  /** The environment variables. */
  settings: Record<string, 'setting'>;
  /** The declarations of the SDK: an export, or a member of one (`Users.put`), by entry point. */
  sdk: Record<string, Record<string, string>>;
}

export type Schema = Readonly<Record<string, unknown>>;

export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, Schema> };
}

export interface ApiOperation {
  operationId?: string;
  security?: readonly unknown[];
  parameters?: readonly { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: ApiContent };
  responses: Record<string, { headers?: Record<string, unknown>; content?: ApiContent }>;
}

/** By media type. */
export type ApiContent = Record<string, { schema?: Schema }>;

/** The contract of the sources. */
export async function currentContract(): Promise<Contract> {
  return withoutProse({
    version: VERSION,
    openapi: JSON.parse(await openapiDocument()) as ApiDocument,
    frames: { client: byType(CLIENT_FRAMES), server: byType(SERVER_FRAMES) },
    closeCodes: Object.fromEntries(
      Object.entries(CLOSE_CODES).map(([code, one]) => [code, one.message_code]),
    ),
    settings: Object.fromEntries(Object.values(SETTINGS).map(({ name }) => [name, 'setting'])),
    sdk: Declarations.with((declarations) => ({
      '@palaver/client': declaredIn('index', declarations),
      '@palaver/client/server': declaredIn('server/index', declarations),
      '@palaver/client/desk': declaredIn('desk/index', declarations),
      '@palaver/client/web-push': declaredIn('web-push/index', declarations),
    })),
  });
}

function byType(frames: readonly { properties: { type: { const: string } } }[]): Record<string, Schema> {
  const plain = JSON.parse(JSON.stringify(frames)) as typeof frames & Schema[];
  return Object.fromEntries(plain.map((frame) => [frame.properties.type.const, frame]));
}

function declaredIn(entry: string, declarations: Declarations): Record<string, string> {
  const found = declarations.exportsOf(entry).flatMap(({ declared }): [string, string][] => {
    const { name, kind, module, signature, members } = declared;
    // The schemas of the API have what its types contain.
    if (module === 'api') return [[name, 'model']];
    if (kind === 'type') return [[name, withoutComments(signature)]];
    if (kind === 'function') return [[name, inOneLine(signature)]];
    return [
      [name, kind],
      ...members.map((one): [string, string] => [`${name}.${one.name}`, inOneLine(one.signature)]),
    ];
  });
  return Object.fromEntries(found);
}

const withoutComments = (text: string) => text.replaceAll(/ *\/\*[\s\S]*?\*\/\n?/g, '');

/** (The reference folds long declarations.) */
const inOneLine = (text: string) =>
  withoutComments(text).replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(', )', ')');

const PROSE = new Set(['description', 'title', 'summary', 'examples', 'example', 'tags', 'info', 'servers']);
/** Their keys are names. */
const MAPS = new Set([
  'properties',
  'schemas',
  'parameters',
  'responses',
  'requestBodies',
  'headers',
  'settings',
  'sdk',
]);

function withoutProse<T>(value: T, isMap = false): T {
  if (Array.isArray(value)) return value.map((one: unknown) => withoutProse(one)) as T;
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key]) => isMap || !PROSE.has(key));
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutProse(one, !isMap && MAPS.has(key))])) as T;
}
