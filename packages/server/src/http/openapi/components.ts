import { isRecord } from '@palaver/protocol/values';
import { getOrInsert } from '../../platform/get-or-insert.ts';

type Part = Record<string, unknown>;

interface Operation extends Part {
  operationId: string;
  parameters?: readonly Part[];
  requestBody?: Part;
  responses: Readonly<Record<string, Part>>;
}

export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/**
 * The operations, with parameters, bodies and responses that several of them share replaced by references into `components`.
 */
export function shareParts(paths: Paths): { paths: Paths; components: Record<string, Record<string, Part>> } {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const parameters = new SharedParts(
    'parameters',
    operations.flatMap((operation) => operation.parameters ?? []),
  );
  const requestBodies = new SharedParts(
    'requestBodies',
    operations.flatMap(({ requestBody }) => (requestBody === undefined ? [] : [requestBody])),
  );
  const responses = new SharedParts(
    'responses',
    operations.flatMap((operation) => Object.values(operation.responses)),
  );

  const refer = (operation: Operation): Operation => {
    const { operationId, requestBody } = operation;
    return {
      ...operation,
      ...(requestBody && { requestBody: requestBodies.refer(requestBody, operationId, nameOfBody) }),
      ...(operation.parameters && {
        parameters: operation.parameters.map((one) => parameters.refer(one, operationId, nameOfParameter)),
      }),
      responses: mapped(operation.responses, (one, status) =>
        responses.refer(one, operationId, () => nameOfResponse(one, status)),
      ),
    };
  };
  return {
    paths: mapped(paths, (path) => mapped(path, refer)),
    components: Object.fromEntries(
      [parameters, requestBodies, responses].map(({ kind, parts }) => [kind, parts]),
    ),
  };
}

function mapped<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}

/** Parts of one kind that several operations share. */
class SharedParts {
  readonly kind: string;
  readonly parts: Record<string, Part> = {};
  /** How many operations use a part, by its JSON text. */
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(kind: string, all: readonly Part[]) {
    this.kind = kind;
    for (const text of all.map((part) => JSON.stringify(part))) {
      this.#uses.set(text, (this.#uses.get(text) ?? 0) + 1);
    }
  }

  /** A reference to the part, or the part itself if no other operation uses it. */
  refer(part: Part, operationId: string, wish: (part: Part, operationId: string) => string): Part {
    const text = JSON.stringify(part);
    if (this.#uses.get(text) === 1) return part;
    const name = getOrInsert(this.#names, text, () => this.#add(part, operationId, wish(part, operationId)));
    return { $ref: `#/components/${this.kind}/${name}` };
  }

  /** If another part already has the name, the operation is prepended: `listUsers.last_id`. */
  #add(part: Part, operationId: string, wish: string): string {
    const name = wish in this.parts ? `${operationId}.${wish}` : wish;
    this.parts[name] = part;
    return name;
  }
}

const nameOfParameter = ({ name }: Part) => String(name);

/** `AddMembers`: named after the first operation that takes it. */
const nameOfBody = (_: Part, operationId: string) =>
  operationId.charAt(0).toUpperCase() + operationId.slice(1);

/**
 * A success is named after its model: `Thread`, `ThreadList`, `Done`; a failure after its codes: `M404-01-02` has M40401 and
 * M40402.
 */
function nameOfResponse(response: Part, status: string): string {
  const schema = schemaOf(response);
  const [, own] = Array.isArray(schema.allOf) ? (schema.allOf as unknown[]) : [];
  if (own !== undefined) {
    const codes = at(own, 'properties', 'message_code', 'enum') as readonly string[];
    return [`M${status}`, ...codes.map((code) => code.slice(-2))].join('-');
  }
  const data = at(schema, 'properties', 'data');
  const list = at(data, 'items', '$ref');
  const model = list ?? at(data, '$ref');
  if (typeof model !== 'string') return 'Done';
  return `${model.split('/').at(-1)}${list === undefined ? '' : 'List'}`;
}

function schemaOf(response: Part): Part {
  const schema = at(response, 'content', 'application/json', 'schema');
  return isRecord(schema) ? schema : {};
}

function at(node: unknown, ...steps: readonly string[]): unknown {
  return steps.reduce<unknown>((found, step) => (isRecord(found) ? found[step] : undefined), node);
}
