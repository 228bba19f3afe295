/** What is kept on the device: `AsyncStorage`, or anything of this shape. */
export interface DeviceStorage {
  getItem: (key: string) => Promise<string | null>;
  setItem: (key: string, value: string) => Promise<void>;
  removeItem: (key: string) => Promise<void>;
}

const SESSION = 'session';

/**
 * The app's own back end, which knows its users and gets their chat tokens from Palaver. This is the one of
 * `examples/integrator-backend`, where everybody begins as a guest. An app with a sign-in has a screen for it instead.
 */
export class BackEnd {
  readonly #url: string;
  readonly #storage: DeviceStorage;

  constructor(url: string, storage: DeviceStorage) {
    this.#url = url;
    this.#storage = storage;
  }

  /** A token for Palaver. The SDK calls this at the start, and when the previous token has expired. */
  readonly chatToken = async (): Promise<string> => {
    const { token } = await this.#post<{ token: string }>('chat-token', await this.#accessToken());
    return token;
  };

  /** (A real app keeps it in the Keychain or the Keystore.) */
  async #accessToken(): Promise<string> {
    const kept = await this.#storage.getItem(SESSION);
    if (kept !== null) return kept;
    const { access_token } = await this.#post<{ access_token: string }>('signup-as-guest');
    await this.#storage.setItem(SESSION, access_token);
    return access_token;
  }

  async #post<Data>(path: string, accessToken?: string): Promise<Data> {
    const response = await fetch(`${this.#url}/user/v1.0/auth/${path}`, {
      method: 'POST',
      headers: accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` },
    });
    // The session has ended: the SDK calls again, for the token of a new one.
    if (response.status === 401) await this.#storage.removeItem(SESSION);
    if (!response.ok) throw new Error(`The back end refused ${path}: ${response.status}`);
    return ((await response.json()) as { data: Data }).data;
  }
}
