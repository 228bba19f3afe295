import { curlOf } from '../network/curl.ts';
import type { Traffic } from '../network/traffic.ts';
import { currentToken } from './access.ts';
import { inFolder, palaverUrl } from './addresses.ts';

/** The demo, or the application for real use. */
export type Application = 'demo' | 'own';

/** Someone in the demo. */
export interface DemoPerson {
  user_id: string;
  display_name: string;
  /** What they do in their company, or empty. */
  role: string;
}

/** Actions that need a back end with an API key; here the server does them for pages on its own machine. */
export class BackEnd {
  readonly #app: Application;
  readonly #traffic: Traffic;
  readonly #onLocked: () => void;

  /** `onLocked`: the server does not accept, or no longer accepts, the page's secret. */
  constructor(app: Application, traffic: Traffic, onLocked: () => void) {
    this.#app = app;
    this.#traffic = traffic;
    this.#onLocked = onLocked;
  }

  /** Returns a token of this user. The name and guest status apply only if the user does not exist and is created. */
  async signIn(userId: string, displayName?: string, isGuest?: boolean): Promise<string> {
    const data = await this.#ask<{ token: string }>('sign-in', {
      user_id: userId,
      display_name: displayName,
      is_guest: isGuest,
    });
    return data.token;
  }

  /** Lets a bot send a card with buttons. */
  async sendCard(threadId: string): Promise<void> {
    await this.#ask('card', { thread_id: threadId });
  }

  async uploadStickers(): Promise<void> {
    await this.#ask('sticker-pack', {});
  }

  /** Makes the key pair of Web Push, if the application has none. */
  async setUpWebPush(): Promise<void> {
    await this.#ask('web-push', {});
  }

  /** Whether there is a demo, and who is in it. */
  async findDemo(): Promise<{ state: 'ready' | 'making' | 'none'; people: DemoPerson[] }> {
    return this.#ask('state', {});
  }

  /** Lets the bot of the demo answer what a user has written to it. */
  async answerAsBot(threadId: string): Promise<void> {
    await this.#ask('bot-answer', { thread_id: threadId });
  }

  async #ask<T>(path: string, body: object): Promise<T> {
    const response = await fetch(inFolder(this.#app === 'demo' ? `tour/${path}` : path), {
      method: 'POST',
      headers: { 'X-Playground-Token': currentToken() },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer;
    // With `calls`, the code is that of one of these calls, not of the page's own request.
    if (answer.message_code === 'M40111' && answer.calls === undefined) this.#onLocked();
    for (const { method, path, json, form, status, answer: said } of answer.calls ?? []) {
      this.#traffic.add({
        who: 'Back end',
        kind: 'call',
        title: `${method} ${path}`,
        ...(json === undefined ? {} : { sent: json }),
        status,
        answer: said,
        curl: curlOf({
          method,
          url: `${palaverUrl}${path}`,
          headers: { 'X-Api-Key': '$KEY' },
          ...(json === undefined ? {} : { json }),
          ...(form === undefined ? {} : { form }),
        }),
      });
    }
    if (answer.message_code !== 'M200') throw new Error(reasonOf(response.status, answer));
    return answer.data as T;
  }
}

interface Answer {
  message_code: string;
  message: string;
  data?: unknown;
  errors?: { field: string; message: string }[];
  calls?: {
    method: string;
    path: string;
    json?: object;
    form?: Record<string, string>;
    status: number;
    answer: unknown;
  }[];
}

/** An error message that says what to do. */
function reasonOf(status: number, { message_code, message, errors = [] }: Answer): string {
  if (status === 404 && message_code === 'M40406')
    return 'The playground is only for the machine that Palaver runs on: open it there, by 127.0.0.1 or localhost.';
  if (status === 401)
    return 'The playground works with the API key in the file api-key of the data folder, which is missing, or no longer valid.';
  return [`${message} (${message_code})`, ...errors.map(({ field, message }) => `${field} ${message}`)].join(
    ' · ',
  );
}
