/*
 * The secret of the address that Palaver prints at its start, `/playground#token=…`: without it the server signs nobody in.
 * It is kept by the origin (which a cookie is not: its host has other ports, and others listen there), so that a reload, a
 * second tab and a bookmark of the page without it work until the server is started again.
 */

const KEY = 'palaver playground token';

/** Keeps the secret of the address that was opened, if it has one, and takes it out of what the browser shows. */
export function keepToken(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null || token === '') return;
  localStorage.setItem(KEY, token);
  history.replaceState(null, '', location.pathname);
}

/** As it is now: another tab may have opened the address of a newer start. */
export function currentToken(): string {
  return localStorage.getItem(KEY) ?? '';
}

/** Calls back when an address with another secret is opened, here or in another tab. Answers how to stop. */
export function onNewToken(told: () => void): () => void {
  const onHash = () => {
    keepToken();
    told();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY) told();
  };
  addEventListener('hashchange', onHash);
  addEventListener('storage', onStorage);
  return () => {
    removeEventListener('hashchange', onHash);
    removeEventListener('storage', onStorage);
  };
}
