import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a script in the browser does: `resolve` is the last of its arguments. */
export type Context = 'content' | 'chrome';

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * A client of Marionette, which remote-controls Firefox, also its inside (`chrome`). Messages are JSON with their length before
 * them: `[0, id, command, parameters]`, answered by `[1, id, error, result]`.
 */
export class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data: Buffer) => this.#read(data));
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has closed the connection'));
    });
  }

  static async connect(port: number): Promise<Marionette> {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    const marionette = new Marionette(socket);
    await marionette.#command('WebDriver:NewSession', {});
    await marionette.#command('WebDriver:SetTimeouts', { script: 60_000 });
    return marionette;
  }

  async open(url: string): Promise<void> {
    await this.#command('Marionette:SetContext', { value: 'content' });
    await this.#command('WebDriver:Navigate', { url });
  }

  /** Runs the body of an async function. Resolves to what it returns, as JSON; Firefox would make `null` of a returned `undefined`. */
  async run<T>(context: Context, body: string): Promise<T> {
    await this.#command('Marionette:SetContext', { value: context });
    const script = `const done = arguments[arguments.length - 1];
      (async () => { ${body} })().then(
        (value) => done(value === undefined ? {} : { value }),
        (error) => done({ error: String(error) }),
      );`;
    const { value: ended } = (await this.#command('WebDriver:ExecuteAsyncScript', { script, args: [] })) as {
      value: { value: T; error?: string };
    };
    if (ended.error !== undefined) throw new Error(ended.error);
    return ended.value;
  }

  close(): void {
    this.#socket.destroy();
  }

  #command(name: string, parameters: object): Promise<unknown> {
    this.#lastId += 1;
    const text = JSON.stringify([0, this.#lastId, name, parameters]);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#lastId, { resolve, reject });
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    return promise;
  }

  #read(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(0, colon)).toString());
      if (colon === -1 || this.#received.length < end) return;
      this.#handle(JSON.parse(this.#received.subarray(colon + 1, end).toString()));
      this.#received = this.#received.subarray(end);
    }
  }

  /** (The first message is a greeting.) */
  #handle(message: unknown): void {
    if (!Array.isArray(message)) return;
    const [, id, error, result] = message as [
      number,
      number,
      { error: string; message: string } | null,
      unknown,
    ];
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === null) waiting?.resolve(result);
    else waiting?.reject(new Error(`${error.error}: ${error.message}`));
  }
}
