import type { ClientFrame } from '@palaver/client';

/** A request for `curl`. */
export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  json?: unknown;
  /** Form fields; a file starts with `@`. */
  form?: Record<string, string>;
}

/** A shell command. Literal values are quoted; the shell expands `$KEY`. */
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
 * The HTTP call that does the same as a command; undefined if only the socket can do it. (Other commands of the SDK have no
 * such call.) It gets a new `client_message_id`: with the old one, the server would return the earlier message and send none.
 */
export function callOf(frame: ClientFrame): { method: string; path: string; json: unknown } | undefined {
  if (frame.type !== 'send') return undefined;
  const { type: _type, id: _id, thread_id, ...message } = frame;
  const json = { ...message, client_message_id: crypto.randomUUID() };
  return { method: 'POST', path: `/client/v1.0/threads/${thread_id}/messages`, json };
}
