import type { Fault } from './errors.ts';
import { languageTag } from './formats.ts';
import { isRecord } from './values.ts';

/** Templates of the integrator, by language: what those of notifications and of e-mails have in common. */

export const MAX_TEMPLATE_LANGUAGES = 50;
/** Of all templates of a space, as JSON in UTF-8. */
export const MAX_TEMPLATE_BYTES = 65_536;

/** (The server's parser keeps a number that JavaScript would round as a frozen object.) */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && Object.isExtensible(value);

/** The rules of templates in this field: their languages, and their size as they are `stored`. */
export function templateFaults(field: string, given: Record<string, unknown>, stored: object): Fault[] {
  const languages = Object.keys(given);
  if (languages.length > MAX_TEMPLATE_LANGUAGES) {
    const message = `must have at most ${MAX_TEMPLATE_LANGUAGES} languages`;
    return [{ code: 'M40005', field, rule: 'max_items', message }];
  }
  const size = new TextEncoder().encode(JSON.stringify(stored)).length;
  const message = `must have at most ${MAX_TEMPLATE_BYTES} bytes, as JSON in UTF-8`;
  return [
    ...(size > MAX_TEMPLATE_BYTES
      ? [{ code: 'M40004', field, rule: 'max_length', message } satisfies Fault]
      : []),
    ...languageFaults(field, languages),
  ];
}

function languageFaults(field: string, languages: readonly string[]): Fault[] {
  const seen = new Set<string>();
  return languages.flatMap((language) => {
    const tag = languageTag(language);
    const isKnown = tag !== undefined && seen.has(tag);
    if (tag !== undefined && !isKnown) {
      seen.add(tag);
      return [];
    }
    const [rule, message] = isKnown
      ? ['unique', `is the same language as another one: ${tag}`]
      : ['language', 'must be a language tag (BCP 47) such as pt-BR, or default'];
    return [{ code: 'M40003', field: `${field}.${language}`, rule, message } satisfies Fault];
  });
}

/** Refuses placeholders in the given parts of a template that are none of `known`. */
export function placeholderFaults(
  field: string,
  template: unknown,
  parts: readonly string[],
  known: readonly string[],
): Fault[] {
  if (!isObject(template)) return [];
  return parts.flatMap((part): Fault[] => {
    const text = template[part];
    const unknown = typeof text === 'string' ? unknownPlaceholder(text, known) : undefined;
    if (unknown === undefined) return [];
    const list = known.map((name) => `{${name}}`).join(', ');
    const message = `has the unknown placeholder {${unknown.slice(0, 50).toWellFormed()}}: the placeholders are ${list}`;
    return [{ code: 'M40003', field: `${field}.${part}`, rule: 'placeholder', message }];
  });
}

function unknownPlaceholder(text: string, known: readonly string[]): string | undefined {
  const names = text.matchAll(/\{([^{}]*)\}/g).map(([, name = '']) => name);
  return names.find((name) => !known.includes(name));
}

type Entry = [key: string, value: unknown];

/** A record of any shape with its entries changed or left out. */
export function mapped(record: unknown, change: (value: unknown, key: string) => Entry[]): object {
  const entries = isRecord(record) ? Object.entries(record) : [];
  return Object.fromEntries(entries.flatMap(([key, value]) => change(value, key)));
}

/** The parts of a template that are texts and not empty. */
export const storedParts = (template: unknown, parts: readonly string[]): object =>
  mapped(template, (text, part) =>
    parts.includes(part) && typeof text === 'string' && text !== '' ? [[part, text]] : [],
  );

export const unlessEmpty = (key: string, value: object): Entry[] =>
  Object.keys(value).length === 0 ? [] : [[key, value]];
