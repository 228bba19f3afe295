import {
  CLIENT_FRAMES,
  type ClientFrame,
  type CommandName,
  MAX_ID_CHARS,
  type ServerFrame,
} from '@palaver/protocol/realtime';
import { isAbsent, isRecord } from '@palaver/protocol/values';
import type { TSchema } from 'typebox';
import { type Config, limitsOf } from '../config/config.ts';
import { Refusal, refuseFaults } from '../domain/refusal.ts';
import { parseBody } from '../edge/parse-body.ts';
import { type Checker, createChecker } from '../edge/validation.ts';
import { isKeptNumber } from '../platform/json.ts';
import { RULES, type Rules } from './commands.ts';

const TEXT_FRAME = 0x81;

/** Encodes a text frame of the server (RFC 6455, 5.2). The bytes can be sent to any number of sockets. */
export function encodeFrame(frame: ServerFrame): Buffer {
  const text = JSON.stringify(frame);
  const length = Buffer.byteLength(text);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(headerLength + length);
  bytes[0] = TEXT_FRAME;
  if (headerLength === 2) bytes[1] = length;
  else if (headerLength === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeUInt32BE(0, 2);
    bytes.writeUInt32BE(length, 6);
  }
  bytes.write(text, headerLength);
  return bytes;
}

/** A frame of a client before validation. */
export interface RawFrame {
  /** Undefined: the type is unknown, or the bytes are not a frame. */
  type: ClientFrame['type'] | undefined;
  /** The id for its answer. */
  id: string | undefined;
  /** Validates it. Refuses with the same errors as the REST route. */
  check: () => ClientFrame;
}

/** Creates the parser of client frames. */
export function createFrameReader(config: Config): (bytes: Buffer) => RawFrame {
  const limits = limitsOf(config);
  const checkers = new Map<unknown, Checker>(
    CLIENT_FRAMES.map((schema: TSchema & { properties: { type: { const: string } } }) => [
      schema.properties.type.const,
      createChecker(schema, limits, 'body'),
    ]),
  );
  const check = (frame: unknown, type: unknown): ClientFrame => {
    if (!isRecord(frame) || isKeptNumber(frame)) throw new Refusal('M40003', [NO_OBJECT]);
    const checkFrame = checkers.get(type);
    if (checkFrame === undefined) throw typeRefusal(type);
    const { normalize, check: checkRules }: Rules = RULES[type as CommandName] ?? {};
    const spellings = normalize?.(frame) ?? [];
    // Before the schema, which removes `null` and `""` from optional fields in place.
    const faults = checkRules?.(frame) ?? [];
    refuseFaults([...spellings, ...checkFrame(frame), ...faults]);
    return frame as ClientFrame;
  };
  return (bytes) => {
    try {
      const { value, faults } = parseBody(bytes, config.maxNesting);
      const { type, id } = isRecord(value) ? value : {};
      return {
        type: checkers.has(type) ? (type as ClientFrame['type']) : undefined,
        id: typeof id === 'string' && ID.test(id) ? id : undefined,
        check: () => {
          refuseFaults(faults);
          return check(value, type);
        },
      };
    } catch (error) {
      return { type: undefined, id: undefined, check: () => fail(error) };
    }
  };
}

/** The id of a command: 1 to MAX_ID_CHARS code points, as in its schema. */
const ID = new RegExp(`^.{1,${MAX_ID_CHARS}}$`, 'su');

function fail(error: unknown): never {
  throw error;
}

const NO_OBJECT = { field: '(body)', rule: 'type', message: 'must be object' };

function typeRefusal(type: unknown): Refusal {
  const field = 'type';
  if (isAbsent(type)) return new Refusal('M40002', [{ field, rule: 'required', message: 'is required' }]);
  return new Refusal('M40003', [{ field, rule: 'enum', message: 'is not a known type' }]);
}
