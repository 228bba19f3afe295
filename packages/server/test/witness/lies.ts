import { isRecord } from '@palaver/protocol/values';
import type { Answer } from './exchange.ts';

export interface Lie {
  /** The path of the fault: `body.data.id`. */
  about: string;
  answer: Answer;
}

/**
 * Variants of the response, each with one value falsified. A working witness objects to every one; where it does not,
 * the document does not specify that value. (It leaves open what {@link IS_OPEN} names.)
 */
export function* liesAbout(answer: Answer): Generator<Lie> {
  yield { about: 'status', answer: { ...answer, status: 299 } };
  // A response without content has nothing else.
  if (answer.body === '') return;
  yield { about: 'content-type', answer: { ...answer, headers: { 'content-type': 'text/plain' } } };
  for (const [about, body] of liesAboutValue('body', answer.body))
    yield { about, answer: { ...answer, body } };
}

/** Details of a log entry: which ones it has depends on its type, so the document allows any object, or null. */
const IS_OPEN = /\.entry\.change$/;

function* liesAboutValue(path: string, value: unknown): Generator<[string, unknown]> {
  if (IS_OPEN.test(path)) return;
  yield [path, isRecord(value) ? [] : {}];
  if (Array.isArray(value)) {
    for (const [index, child] of value.entries()) {
      for (const [about, lie] of liesAboutValue(`${path}[${index}]`, child))
        yield [about, value.with(index, lie)];
    }
  }
  if (isRecord(value)) {
    for (const [name, child] of Object.entries(value)) {
      for (const [about, lie] of liesAboutValue(`${path}.${name}`, child))
        yield [about, { ...value, [name]: lie }];
    }
  }
}
