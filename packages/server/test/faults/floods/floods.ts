import { randomBytes } from 'node:crypto';
import { frameBytes, handshakeBytes, OPCODES, textBytes } from '../../harness/raw-websocket.ts';
import { keepOpen, type Line } from './lines.ts';

/** What a flood is directed at. Its clients are strangers, or have the token of one user, or an API key. */
export interface Target {
  port: number;
  key: string;
  token: string;
  /** For files. */
  ticket: string;
  /** The path of a file of many megabytes. */
  file: string;
  /** A thread of the user with megabytes of messages. */
  threadId: string;
  /** A thread whose head is locked in the database, as are the API keys. */
  lockedThreadId: string;
  /** The number of connections; those of a user and a key are among them. */
  connections: number;
}

/** A user may have as many HTTP connections, and as many WebSockets. */
const OF_USER = 64;
const SOCKETS_OF_USER = 20;
const OF_KEY = 100;

const KIB = 1024;
const BODY_BYTES = 1024 * KIB;
const LIVE = 'GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n';

const bearer = ({ token }: Target) => `authorization: Bearer ${token}`;
const withKey = ({ key }: Target) => `x-api-key: ${key}`;
const get = (url: string, ...headers: string[]) =>
  `${[`GET ${url} HTTP/1.1`, 'host: a', ...headers].join('\r\n')}\r\n\r\n`;
const post = (url: string, bytes: number, ...headers: string[]) =>
  `${[`POST ${url} HTTP/1.1`, 'host: a', `content-length: ${bytes}`, ...headers].join('\r\n')}\r\n\r\n`;
const MESSAGES = '/open-api/v1.0/chat/messages';
const ofThread = (threadId: string, rest: string) => `/client/v1.0/threads/${threadId}/${rest}`;

/** A message of 15,990 fragments of one byte that never ends: 112 KB, each fragment an object for a careless server. */
const FRAGMENTS = Buffer.concat([
  frameBytes(OPCODES.text, '', { isLast: false }),
  ...Array.from({ length: 15_990 }, () => frameBytes(OPCODES.continuation, ' ', { isLast: false })),
]);

/** A hundred requests with the most headers and the fewest bytes that fit into the limit of a head. */
const MANY_HEADERS = Buffer.from(get('/health/live', ...Array.from({ length: 950 }, () => 'a:')).repeat(100));

/** The connection of the user, who has signed in. */
async function signedIn(line: Line, target: Target): Promise<void> {
  line.write(handshakeBytes());
  await line.has('Switching');
  line.write(textBytes({ type: 'authenticate', token: target.token }));
  await line.has('"authenticated"');
}

/** A key that the server must look up, because nobody knows it. (This former form has no checksum.) */
const unknownKey = () => `pk_live_${randomBytes(12).toString('hex')}_${'a'.repeat(43)}`;

/** A token with another signature. */
const forged = (token: string) => token.replace(/[^.]+$/, randomBytes(32).toString('base64url'));

