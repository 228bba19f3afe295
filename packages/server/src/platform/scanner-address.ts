import { parseHostAndPort } from './text-forms.ts';

/** Where a virus scanner listens: on a port, or on a Unix socket. */
export type ScannerAddress = { host: string; port: number } | { path: string };

/** The system has no room for a longer path of a socket. */
const MAX_PATH_BYTES = 103;

/** Parses `tcp://127.0.0.1:3310` or `unix:/run/clamav/clamd.ctl`. Undefined if the text has another form. */
export function parseScannerAddress(text: string): ScannerAddress | undefined {
  const [, path] = /^unix:(?:\/\/)?(\/[^/\0].*)$/.exec(text) ?? [];
  if (path !== undefined) return Buffer.byteLength(path) <= MAX_PATH_BYTES ? { path } : undefined;
  const [, place] = /^tcp:\/\/([^/?#@]+)$/.exec(text) ?? [];
  const parsed = place === undefined ? undefined : parseHostAndPort(place);
  return parsed === undefined || parsed.port === 0 ? undefined : parsed;
}
