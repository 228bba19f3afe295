/**
 * A copy of the session in IndexedDB, where a tab finds at once what another one has just stored. (Browsers tell other tabs of a
 * change of `localStorage` a moment later.)
 */

/** @typedef {import('./account.js').Session} Session */

const NAME = 'kettle-and-fern session';

/** @returns {Promise<Session | undefined>} */
export const readCopy = () => inStore('readonly', (store) => store.get(NAME));

/** @param {Session | undefined} session */
export async function writeCopy(session) {
  if (session === undefined) await inStore('readwrite', (store) => store.delete(NAME));
  else await inStore('readwrite', (store) => store.put(session, NAME));
}

/**
 * Transactions of all tabs on the store take turns.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function inStore(mode, work) {
  const opening = indexedDB.open(NAME);
  opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
  const database = await resultOf(opening);
  try {
    return await resultOf(work(database.transaction(NAME, mode).objectStore(NAME)));
  } finally {
    database.close();
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
