import { type DocumentedProxy, startDocumentedProxy } from '../../harness/documented-proxies.ts';
import { startHaProxy } from '../../harness/haproxy.ts';

/** A proxy before the server. */
export type FrontProxy = DocumentedProxy;

export const PROXIES = {
  none: async (url: string): Promise<FrontProxy> => ({ url, close: async () => {} }),
  haproxy: (url: string): Promise<FrontProxy> => startHaProxy([url]),
  nginx: (url: string): Promise<FrontProxy> => startDocumentedProxy('nginx', url),
  caddy: (url: string): Promise<FrontProxy> => startDocumentedProxy('caddy', url),
} as const;
export type ProxyName = keyof typeof PROXIES;
