import { isRecord } from '@palaver/protocol/values';
import type { Answer } from './exchange.ts';

export interface Lie {
  /** What is wrong: `body.data.id`. */
  about: string;
  answer: Answer;
}

/**
 * The answer with one thing made wrong, once for each thing in it. A witness that is awake objects to every lie; where
 * it does not, the document leaves open what stands there, or does not know of it at all.
 */
export function* liesAbout(answer: Answer): Generator<Lie> {
  yield { about: 'status', answer: { ...answer, status: 299 } };
  yield { about: 'content-type', answer: { ...answer, headers: { 'content-type': 'text/plain' } } };
  for (const [about, body] of liesAboutValue('body', answer.body))
    yield { about, answer: { ...answer, body } };
}

function* liesAboutValue(path: string, value: unknown): Generator<[string, unknown]> {
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
