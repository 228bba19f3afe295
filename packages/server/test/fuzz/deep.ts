import fc from 'fast-check';
import { frameBytes, OPCODES, textBytes } from '../harness/raw-websocket.ts';
import type { Attempt, FrameSequence } from './request.ts';
import { LONG_STRINGS, nested, VALUES } from './values.ts';
import type { World } from './world.ts';

/*
 * Inputs of one connection that are long and deep: what costs little once may cost much thousands of times, and may keep the server from
 * everybody else.
 */

const FRAGMENTS = 16_000;

const begun = frameBytes(OPCODES.text, '', { isLast: false });
const fragment = (payload: string) => frameBytes(OPCODES.continuation, payload, { isLast: false });
const end = frameBytes(OPCODES.continuation, '{}');
const times = (count: number, ...frames: Buffer[]) => Array<Buffer[]>(count).fill(frames).flat();

export function deepCases({ keys, tenant, tokens }: World): Attempt[] {
  const [token = ''] = tokens.own;
  const get = (url: string, ...headers: string[]) =>
    `${[`GET ${url} HTTP/1.1`, 'host: a', ...headers].join('\r\n')}\r\n\r\n`;
  const read = get('/user/v1.0/user/nobody', `x-api-key: ${keys.full}`, `x-tenant-id: ${tenant}`);
  const requests = [
    get('/health/live').repeat(1_500),
    get('/nowhere').repeat(500),
    get('/health/live', ...Array.from({ length: 950 }, () => 'a:')).repeat(100),
    read.repeat(200),
  ];
  const signIn = textBytes({ type: 'authenticate', token });
  const frames = [
    [begun, ...times(FRAGMENTS, fragment(' '))],
    times(FRAGMENTS, frameBytes(OPCODES.ping)),
    ...[
      [begun, ...times(FRAGMENTS, fragment(''))],
      [begun, ...times(FRAGMENTS, fragment(' '))],
      times(3, begun, ...times(50, fragment(' ')), end),
      [begun, ...times(50, fragment(' '), frameBytes(OPCODES.ping, 'a'))],
      times(5, frameBytes(OPCODES.text, nested(30_000))),
      times(5, textBytes({ type: 'watch', id: 'a', ext_user_ids: Array(6_000).fill('a') })),
      times(200, textBytes({ type: 'shout' })),
    ].map((of) => [signIn, ...of]),
  ];
  return [
    ...requests.map((text) => ({ label: 'deep requests', writes: [Buffer.from(text)] })),
    ...frames.map(closed),
  ];
}

/** Frames that the server need not answer are followed by a close frame. */
function closed(frames: readonly Buffer[]): FrameSequence {
  return { label: 'deep frames', frames: Buffer.concat([...frames, frameBytes(OPCODES.close)]) };
}

/** Fewer than are slowed down for long. */
const MOST_FRAMES = 150;

const payload = fc.oneof(
  fc.constantFrom(...VALUES).map((value) => JSON.stringify({ type: 'ping', id: value })),
  fc.constantFrom(...LONG_STRINGS),
  fc.constantFrom('', ' ', '{}', nested(100)),
);

const frame = fc
  .tuple(fc.constantFrom(0, 0, 0, 1, 1, 2, 9, 10), payload, fc.boolean())
  .map(([opcode, content, isLast]) => {
    const isControl = opcode >= 8;
    return frameBytes(opcode, isControl ? content.slice(0, 20) : content, { isLast: isLast || isControl });
  });

/** Random frames of a signed-in user; sometimes one of them many times. */
export function frameSequences({ tokens }: World): fc.Arbitrary<FrameSequence> {
  const signIn = textBytes({ type: 'authenticate', token: tokens.own[0] });
  return fc
    .array(fc.tuple(frame, fc.constantFrom(1, 1, 1, 70)), { minLength: 1, maxLength: 20 })
    .map((parts) => parts.flatMap(([one, count]) => times(count, one)).slice(0, MOST_FRAMES))
    .map((frames) => closed([signIn, ...frames]));
}

/** Many requests that are sent before the first response. */
export function pipelines(requests: fc.Arbitrary<Buffer>): fc.Arbitrary<Attempt> {
  return fc
    .tuple(fc.array(requests, { minLength: 2, maxLength: 10 }), fc.constantFrom(1, 1, 1, 20))
    .map(([all, count]) => ({ label: 'pipelines', writes: [Buffer.concat(times(count, ...all))] }));
}
