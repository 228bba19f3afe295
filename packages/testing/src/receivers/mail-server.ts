import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server on loopback that keeps what it accepts. */
export interface MailServer {
  url: string;
  port: number;
  /** What was accepted, parsed by a parser that the server does not use. */
  mails: ReceivedMail[];
  /** Recipients that were named, also of mails that were not accepted. */
  named: string[];
  /** What the server replies to a recipient, and to a whole mail; an error with a `responseCode`, or nothing. */
  onRecipient: (address: string) => Promise<Error | undefined>;
  onMail: (mail: ReceivedMail) => Promise<Error | undefined>;
  /** Connections that were opened, and the largest number at once. */
  connections: { all: number; most: number };
  close: () => Promise<void>;
}

export interface ReceivedMail extends Email {
  raw: string;
  /** Of the envelope. */
  recipients: string[];
  envelopeFrom: string;
  isSecure: boolean;
  user: string | undefined;
  header: (name: string) => string | undefined;
}

/** By default without TLS and without logins, on any free port. */
export async function startMailServer(options: SMTPServerOptions = {}, onPort = 0): Promise<MailServer> {
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  let open = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    ...options,
    onConnect: (_session, callback) => {
      open += 1;
      mailServer.connections.all += 1;
      mailServer.connections.most = Math.max(mailServer.connections.most, open);
      callback();
    },
    onClose: () => {
      open -= 1;
    },
    onRcptTo: ({ address }, _session, callback) => {
      mailServer.named.push(address);
      void mailServer.onRecipient(address).then(callback);
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const raw = Buffer.concat(chunks);
        void PostalMime.parse(raw).then(async (email) => {
          const mail: ReceivedMail = {
            ...email,
            raw: raw.toString('latin1'),
            recipients: rcptTo.map(({ address }) => address),
            envelopeFrom: mailFrom === false ? '' : mailFrom.address,
            isSecure: session.secure,
            user: typeof session.user === 'string' ? session.user : undefined,
            header: (name) => email.headers.find(({ key }) => key === name.toLowerCase())?.value,
          };
          const error = await mailServer.onMail(mail);
          if (error === undefined) mailServer.mails.push(mail);
          callback(error);
        });
      });
    },
  });
  // A client that gives up is no failure of the test.
  server.on('error', () => {});
  const listener = server.listen(onPort, '127.0.0.1', () => resolve());
  await listening;
  const { port } = listener.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails: [],
    named: [],
    onRecipient: async () => undefined,
    onMail: async () => undefined,
    connections: { all: 0, most: 0 },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return mailServer;
}

/** A reply of a mail server that refuses. */
export const refusal = (responseCode: number, message = 'refused'): Error =>
  Object.assign(new Error(message), { responseCode });
