import { natsServers, textThat } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** How nodes that share a database tell each other what happens. */
export const NODES = defineSettings({
  natsServers: {
    name: 'NATS_URL',
    basic: true,
    kind: natsServers,
    secret: true,
    doc: 'The NATS servers by which nodes tell each other what happens: `nats://user:password@host:4222`, several separated by commas; with `tls://`, connections are encrypted. Set the same on all servers and workers. It needs `DATABASE_URL`. Not set: with `DATABASE_URL`, PostgreSQL does it (`LISTEN` and `NOTIFY`).',
  },
  natsCredentials: {
    name: 'NATS_CREDENTIALS',
    kind: textThat(
      (given) => /-----BEGIN NATS USER JWT-----[\s\S]{1,16000}-----BEGIN USER NKEY SEED-----/.test(given),
      'the content of a credentials file of NATS',
    ),
    secret: true,
    doc: 'The content of a credentials file of NATS, instead of user and password in `NATS_URL`.',
  },
});
