import type { FileUrls, Readable } from '@palaver/client';
import { useCallback, useContext } from 'react';
import { ChatContext } from '../context/chat-context.ts';
import { useReadable } from '../hooks/use-readable.ts';

/**
 * Returns a function that tells whether the components may load an address without a click: it leads to the server, or to a host that the
 * app allows (`pictureHosts`). A request tells its host who looks at the chat, and when.
 */
export function useMayLoad(): (address: string) => boolean {
  const hosts = useContext(ChatContext)?.pictureHosts;
  const urls = useFileUrls();
  return useCallback(
    (address) => hosts === undefined || urls?.isOnServer(address) === true || isAt(hosts, address),
    [hosts, urls],
  );
}

/** The addresses of files; undefined outside `<Chat>`. */
export function useFileUrls(): FileUrls | undefined {
  return useReadable<FileUrls | undefined>(useContext(ChatContext)?.client.fileUrls ?? NO_CHAT);
}

const NO_CHAT: Readable<undefined> = { subscribe: () => () => {}, getSnapshot: () => undefined };

function isAt(hosts: readonly string[], address: string): boolean {
  // (Files that the user is about to send are in the memory of this page.)
  if (/^(?:blob|data):/i.test(address)) return true;
  const host = hostOf(address);
  return hosts.some((allowed) =>
    allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed,
  );
}

/** With its port, unless it is that of the protocol; empty: it leads nowhere. */
function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return '';
  }
}
