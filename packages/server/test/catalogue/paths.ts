import { isRecord } from '@palaver/protocol/values';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';

/** Paths into a request: `params.thread_id`, `body.member_ids[]`, `body.body.metadata[].pack_id`. */

const stepsOf = (path: string) => path.replaceAll('[]', '.').split('.');

/** The values at this path of the request; for lists, each element. */
export function valuesAt(request: unknown, path: string): unknown[] {
  return stepsOf(path).reduce<unknown[]>(
    (values, step) =>
      values.flatMap((value) => {
        if (step === '') return Array.isArray(value) ? (value as unknown[]) : [];
        return isRecord(value) && value[step] !== undefined ? [value[step]] : [];
      }),
    [request],
  );
}

/**
 * The request with this value at the path, as a number where there was one; in a list it replaces the middle element.
 */
export function put<T>(request: T, path: string, value: string): T {
  return putAt(request, stepsOf(path), value) as T;
}

function putAt(into: unknown, [step, ...rest]: readonly string[], value: string): unknown {
  if (step === undefined) return typeof into === 'number' ? Number(value) : value;
  if (Array.isArray(into)) {
    const middle = Math.floor(into.length / 2);
    return into.with(middle, putAt(into[middle], rest, value));
  }
  return isRecord(into) ? { ...into, [step]: putAt(into[step], rest, value) } : into;
}

/** Each alternative of the choices in a request: a field and its value. */
export function choicesOf({ body }: Pick<AnyEndpoint, 'body'>): [path: string, value: unknown][] {
  return choicesIn(body, 'body');
}

function choicesIn(schema: unknown, path: string): [string, unknown][] {
  if (!isRecord(schema)) return [];
  const { properties, items, oneOf = [] } = schema;
  const inside = Object.entries(properties ?? {}).flatMap(([name, child]) =>
    choicesIn(child, `${path}.${name}`),
  );
  const alternatives = (oneOf as { properties: Record<string, { const?: unknown }> }[]).flatMap((one) =>
    Object.entries(one.properties).flatMap(([name, field]): [string, unknown][] =>
      field.const === undefined ? [] : [[`${path}.${name}`, field.const]],
    ),
  );
  return [...inside, ...choicesIn(items, `${path}[]`), ...alternatives];
}
