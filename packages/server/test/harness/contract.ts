import { FailureSchema } from '@palaver/protocol/envelope';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { FORMATS } from '@palaver/protocol/formats';
import { isRecord } from '@palaver/protocol/values';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * Holds every response of every test against the OpenAPI document that the server itself hands out. Objects are
 * taken as closed here (the published schemas are open, so that clients tolerate what is added later): a field
 * that is not in the document fails the test.
 */
export class Contract {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  readonly #paths: Record<string, Record<string, unknown>>;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: unknown) {
    if (!isRecord(document) || !isRecord(document.paths)) throw new Error('no OpenAPI document');
    this.#paths = document.paths as Record<string, Record<string, unknown>>;
  }

  /** Throws when the response is not one that the document allows. */
  check(method: string, url: string, status: number, body: unknown): void {
    const path = url.split('?', 1)[0] ?? '/';
    const template = Object.keys(this.#paths).find((candidate) => matches(candidate, path));
    const operation = template === undefined ? undefined : this.#paths[template]?.[method.toLowerCase()];
    const key = operation === undefined ? `unrouted ${status}` : `${method} ${template} ${status}`;
    let validate = this.#compiled.get(key);
    if (validate === undefined) {
      validate = this.#ajv.compile(
        close(operation === undefined ? unrouted(status) : responseSchema(operation, status, key)),
      );
      this.#compiled.set(key, validate);
    }
    if (!validate(body)) {
      throw new Error(
        `${key} is not in the contract: ${this.#ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      );
    }
  }
}

function matches(template: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = template.split('/');
  return (
    parts.length === wanted.length && wanted.every((part, i) => part.startsWith('{') || part === parts[i])
  );
}

function responseSchema(operation: unknown, status: number, key: string): unknown {
  const responses = isRecord(operation) && isRecord(operation.responses) ? operation.responses : {};
  const response = responses[status];
  const content = isRecord(response) && isRecord(response.content) ? response.content : {};
  const json = content['application/json'];
  if (!isRecord(json) || !isRecord(json.schema)) throw new Error(`${key} is not in the OpenAPI document`);
  return status === 200 ? json.schema : failure(codesIn(json.schema));
}

/** Failures are documented as `allOf` of the shared shape and the codes of the endpoint. */
function codesIn(schema: Record<string, unknown>): unknown {
  const [, own] = Array.isArray(schema.allOf) ? (schema.allOf as unknown[]) : [];
  const properties = isRecord(own) && isRecord(own.properties) ? own.properties : {};
  return isRecord(properties.message_code) ? properties.message_code.enum : [];
}

/** What a request that no route takes may be answered with. */
function unrouted(status: number): unknown {
  return failure((Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].status === status));
}

function failure(codes: unknown): unknown {
  const shape = JSON.parse(JSON.stringify(FailureSchema));
  shape.properties.message_code.enum = codes;
  return shape;
}

function close(node: unknown): object {
  const closed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(closed);
    if (!isRecord(value)) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, closed(child)]));
    return isRecord(copy.properties) ? { additionalProperties: false, ...copy } : copy;
  };
  return closed(node) as object;
}