export const FLOODS = {
  'fragments of one byte': (target) => {
    const { port, connections: count } = target;
    keepOpen({ port, count: count - SOCKETS_OF_USER }, (line) => {
      line.write(handshakeBytes());
      line.write(FRAGMENTS);
    });
    keepOpen({ port, count: SOCKETS_OF_USER }, async (line) => {
      await signedIn(line, target);
      line.write(FRAGMENTS);
    });
  },
  'pipelined requests': (target) => {
    const { port, connections: count, lockedThreadId } = target;
    // (The keys are locked in the database: a request with an unknown one waits for them.)
    const waiting = () => get('/open-api/v1.0/chat/threads', `x-api-key: ${unknownKey()}`);
    keepOpen({ port, count: count - OF_USER }, (line) =>
      line.writeAgain(1_000, () => Buffer.concat([Buffer.from(waiting()), MANY_HEADERS])),
    );
    const body = JSON.stringify({ body: { text: 'waits' } });
    const type = 'content-type: application/json';
    const sending = post(ofThread(lockedThreadId, 'messages'), body.length, bearer(target), type) + body;
    keepOpen({ port, count: OF_USER }, (line) =>
      line.writeAgain(1_000, () => Buffer.concat([Buffer.from(sending), MANY_HEADERS])),
    );
  },
  'slow bodies': (target) => {
    const { port, threadId, connections: count } = target;
    const body = Buffer.alloc(BODY_BYTES - 200, ' ');
    const ways = [
      { count: OF_USER, head: post(ofThread(threadId, 'messages'), BODY_BYTES, bearer(target)) },
      { count: OF_KEY, head: post(MESSAGES, BODY_BYTES, withKey(target)) },
      { count: count - OF_USER - OF_KEY, head: post(MESSAGES, BODY_BYTES) },
    ];
    for (const way of ways) {
      keepOpen({ port, count: way.count }, (line) => {
        line.write(way.head);
        line.writeSlowly(body, 50 * KIB);
      });
    }
  },
  'unread responses': (target) => {
    const { port, threadId, connections: count } = target;
    const pages = [
      { count: OF_USER, request: get(ofThread(threadId, 'messages?limit=100'), bearer(target)) },
      {
        count: OF_KEY,
        request: get(`/open-api/v1.0/chat/threads/${threadId}/messages?limit=100`, withKey(target)),
      },
      { count: count - OF_USER - OF_KEY, request: get('/openapi.json') + get('/docs/scalar.js') },
    ];
    for (const page of pages) {
      keepOpen({ port, count: page.count, reads: false }, (line) =>
        line.writeAgain(1_000, () => page.request.repeat(10)),
      );
    }
  },
  'unread frames': (target) => {
    const { port, threadId } = target;
    const resume = textBytes({ type: 'resume', threads: [{ thread_id: threadId, seq: 0 }] });
    keepOpen({ port, count: SOCKETS_OF_USER }, async (line) => {
      await signedIn(line, target);
      line.pause();
      line.writeAgain(1_000, () => resume);
    });
  },
  files: (target) => {
    const { port, threadId, file, ticket } = target;
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const form = 'content-type: multipart/form-data; boundary=x';
    const bytes = Buffer.concat([Buffer.from(part), Buffer.alloc(256 * KIB, 'a')]);
    const ways = [
      { count: OF_USER, head: post(ofThread(threadId, 'files'), 50 * BODY_BYTES, bearer(target), form) },
      { count: OF_KEY, head: post('/file/v1.0/file', 50 * BODY_BYTES, withKey(target), form) },
    ];
    for (const { count, head } of ways) {
      keepOpen({ port, count }, (line) => {
        line.write(head);
        line.writeSlowly(bytes, 4 * KIB);
      });
    }
    const downloads = [get(`${file}?ticket=${ticket}`), get(file, withKey(target))];
    keepOpen({ port, count: OF_USER + OF_KEY, reads: false }, (line, index) =>
      line.writeAgain(1_000, () => downloads[index % 2]),
    );
  },
  searches: (target) => {
    const { port } = target;
    keepOpen({ port, count: OF_USER }, (line) =>
      line.writeAgain(1_000, () => get('/client/v1.0/search?q=flood', bearer(target)).repeat(20)),
    );
    keepOpen({ port, count: OF_KEY }, (line) =>
      line.writeAgain(1_000, () => get('/open-api/v1.0/chat/search?q=flood', withKey(target))),
    );
  },
  'long polls': (target) => {
    // Of a tenant that has no events: as many wait as may, and the others get an empty list at once.
    const poll = get('/event/v1.0/events?wait_seconds=20&tenant_id=nobody', withKey(target));
    keepOpen({ port: target.port, count: 2 * OF_KEY }, (line) => line.writeAgain(500, () => poll));
  },
  'forged sign-ins': ({ port, token, connections: count }) => {
    keepOpen({ port, count }, (line) => {
      line.write(handshakeBytes());
      line.write(textBytes({ type: 'authenticate', token: forged(token) }));
    });
  },
  'idle connections': ({ port, file, ticket, connections: count }) => {
    // (Half as many again: no limit of an address is theirs once the ticket has been seen.)
    keepOpen({ port, count: Math.round(count * 1.54) }, (line) => {
      line.write(get(`${file}?ticket=${ticket}`, 'range: bytes=0-0'));
      line.writeAgain(20_000, () => LIVE);
    });
  },
} as const satisfies Record<string, (target: Target) => void>;

export type FloodKind = keyof typeof FLOODS;

export const FLOOD_KINDS = Object.keys(FLOODS) as FloodKind[];
