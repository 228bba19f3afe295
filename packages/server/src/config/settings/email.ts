import { emailSender, milliseconds, minutes, smtpServer } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** E-mail to users about messages that stay unread. */
export const EMAIL = defineSettings({
  smtp: {
    name: 'PALAVER_SMTP_URL',
    basic: true,
    kind: smtpServer,
    doc: 'The mail server: `smtp://user:password@mail.example.com:587`, which must offer STARTTLS, or `smtps://…` (port 465). `?tls=off` speaks clear text, as is the default on this machine; `?tls=required` requires STARTTLS there as well. Without it, Palaver sends no e-mail. It needs `PALAVER_EMAIL_FROM` and `PALAVER_PUBLIC_URL`.',
    secret: true,
  },
  emailFrom: {
    name: 'PALAVER_EMAIL_FROM',
    basic: true,
    kind: emailSender,
    doc: 'The sender of e-mails: `Example <chat@example.com>`, or only the address.',
  },
  emailUnreadMs: {
    name: 'PALAVER_EMAIL_UNREAD_MINUTES',
    kind: minutes({ min: 1, max: 10_080 }),
    default: '60',
    doc: 'How long, in minutes, a message stays unread before there is an e-mail about it, and the shortest time between two e-mails to a user. Applications may have a time of their own.',
  },
  smtpTimeoutMs: {
    name: 'PALAVER_SMTP_TIMEOUT_MS',
    kind: milliseconds({ min: 100, max: 300_000 }),
    default: '30000',
    doc: 'How long, in milliseconds, Palaver waits for a connection to the mail server. It waits four times as long until the server has got an e-mail, and then 20 times as long (10 minutes) until the server accepts it: mail servers may take that long, and giving up earlier would deliver copies.',
  },
});
