import { CLIENT_FRAMES } from '@palaver/protocol/realtime';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../src/edge/ids.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { choicesOf, valuesAt } from './paths.ts';
import { framesOf, requestsOf, type Sample } from './requests.ts';
import { NEVER } from './space.ts';

/**
 * The catalogue covers every request. The isolation matrix, the fuzzer and the outside witness send them and check that
 * each succeeds.
 */

interface Entry {
  id: string;
  asked: Pick<AnyEndpoint, 'params' | 'query' | 'body' | 'files'>;
  samples: () => Sample[];
}

const OF_ROUTES = ROUTES.map(
  ({ endpoint }): Entry => ({ id: endpoint.id, asked: endpoint, samples: () => requestsOf(endpoint, NEVER) }),
);

/** Frames that concern no space. */
const OTHERS = ['authenticate', 'ping'];

const OF_FRAMES = CLIENT_FRAMES.flatMap((body): Entry[] => {
  const name = body.properties.type.const;
  const samples = () => framesOf(name, NEVER).map((sample) => named(name, sample));
  return OTHERS.includes(name) ? [] : [{ id: `the frame "${name}"`, asked: { body }, samples }];
});

/** With the fields that every frame has. */
function named(type: string, { body }: Sample): Sample {
  return { body: { id: 'a', type, ...(body as object) } };
}

/** An upload becomes a file once, so a request with it cannot be repeated: test/api/resumable-uploads-access.test.ts. */
const ONCE = ['body.upload_id'];

/** Of uploaded files, the server ignores them in requests, so no example has them: test/api/lost-files.test.ts, file-uploads.test.ts. */
const IGNORED = /\.metadata\[\]\.is_(gone|animated)$/;

describe.each([...OF_ROUTES, ...OF_FRAMES])('$id', ({ asked, samples }) => {
  test('has requests with every field', () => {
    const fields = [
      ...[...fieldsOf(asked).keys()].filter((path) => !ONCE.includes(path) && !IGNORED.test(path)),
      ...Object.keys(asked.files ?? {}).map((name) => `body.${name}`),
    ];
    const requests = samples().map(({ body, ...rest }) => ({
      ...rest,
      body: body instanceof FormData ? Object.fromEntries(body) : body,
    }));
    expect(requests).not.toEqual([]);
    expect(fields.filter((path) => requests.every((one) => valuesAt(one, path).length === 0))).toEqual([]);
  });

  test('has a request for each alternative', () => {
    const isThere = ([path, value]: [string, unknown]) =>
      samples().some((sample) => valuesAt(sample, path).includes(value));
    expect(choicesOf(asked).filter((choice) => !isThere(choice))).toEqual([]);
  });
});
