import type { AppStateSource } from '../src/chat/app-state';
import type { DeviceStorage } from '../src/chat/back-end';

/** What React Native gives an app on a device, for tests without one. */

export class Device implements AppStateSource {
  currentState = 'active';
  readonly #listeners = new Set<(state: string) => void>();

  addEventListener(_type: 'change', listener: (state: string) => void) {
    this.#listeners.add(listener);
    return { remove: () => void this.#listeners.delete(listener) };
  }

  /** Brings the app to the front (`active`), or elsewhere. */
  become(state: 'active' | 'inactive' | 'background'): void {
    this.currentState = state;
    for (const listener of this.#listeners) listener(state);
  }
}

/** Like `AsyncStorage`. */
export class Storage implements DeviceStorage {
  readonly items = new Map<string, string>();
  readonly getItem = async (key: string) => this.items.get(key) ?? null;
  readonly setItem = async (key: string, value: string) => void this.items.set(key, value);
  readonly removeItem = async (key: string) => void this.items.delete(key);
}
