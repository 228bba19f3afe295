/*
 * The secret in the address that Palaver prints at its start, `/playground#token=…`: the server signs nobody in without it.
 * It is stored in the browser, so that a reload, a second tab and a bookmark without it work until the server restarts. (A cookie
 * would also be sent to other ports of the host, where other programs may listen.)
 */

import { palaverUrl } from './addresses.ts';

/** (An origin may have several servers, each below a path of its own.) */
const KEY = `palaver playground token ${palaverUrl}`;

/** Stores the secret of the address, if it has one, and removes it from the address bar. */
export function keepToken(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null || token === '') return;
  localStorage.setItem(KEY, token);
  history.replaceState(null, '', location.pathname);
}

/** The current secret: another tab may have opened the address of a newer start. */
export function currentToken(): string {
  return localStorage.getItem(KEY) ?? '';
}

/**
 * Calls `onChange` when an address with another secret is opened, here or in another tab. Returns a function that
 * unsubscribes.
 */
export function onNewToken(onChange: () => void): () => void {
  const onHash = () => {
    keepToken();
    onChange();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY) onChange();
  };
  addEventListener('hashchange', onHash);
  addEventListener('storage', onStorage);
  return () => {
    removeEventListener('hashchange', onHash);
    removeEventListener('storage', onStorage);
  };
}
