import { inlined } from '../../reference/inlined.ts';

/** An operation of the OpenAPI document, as far as requests are made from it. */
export interface Operation {
  id: string;
  method: string;
  /** `/open-api/v1.0/chat/threads/{thread_id}` */
  template: string;
  parameters: readonly Parameter[];
  /** Media type of its body; undefined: it takes none. */
  takes: string | undefined;
  /** Who may ask: whoever has an API key, or a signed-in user; undefined: everybody. */
  needs: 'key' | 'token' | undefined;
  /** Whether it ever succeeds: the realtime route, for what is no handshake, does not. */
  succeeds: boolean;
  /** What it may be refused with: codes by status. */
  failures: ReadonlyMap<number, readonly string[]>;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: { type?: string; format?: string };
}

/** What is read of the document here. */
interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
}

interface DocumentedOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, unknown> };
  security?: Record<string, unknown>[];
  responses: Record<string, DocumentedResponse>;
}

interface DocumentedResponse {
  content?: Record<string, { schema: { allOf?: [unknown, { properties: { message_code: Codes } }] } }>;
}

interface Codes {
  enum: string[];
}

export function operationsIn(document: unknown): Operation[] {
  const { paths } = inlined(document as Document);
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, documented]) => ({
      id: documented.operationId,
      method: method.toUpperCase(),
      template,
      parameters: documented.parameters ?? [],
      takes: Object.keys(documented.requestBody?.content ?? {})[0],
      needs: needsOf(documented),
      succeeds: '200' in documented.responses,
      failures: failuresIn(documented.responses),
    })),
  );
}

const NEEDS = { apiKey: 'key', clientToken: 'token' } as const;

function needsOf({ operationId, security }: DocumentedOperation): Operation['needs'] {
  if (security === undefined || security.length === 0) return undefined;
  const [scheme = ''] = security.flatMap((one) => Object.keys(one));
  if (scheme in NEEDS) return NEEDS[scheme as keyof typeof NEEDS];
  throw new Error(`${operationId} asks for ${scheme}, which no sample has`);
}

function failuresIn(responses: Record<string, DocumentedResponse>): Map<number, string[]> {
  const codesOf = ({ content }: DocumentedResponse) =>
    content?.['application/json']?.schema.allOf?.[1].properties.message_code.enum ?? [];
  return new Map(
    Object.entries(responses)
      .filter(([status]) => status !== '200')
      .map(([status, response]) => [Number(status), codesOf(response)]),
  );
}
