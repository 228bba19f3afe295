/** Reading the responses of servers that we do not trust: webhooks, push services. */

/** `promise`, rejected at once when `signal` aborts. (Undici waits for the connection, which waits for the host's lookup.) */
export async function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

export interface ReadLimits {
  /** After so many bytes the connection is closed. */
  readBytes: number;
  /** So many of them are returned. */
  keptBytes: number;
  /** How long the body may take. */
  ms: number;
}

/**
 * Reads the beginning of a response, which may be endless. The rest is dropped with its connection. It never rejects: the status
 * has arrived before the body, and it decides the outcome.
 */
export async function readStart(
  body: AsyncIterable<Buffer> & { destroy: () => unknown },
  { readBytes, keptBytes, ms }: ReadLimits,
): Promise<{ text: string; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = true;
  const timer = setTimeout(() => body.destroy(), ms);
  try {
    for await (const chunk of body) {
      if (size < keptBytes) chunks.push(chunk);
      size += chunk.length;
      // (Leaving the loop destroys the stream.)
      if (size > readBytes) break;
    }
    isCut = size > readBytes;
  } catch {
    // See above.
  } finally {
    clearTimeout(timer);
  }
  return { text: storable(Buffer.concat(chunks).subarray(0, keptBytes)), isCut };
}

/** Bytes of a response as text. (PostgreSQL cannot store NUL.) */
export function storable(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD');
}

const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

/** `Retry-After` (RFC 9110, 10.2.3): seconds or a date. At most one day. Undefined if there is none, or it is over. */
export function retryAfterOf(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}

/** The part of an error that helps the operator of the other side. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(reasonOf))].join('; ').slice(0, 500);
  }
  if (!(error instanceof Error)) return String(error);
  const { message } = error;
  return (message === '' ? error.name : message).slice(0, 500);
}
