import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import type * as sdk from '../../src/index.ts';

/** A global scope like that of React Native, in which the SDK runs. */
export interface ReactNative {
  connect: typeof sdk.connect;
  fetch: typeof fetch;
  blobOf: (text: string, type?: string) => Blob;
}

/**
 * Loads the SDK in a global scope like that of React Native 0.88: with its own globals, and without what Hermes and React Native
 * lack. (They themselves cannot run here. React Native's parts are in its `Libraries/Core/setUpXHR.js` and
 * `Libraries/Blob`.)
 */
export async function loadInReactNative(): Promise<ReactNative> {
  const build = await rolldown({ input: new URL('../../src/index.ts', import.meta.url).pathname });
  const { output } = await build.generate({ format: 'iife', name: 'palaver' });
  const context = createContext({ ...TIMERS, ...WEB, navigator: { product: 'ReactNative' }, host: HOST });
  runInContext(PLATFORM, context);
  runInContext(`delete globalThis.host; ${output[0].code}; globalThis.palaver = palaver;`, context);
  const { palaver, ...globals } = context as Pick<typeof globalThis, 'fetch' | 'Blob'> & {
    palaver: typeof sdk;
  };
  const blobOf = (text: string, type = '') => new globals.Blob([text], { type });
  return { connect: palaver.connect, fetch: globals.fetch, blobOf };
}

const TIMERS = { setTimeout, clearTimeout, setInterval, clearInterval, queueMicrotask, performance };
const WEB = { AbortController, AbortSignal, Headers, WebSocket, TextEncoder, atob, btoa, console };
const HOST = { fetch, Blob };

/** What differs from browsers. */
const PLATFORM = `
  const { fetch: send, Blob: Bytes } = host;

  // Hermes has few built-ins that are newer than ES2022.
  const remove = (owner, names) => names.forEach((name) => delete owner[name]);
  remove(Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex']);
  remove(Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']);
  remove(Iterator.prototype, ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']);
  remove(Promise, ['withResolvers', 'try']);
  remove(Array, ['fromAsync']);
  remove(Object, ['groupBy']);
  remove(Map, ['groupBy']);

  globalThis.URL = class URL {
    constructor(url) {
      this.href = /^[^/]+:\\/\\/[^/]+$/.test(url) ? url + '/' : url;
    }
  };

  globalThis.URLSearchParams = class URLSearchParams {
    constructor(pairs) {
      this.pairs = pairs;
    }
    toString() {
      return this.pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
    }
  };

  const bytes = Symbol();
  globalThis.Blob = class Blob {
    constructor(parts = [], { type = '' } = {}) {
      if (parts.some((part) => typeof part !== 'string' && !(part instanceof Blob)))
        throw new Error("Creating blobs from 'ArrayBuffer' and 'ArrayBufferView' are not supported");
      this[bytes] = new Bytes(parts.map((part) => part[bytes] ?? part), { type });
    }
    get size() {
      return this[bytes].size;
    }
    get type() {
      return this[bytes].type;
    }
    slice(start, end) {
      return Object.assign(new Blob(), { [bytes]: this[bytes].slice(start, end) });
    }
  };

  globalThis.fetch = async (url, init) => {
    try {
      return await send(url, { ...init, ...(init.body?.[bytes] && { body: init.body[bytes] }) });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new TypeError('Network request failed');
    }
  };

  globalThis.XMLHttpRequest = class XMLHttpRequest {
    static DONE = 4;
    readyState = 1;
    upload = {};
    headers = {};
    open(method, url) {
      Object.assign(this, { method, responseURL: url });
    }
    setRequestHeader(name, value) {
      this.headers[name] = value;
    }
    async send(body) {
      try {
        const { method, headers, responseURL } = this;
        const response = await fetch(responseURL, { method, headers, body });
        this.responseText = await response.text();
        Object.assign(this, { status: response.status, readyState: 4 });
        this.getResponseHeader = (name) => response.headers.get(name);
        this.upload.onprogress({ loaded: body.size, total: body.size });
        this.onload();
      } catch {
        this.onerror();
      }
      this.onloadend();
    }
    abort() {
      this.onabort();
    }
  };
`;
