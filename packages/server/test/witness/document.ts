import { inlined } from '../../reference/inlined.ts';

/** The parts of an OpenAPI operation that requests are made from. */
export interface Operation {
  id: string;
  method: string;
  /** `/open-api/v1.0/chat/threads/{thread_id}` */
  template: string;
  parameters: readonly Parameter[];
  /** Media type of its body; undefined if it has none. */
  takes: string | undefined;
  /** The required credentials: an API key or a user's token; undefined: none. */
  needs: 'key' | 'token' | undefined;
  /** Whether it can succeed: the realtime route cannot, except for handshakes. */
  succeeds: boolean;
  /** The codes of its refusals by status. */
  failures: ReadonlyMap<number, readonly string[]>;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: { type?: string; format?: string; enum?: readonly unknown[] };
}

/** The parts of the document that are used here. */
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
