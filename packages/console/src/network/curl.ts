import type { ClientFrame } from '@palaver/client';

/** What `curl` is to send. */
export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  json?: unknown;
  /** Fields of a form; a file begins with `@`. */
  form?: Record<string, string>;
}

/** A command for a shell. What stands in it literally is quoted; `$KEY` is for the shell to fill in. */
export function curlOf({ method, url, headers, json, form = {} }: Request): string {
  const parts = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quoted(url),
    ...Object.entries(headers).map(([name, value]) =>
      value.startsWith('$') ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...Object.entries(form).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
    ...(json === undefined ? [] : [`-d ${quoted(JSON.stringify(json))}`]),
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * The call that does the same as a command; undefined: it is for the socket only. (The SDK gives no other commands.) With
 * another id of the client's for the message: for that of then the message of then would be answered, and none sent.
 */
export function callOf(frame: ClientFrame): { method: string; path: string; json: unknown } | undefined {
  if (frame.type !== 'send') return undefined;
  const { type: _type, id: _id, thread_id, ...message } = frame;
  const json = { ...message, client_message_id: crypto.randomUUID() };
  return { method: 'POST', path: `/client/v1.0/threads/${thread_id}/messages`, json };
}
