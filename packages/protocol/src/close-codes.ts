import type { ErrorCode } from './errors.ts';

interface CloseDefinition {
  /** The code in the `closing` frame, with its text from the error table. */
  readonly message_code: ErrorCode;
  readonly when: string;
  /** Whether reconnecting with the same token can succeed. */
  readonly retry: boolean;
}

/**
 * Close codes of the server. Codes below 4000 are the WebSocket protocol's own; the last three digits of the others are an
 * HTTP status.
 */
export const CLOSE_CODES = {
  1003: { message_code: 'M41500', when: 'A frame is binary.', retry: false },
  1011: { message_code: 'M50000', when: 'The server has failed.', retry: true },
  1012: { message_code: 'M50300', when: 'The server is stopping or restarting.', retry: true },
  1013: {
    message_code: 'M50300',
    when: 'The client reads too slowly: 1 MiB is queued for it. Or the server cannot check the token at the moment, or the node is full or short of memory.',
    retry: true,
  },
  4401: {
    message_code: 'M40111',
    when: 'The token is invalid, expired or revoked; or a frame came before it.',
    retry: false,
  },
  4408: { message_code: 'M40800', when: 'No token came within 10 s, or no answer to a ping.', retry: true },
  4429: {
    message_code: 'M42900',
    when: 'The user has too many connections, or they make the server hold too much memory. Or too many sign-ins from this address were refused, and this one is refused, too.',
    retry: true,
  },
} as const satisfies Record<number, CloseDefinition>;
export type CloseCode = keyof typeof CLOSE_CODES;

/** Close codes for violations of the WebSocket protocol. No `closing` frame precedes them. */
export const PROTOCOL_CLOSE_CODES = {
  1002: 'A frame breaks the WebSocket protocol: unmasked, reserved bits, a fragment out of place.',
  1007: 'A text frame is not UTF-8.',
  1008: 'A message has more than 64 fragments. Or, before sign-in: the first frame is in fragments, or more than 10 pings and pongs came.',
  1009: 'A frame is larger than 64 KiB, or the first one larger than 8 KiB.',
} as const;
