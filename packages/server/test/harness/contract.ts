import { FailureSchema } from '@palaver/protocol/envelope';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { FORMATS } from '@palaver/protocol/formats';
import { isRecord } from '@palaver/protocol/values';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { inlinedPart } from '../../reference/inlined.ts';

/** An allowed response: its shape, and the codes of a failure. */
interface Allowed {
  shape: ValidateFunction;
  codes?: readonly unknown[];
}

const formats = { ...FORMATS, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ };
const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
/** By schema: many responses share one, most of them whatever the server's limits. */
const shapes = new Map<string, ValidateFunction>();

/**
 * Checks every response of every test against the OpenAPI document that the server itself publishes. Objects are closed
 * here: a field missing in the document fails the test. (The published schemas are open, so that clients tolerate later
 * additions.)
 */
export class Contract {
  readonly #document: Record<string, unknown>;
  readonly #paths: { template: string; parts: readonly string[]; operations: Record<string, unknown> }[];
  readonly #allowed = new Map<string, Allowed>();

  constructor(document: unknown) {
    if (!isRecord(document) || !isRecord(document.paths)) throw new Error('no OpenAPI document');
    this.#document = document;
    this.#paths = Object.entries(document.paths).map(([template, operations]) => ({
      template,
      parts: template.split('/'),
      operations: operations as Record<string, unknown>,
    }));
  }

  /** Throws when the document does not allow the response. */
  check(method: string, url: string, status: number, body: unknown): void {
    const parts = url.split('?', 1)[0]?.split('/') ?? [];
    const path = this.#paths.find((candidate) => matches(candidate.parts, parts));
    const operation = path?.operations[method.toLowerCase()];
    const key = operation === undefined ? `unrouted ${status}` : `${method} ${path?.template} ${status}`;
    const allowed = this.#allowed.getOrInsertComputed(key, () => this.#allow(operation, status, key));
    if (!allowed.shape(body)) this.#refuse(key, ajv.errorsText(allowed.shape.errors), body);
    const code = isRecord(body) ? body.message_code : undefined;
    if (allowed.codes?.includes(code) === false)
      this.#refuse(key, `${String(code)} is not among its codes`, body);
  }

  #refuse(key: string, why: string, body: unknown): never {
    throw new Error(`${key} is not in the contract: ${why}\n${JSON.stringify(body)}`);
  }

  #allow(operation: unknown, status: number, key: string): Allowed {
    if (operation === undefined) return { shape: compile(FailureSchema), codes: codesOf(status) };
    const schema = responseSchema(this.#document, operation, status, key);
    return status === 200
      ? { shape: compile(schema) }
      : { shape: compile(FailureSchema), codes: codesIn(schema) };
  }
}

function compile(schema: object): ValidateFunction {
  return shapes.getOrInsertComputed(JSON.stringify(schema), (text) =>
    ajv.compile(closeObjects(JSON.parse(text))),
  );
}

function matches(template: readonly string[], parts: readonly string[]): boolean {
  return (
    parts.length === template.length && template.every((part, i) => part.startsWith('{') || part === parts[i])
  );
}

/** (References are replaced only here: a run of tests sees few of the responses, and inlining them all takes long.) */
function responseSchema(
  document: unknown,
  operation: unknown,
  status: number,
  key: string,
): Record<string, unknown> {
  const responses = isRecord(operation) && isRecord(operation.responses) ? operation.responses : {};
  const response = inlinedPart(responses[status], document);
  const content = isRecord(response) && isRecord(response.content) ? response.content : {};
  const json = content['application/json'];
  if (!isRecord(json) || !isRecord(json.schema)) throw new Error(`${key} is not in the OpenAPI document`);
  return json.schema;
}

/** Failures are documented as `allOf` of the shared shape and the codes of the endpoint. */
function codesIn(schema: Record<string, unknown>): unknown[] {
  const [, own] = Array.isArray(schema.allOf) ? (schema.allOf as unknown[]) : [];
  const properties = isRecord(own) && isRecord(own.properties) ? own.properties : {};
  const codes = isRecord(properties.message_code) ? properties.message_code.enum : [];
  return Array.isArray(codes) ? codes : [];
}

/** The codes for a request that matches no route. */
function codesOf(status: number): ErrorCode[] {
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].status === status);
}

/** The schema with closed objects: unknown fields are refused. */
export function closeObjects(schema: unknown): object {
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close);
    if (!isRecord(value)) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, close(child)]));
    return isRecord(copy.properties) ? { additionalProperties: false, ...copy } : copy;
  };
  return close(schema) as object;
}
