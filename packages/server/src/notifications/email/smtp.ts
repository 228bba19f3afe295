import type { EmailAttempt } from '@palaver/protocol/emails';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { EmailSender } from '../../config/kinds.ts';
import type { SmtpServer } from '../../platform/smtp-server.ts';
import type { Digest } from './digest.ts';

/** What came of handing an e-mail to the mail server. */
export interface EmailOutcome extends Pick<EmailAttempt, 'result' | 'status' | 'response'> {
  /** A failure that is not about this e-mail, for the log: the server cannot be reached, or does not let Palaver send; null: none. */
  serverFailure: string | null;
  /** The server got the whole e-mail but has not replied: it may have accepted it. */
  isUnknown: boolean;
}

/** Connections to the mail server. */
export const MAX_CONNECTIONS = 5;
const MAX_MESSAGES_OF_CONNECTION = 100;
/** In this many timeouts the server takes an e-mail. A server that sends its replies letter by letter is never silent for long. */
const TAKING_TIMEOUTS = 4;
/** In this many more it accepts the e-mail: by default in 10 minutes (RFC 5321, 4.5.3.2.6). Giving up earlier would deliver copies. */
const ACCEPTING_TIMEOUTS = 20;
const MAX_RESPONSE_CHARS = 500;

export interface SmtpOptions {
  server: SmtpServer;
  from: EmailSender;
  timeoutMs: number;
  /** See `FoundationOptions`. */
  trustedCa?: string | undefined;
}

/** Hands e-mails to the mail server. */
export class Smtp {
  readonly #options: SmtpOptions;
  readonly #transport: ReturnType<typeof createTransport>;

  constructor(options: SmtpOptions) {
    this.#options = options;
    this.#transport = createTransport(options);
  }

  /** Never rejects. */
  async send(
    { to, messageId, subject, text, html, unsubscribeUrl }: Digest,
    signal: AbortSignal,
  ): Promise<EmailOutcome> {
    const { from, timeoutMs } = this.#options;
    const late = new AbortController();
    const abort = () => late.abort();
    let timer = setTimeout(abort, TAKING_TIMEOUTS * timeoutMs);
    let isTaken = false;
    const message: TrackedMail = {
      from,
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      messageId: `<${messageId}>`,
      ...{ subject, text, html },
      headers: {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
      signal: AbortSignal.any([signal, late.signal]),
      onTaken: () => {
        isTaken = true;
        clearTimeout(timer);
        timer = setTimeout(abort, ACCEPTING_TIMEOUTS * timeoutMs).unref();
      },
    };
    try {
      const { response } = await this.#transport.sendMail(message);
      return { ...replied(response), result: 'delivered', serverFailure: null, isUnknown: false };
    } catch (error) {
      return outcomeOf(error, isTaken);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Rejects unless the server can be reached and lets Palaver log in. Sends nothing. */
  async check(): Promise<void> {
    await this.#transport.verify();
  }

  /** Closes the connections. No e-mail is in progress. */
  close(): void {
    this.#transport.close();
  }
}

interface TrackedMail extends SendMailOptions {
  /** Called when the whole e-mail is on its way to the server. */
  onTaken: () => void;
}

function createTransport({ server: { host, port, tls, login }, timeoutMs, trustedCa }: SmtpOptions) {
  const transport = nodemailer.createTransport({
    pool: true,
    ...{ host, port },
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    // A server that offers no login gets no e-mail: it may accept what it then does not deliver.
    ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password }, forceAuth: true }),
    ...(trustedCa === undefined ? {} : { tls: { ca: trustedCa } }),
    maxConnections: MAX_CONNECTIONS,
    maxMessages: MAX_MESSAGES_OF_CONNECTION,
    // Once, if the server has closed the connection since the last e-mail.
    maxRequeues: 1,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: ACCEPTING_TIMEOUTS * timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use('stream', ({ message, data }, done) => {
    const { onTaken } = data as TrackedMail;
    message.processFunc((stream) => stream.on('end', onTaken));
    done();
  });
  return transport;
}

function replied(response: string): Pick<EmailOutcome, 'status' | 'response'> {
  const [code] = /^\d{3}/.exec(response) ?? [];
  return {
    status: code === undefined ? null : Number(code),
    // (PostgreSQL cannot store U+0000.)
    response: response
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .slice(0, MAX_RESPONSE_CHARS)
      .toWellFormed(),
  };
}

/** Errors of nodemailer that are about this e-mail, if the server has replied. */
const ABOUT_EMAIL = new Set(['EENVELOPE', 'EMESSAGE']);
/** The session is over, or was in the wrong state for a command: not about what was sent. */
const NOT_FINAL = new Set([421, 503]);
/**
 * There is no such address (RFC 3463). Other refusals, and those without such a code, may be about the sender or the relay: they would
 * end the e-mails to every address.
 */
const NO_SUCH_ADDRESS = /^\d{3}[ -]5\.1\.([1236]|10)(?!\d)/;

interface SmtpError {
  code?: unknown;
  /** The code of the system, such as `ECONNREFUSED`. */
  originalCode?: unknown;
  command?: unknown;
  response?: unknown;
}

function outcomeOf(error: unknown, isTaken: boolean): EmailOutcome {
  const { code, originalCode, command, response } = error as SmtpError;
  const reply = replied(typeof response === 'string' ? response : '');
  const { status } = reply;
  const isAboutEmail =
    typeof code === 'string' &&
    ABOUT_EMAIL.has(code) &&
    // The sender is the same for all.
    command !== 'MAIL FROM' &&
    status !== null &&
    !NOT_FINAL.has(status);
  if (!isAboutEmail) {
    const isUnknown = isTaken && status === null;
    // The details are for the operator, not for the application.
    const said = isUnknown
      ? 'The mail server got the e-mail, but did not say that it accepts it.'
      : 'The mail server failed.';
    const serverFailure = [originalCode ?? code, command].filter(Boolean).join(' ');
    return { status, response: said, result: 'failed', serverFailure, isUnknown };
  }
  const about = { ...reply, serverFailure: null, isUnknown: false };
  if (status < 500) return { ...about, result: 'failed' };
  const isGone = command === 'RCPT TO' && NO_SUCH_ADDRESS.test(reply.response);
  return { ...about, result: isGone ? 'gone' : 'refused' };
}
