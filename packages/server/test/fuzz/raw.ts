import type { RawRequest } from './request.ts';
import type { World } from './world.ts';

const THREADS = '/open-api/v1.0/chat/threads';
const MESSAGES = '/open-api/v1.0/chat/messages';

/** Bytes that no HTTP client sends: Node's parser refuses most of them before there is a request. */
export function rawRequests({ keys, tenant }: World): RawRequest[] {
  const head = (line: string, ...headers: string[]) =>
    `${[line, 'host: a', `x-api-key: ${keys.full}`, `x-tenant-id: ${tenant}`, ...headers].join('\r\n')}\r\n\r\n`;
  const get = (...headers: string[]) => head(`GET ${THREADS} HTTP/1.1`, ...headers);
  const post = (body: string, ...headers: string[]) => head(`POST ${MESSAGES} HTTP/1.1`, ...headers) + body;
  const chunked = (body: string) => post(body, 'transfer-encoding: chunked');
  const line = (text: string) => `${text}\r\nhost: a\r\n\r\n`;
  const sized = (size: number) => get(`x-padding: ${'a'.repeat(size - get('x-padding: ').length)}`);
  const LIMIT = 16 * 1024;

  const whole: Record<string, string | string[]> = {
    'no line': '\r\n\r\n',
    garbage: 'garbage\r\n\r\n',
    'one byte': '\x80',
    'NUL bytes': '\0'.repeat(100),
    'a hello of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'a hello of SSH': 'SSH-2.0-OpenSSH_9.9\r\n',
    'a query of DNS': '\x00\x1d\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x01a\x00\x00\x01\x00\x01',
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a response': 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
    'version 0.9': `GET ${THREADS}\r\n\r\n`,
    'version 1.0': line(`GET ${THREADS} HTTP/1.0`),
    'version 1.2': line(`GET ${THREADS} HTTP/1.2`),
    'version 3.0': line(`GET ${THREADS} HTTP/3.0`),
    'a version in lower case': line(`GET ${THREADS} http/1.1`),
    'an unknown method': line(`FETCH ${THREADS} HTTP/1.1`),
    'a method in lower case': line(`get ${THREADS} HTTP/1.1`),
    'an endless method': line(`${'A'.repeat(70_000)} / HTTP/1.1`),
    'no method': line(`${THREADS} HTTP/1.1`),
    'two spaces': line(`GET  ${THREADS}  HTTP/1.1`),
    'a tab for a space': line(`GET\t${THREADS}\tHTTP/1.1`),
    'a space before the line': ` ${line(`GET ${THREADS} HTTP/1.1`)}`,
    'empty lines before the line': `\r\n\r\n${get()}`,
    'line ends of Unix': get().replaceAll('\r\n', '\n'),
    'line ends of old Macs': get().replaceAll('\r\n', '\r'),
    'an absolute address': head(`GET http://a.example${THREADS} HTTP/1.1`),
    'an absolute address with credentials': head(
      `GET http://user:password@a.example:99999${THREADS} HTTP/1.1`,
    ),
    'an address of another scheme': head('GET file:///etc/passwd HTTP/1.1'),
    'an address without a slash': head('GET open-api HTTP/1.1'),
    'a question mark': head('GET ? HTTP/1.1'),
    'an asterisk': head('OPTIONS * HTTP/1.1'),
    'an authority': head('GET a.example:443 HTTP/1.1'),
    'a request for a tunnel': head('CONNECT a.example:443 HTTP/1.1'),
    'a fragment': head(`GET ${THREADS}#a?b HTTP/1.1`),
    'a backslash': head('GET \\open-api\\v1.0 HTTP/1.1'),
    'two slashes': head(`GET /${THREADS} HTTP/1.1`),
    'a space in the address': head(`GET ${THREADS}/ 1 HTTP/1.1`),
    'NUL in the address': head(`GET ${THREADS}/\0 HTTP/1.1`),
    'a control character in the address': head(`GET ${THREADS}/\x01 HTTP/1.1`),
    'UTF-8 in the address': head(`GET ${THREADS}/\xc3\xa9?limit=\xff HTTP/1.1`),
    'an endless address': head(`GET /${'a'.repeat(70_000)} HTTP/1.1`),
    'an endless query': head(`GET ${THREADS}?${'a=1&'.repeat(3_000)} HTTP/1.1`),

    'no host': `GET ${THREADS} HTTP/1.1\r\n\r\n`,
    'two hosts': get('host: b'),
    'an odd host': `GET ${THREADS} HTTP/1.1\r\nhost: [::1\x80]:a/b@c\r\n\r\n`,
    'a header without a colon': get('broken'),
    'a header without a name': get(': a'),
    'a space before the colon': get('x-a : 1'),
    'a space in the name': get('x a: 1'),
    'a folded header': get('x-a: 1', ' 2', '\t3'),
    'a folded first header': `GET ${THREADS} HTTP/1.1\r\n host: a\r\n\r\n`,
    'a folded length': post('{}', 'content-length:', ' 2'),
    'NUL in a header': get('x-a: \0'),
    'NUL in a name': get('x\0a: 1'),
    'a line end in a header': get('x-a: 1\r2', 'x-b: 1\n2'),
    'a control character in a header': get('x-a: \x01\x7f'),
    'UTF-8 in a header': get('x-a: \xc3\xa9\xff', 'x-request-id: \xc3\xa9'),
    'UTF-8 in a name': get('x-\xc3\xa9: 1'),
    'a key that is no text': `GET ${THREADS} HTTP/1.1\r\nhost: a\r\nx-api-key: \xff\xfe\r\n\r\n`,
    'headers of the size that is allowed': sized(LIMIT - 200),
    'headers that are too large': sized(LIMIT + 1_000),
    'headers that are far too large': sized(40 * LIMIT),
    'headers without number': get(...Array.from({ length: 3_000 }, (_, index) => `x-${index}: 1`)),
    'a thousand short headers': get(...Array.from({ length: 1_000 }, () => 'a:')),
    'names that JavaScript knows': get('__proto__: a', 'constructor: b', 'toString: c', 'length: 1'),
    'an expectation': get('expect: the moon'),
    'an expectation that is met': post('{}', 'expect: 100-continue', 'content-length: 2'),
    'trailers in the head': get('te: trailers', 'trailer: x-a'),
    'hop by hop': get('connection: close, x-api-key, host', 'keep-alive: timeout=0'),

    'a length that is no number': post('{}', 'content-length: abc'),
    'a negative length': post('{}', 'content-length: -1'),
    'a length with a sign': post('{}', 'content-length: +2'),
    'a length in hex': post('{}', 'content-length: 0x2'),
    'a length with a fraction': post('{}', 'content-length: 2.0'),
    'an empty length': post('{}', 'content-length:'),
    'two lengths': post('{} ', 'content-length: 2', 'content-length: 3'),
    'the same length twice': post('{}', 'content-length: 2', 'content-length: 2'),
    'a list of lengths': post('{}', 'content-length: 2, 2'),
    'a length beyond 64 bits': post('{}', 'content-length: 99999999999999999999'),
    'a length that is too short': post('{"a": 1}', 'content-length: 2'),
    'a length that is too large to be taken': post('{', 'content-length: 1000000000'),
    'no length': post('{}'),
    'a body that nobody asked for': get('content-length: 2').concat('{}'),
    'both a length and chunks': post('0\r\n\r\n', 'content-length: 5', 'transfer-encoding: chunked'),
    'chunks before a length': post('0\r\n\r\n', 'transfer-encoding: chunked', 'content-length: 5'),
    'an unknown transfer encoding': post('{}', 'transfer-encoding: gzip'),
    'chunks that are not last': post('0\r\n\r\n', 'transfer-encoding: chunked, gzip'),
    'chunks twice': post('0\r\n\r\n', 'transfer-encoding: chunked', 'transfer-encoding: chunked'),
    'odd names of chunks': post('0\r\n\r\n', 'transfer-encoding: xchunked'),
    'chunks with a tab': post('0\r\n\r\n', 'transfer-encoding:\tchunked'),
    'chunks in version 1.0': chunked('0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
    chunks: chunked('2\r\n{}\r\n0\r\n\r\n'),
    'chunks of one byte': chunked(`${'1\r\n \r\n'.repeat(2_000)}0\r\n\r\n`),
    'chunks with an extension': chunked('2;a=b;c="d"\r\n{}\r\n0\r\n\r\n'),
    'chunks with an endless extension': chunked(`2;${'a'.repeat(70_000)}\r\n`),
    'chunks with trailers': chunked('2\r\n{}\r\n0\r\nx-api-key: a\r\ncontent-length: 5\r\n\r\n'),
    'chunks with endless trailers': chunked(`0\r\n${'a: b\r\n'.repeat(10_000)}\r\n`),
    'a chunk size that is no number': chunked('zz\r\n{}\r\n0\r\n\r\n'),
    'a negative chunk size': chunked('-2\r\n{}\r\n0\r\n\r\n'),
    'a chunk size in hex with a prefix': chunked('0x2\r\n{}\r\n0\r\n\r\n'),
    'a chunk size beyond 64 bits': chunked('ffffffffffffffffff\r\n{}\r\n'),
    'an empty chunk size': chunked('\r\n{}\r\n0\r\n\r\n'),
    'a chunk longer than it says': chunked('1\r\n{}\r\n0\r\n\r\n'),
    'chunks with line ends of Unix': chunked('2\n{}\n0\n\n'),

    'requests in one write': get() + head('GET /nowhere HTTP/1.1') + post('{', 'content-length: 1') + get(),
    'many requests in one write': get().repeat(200),
    'requests in many writes': Array.from(get() + get()),
    'garbage behind a request': `${get()}garbage\r\n\r\n`,
    'a request behind a closed one': get('connection: close') + get(),
    'a request inside a body': post(get(), `content-length: ${get().length}`) + get(),
    'a head in two writes': [get().slice(0, 60), get().slice(60)],
    'a body in three writes': [post('', 'content-length: 6'), '{"a"', ':1', '}'],
  };
  const unfinished: Record<string, string> = {
    'half a request line': 'GET /open',
    'half of the headers': get().slice(0, 60),
    'no empty line': get().slice(0, -2),
    'half a body': post('{"sender":', 'content-length: 100'),
    'no body': post('', 'content-length: 100'),
    'half a chunk': chunked('10\r\n{"sender'),
    'no last chunk': chunked('2\r\n{}\r\n'),
    'half of a trailer': chunked('0\r\nx-a'),
    'half a form': head(
      'POST /sticker/v1.0/pack HTTP/1.1',
      'content-type: multipart/form-data; boundary=x',
      'content-length: 1000',
    ).concat('--x\r\ncontent-disposition: form-data; name="icon"; filename="a"\r\n\r\nhalf'),
  };
  return [
    ...Object.values(unfinished).map((text) => ({
      label,
      writes: [toBytes(text)],
      isUnfinished: true as const,
    })),
    ...Object.values(whole).map((text) => ({ label, writes: [text].flat().map(toBytes) })),
  ];
}

const label = 'raw bytes';

function toBytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
