/** Sends a request to a space with its API key or this token and returns `data`, or `next`; fails unless it succeeds. */
export type Send = (
  method: string,
  url: string,
  request?: { body?: unknown; headers?: Record<string, string>; token?: string; part?: 'next' },
  // biome-ignore lint/suspicious/noExplicitAny: the responses of the API, whose types the caller knows
) => Promise<any>;

const ANSWER_WITHIN_MS = 30_000;
const MOST_TRIES = 5;

/** Sends requests to a server in another process: to this tenant, or to none. */
export function sendTo(server: string, key: string, tenant?: string): Send {
  return async (method, url, { body, headers, token, part = 'data' as const } = {}) => {
    const isForm = body instanceof FormData;
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(server + url, {
        method,
        headers: {
          ...(token === undefined
            ? { 'x-api-key': key, ...(tenant !== undefined && { 'x-tenant-id': tenant }) }
            : { authorization: `Bearer ${token}` }),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const answer = (await response.json()) as { data?: unknown; next?: unknown };
      if (response.status === 200) return answer[part];
      // A server with short timeouts soon exceeds them on a busy machine.
      if (response.status !== 408 || tries === MOST_TRIES)
        throw new Error(`${method} ${url}: ${JSON.stringify(answer)}`);
    }
  };
}
