/** Storage for the files of unsent messages: IndexedDB, or anything of this shape. */
export interface FileStorage {
  getItem: (key: string) => Promise<Blob | null | undefined>;
  setItem: (key: string, file: Blob) => Promise<void>;
  removeItem: (key: string) => Promise<void>;
  keys: () => Promise<string[]>;
}

const STORE = 'files';

/** The IndexedDB of the platform, if it has one. */
export function platformFileStorage(): FileStorage | undefined {
  if (typeof indexedDB === 'undefined') return undefined;
  return {
    getItem: (key) => access('readonly', (files) => files.get(key) as IDBRequest<Blob | undefined>),
    setItem: async (key, file) => void (await access('readwrite', (files) => files.put(file, key))),
    removeItem: (key) => access('readwrite', (files) => files.delete(key)),
    keys: async () => (await access('readonly', (files) => files.getAllKeys())).map(String),
  };
}

/** (Each access opens the database, so it does not matter when the browser closes it.) */
async function access<T>(
  mode: IDBTransactionMode,
  act: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open('palaver-files');
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    return await new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}
