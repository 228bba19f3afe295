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

/** Every field that a request may have, by its path, with its schema; fields that only hold others are left out. */
export function fieldsOf({
  params,
  query,
  body,
}: Pick<AnyEndpoint, 'params' | 'query' | 'body'>): Map<string, Record<string, unknown>> {
  const parts = Object.entries({ params, query, body });
  return new Map(parts.flatMap(([part, schema]) => fieldsIn(schema, part)));
}

function fieldsIn(schema: unknown, path: string): [string, Record<string, unknown>][] {
  if (!isRecord(schema)) return [];
  const { properties, items, oneOf, anyOf, allOf } = schema;
  const inside: [string, unknown][] = [
    ...Object.entries(properties ?? {}).map(([name, child]): [string, unknown] => [`${path}.${name}`, child]),
    ...[oneOf, anyOf, allOf].flat().map((child): [string, unknown] => [path, child]),
    ...(items === undefined ? [] : [[`${path}[]`, items] satisfies [string, unknown]]),
  ];
  const holdsOthers = properties !== undefined || inside.some(([, child]) => isRecord(child));
  return holdsOthers ? inside.flatMap(([where, child]) => fieldsIn(child, where)) : [[path, schema]];
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
