import { expect, onTestFinished, test } from 'vitest';
import { refusal } from '../../../testing/src/receivers/mail-server.ts';
import { myThreadUrl, type SignedIn } from '../harness/client-api.ts';
import { seedOfRun } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { pause } from '../harness/waits.ts';
import { type Emailed, emailSettings, startEmailed } from '../notifications/emailed.ts';
import { KilledWorker } from './killed-worker.ts';
import { Random } from './random.ts';

/** The process that sends e-mails gets kill -9 while it sends them. `EMAIL_KILLS=50` sets the number. */
const KILLS = Number(process.env.EMAIL_KILLS ?? 4);
/** Kills between a message and the end of its e-mails: more than there may be copies. */
const KILLS_OF_ROUND = 4;
const MAX_COPIES = 3;
const READERS = ['ben', 'cid', 'dan', 'eve', 'fay', 'gus'];
/** Has read each message before the e-mails are due. */
const QUICK = 'hal';

interface Chat extends Emailed {
  worker: KilledWorker;
  random: Random;
  /** The process is killed after so many more steps of the mail server; null: it stays. */
  steps: number | null;
  /** Called when it was killed. */
  killed: () => void;
}

test('kill -9 of the mailer: everybody gets an e-mail about what is unread, in at most three copies', {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  const seed = seedOfRun();
  const emailed = await startEmailed();
  const worker = new KilledWorker(emailed.server, emailSettings(emailed.mail));
  onTestFinished(() => worker.kill());
  const chat: Chat = { ...emailed, worker, random: new Random(seed), steps: null, killed: () => {} };
  await emailed.server.stopRelay();
  useMailServer(chat);
  const ann = await emailed.away('ann');
  for (const name of READERS) await emailed.away(name);
  const quick = await emailed.away(QUICK);
  const threadId = await emailed.server.group(['ann', ...READERS, QUICK]);
  let kills = 0;
  while (kills < KILLS) {
    const most = Math.min(KILLS_OF_ROUND, KILLS - kills);
    const made = await playRound(chat, { ann, quick, threadId }, most);
    expect(complaintsAbout(chat), `seed ${seed}, after ${kills + made} kills`).toEqual([]);
    kills += made;
  }
});

/** The mail server is slow, refuses some e-mails for the time being, and sees to it that the process is killed in the middle of its work. */
function useMailServer(chat: Chat): void {
  const { mail, random, worker } = chat;
  const step = () => {
    if (chat.steps === null) return;
    chat.steps -= 1;
    if (chat.steps > 0) return;
    chat.steps = null;
    void worker.kill().then(chat.killed);
  };
  mail.onRecipient = async () => {
    await pause(random.between(0, 50));
    step();
    return undefined;
  };
  mail.onMail = async () => {
    await pause(random.between(0, 50));
    if (chat.steps !== null && random.chance(0.2)) return refusal(451, 'later');
    // (It has accepted the e-mail, but the process may not learn of that.)
    setImmediate(step);
    return undefined;
  };
}

interface Conversation {
  ann: SignedIn;
  quick: SignedIn;
  threadId: string;
}

/** One message, kills while its e-mails are sent, then the rest of them. Returns how many kills there were. */
async function playRound(chat: Chat, { ann, quick, threadId }: Conversation, most: number): Promise<number> {
  const { worker, mail, pass } = chat;
  const { sql } = chat.server.database;
  mail.mails.length = 0;
  await ann.say(threadId);
  await quick.ok('PUT', myThreadUrl(threadId, '/read'), { body: {} });
  let killed = killSoon(chat, READERS.length);
  await worker.start();
  await pass(61);
  await killed;
  let kills = 1;
  for (; kills < most; kills += 1) {
    const due = await hurry(chat);
    if (due === 0) break;
    killed = killSoon(chat, due);
    await worker.start();
    await killed;
  }
  await worker.start();
  await until(async () => {
    await sql('update email_digests set due_at = now() where due_at > now()');
    return (await sql('select from email_digests where due_at is not null')).length === 0 || undefined;
  }, 60);
  await worker.kill();
  return kills;
}

/** Has the process killed after 1 to `most` more steps of the mail server; resolves when it is gone. */
function killSoon(chat: Chat, most: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  chat.killed = resolve;
  chat.steps = chat.random.between(1, most);
  return promise;
}

/**
 * Makes the e-mails due that were in progress, and returns how many will be tried. (The last one of three attempts must not be killed
 * if none has reached the mail server.)
 */
async function hurry({ server, mail }: Chat): Promise<number> {
  const reached = mail.mails.map(({ recipients: [address] }) => address);
  const due = await server.database.sql<{ tries: number }>(
    `update email_digests d set due_at = now() - interval '1 second' from user_emails e
     where e.ext_user_id = d.ext_user_id and d.due_at is not null and (d.tries < 24 or e.address = any ($1))
     returning d.tries`,
    [reached],
  );
  return due.filter(({ tries }) => tries < 34).length;
}

function complaintsAbout({ mail }: Chat): string[] {
  const complaints: string[] = [];
  const copiesOf = (name: string) =>
    mail.mails.filter(({ recipients: [address] }) => address === `${name}@example.com`);
  for (const name of READERS) {
    const copies = copiesOf(name);
    if (copies.length === 0 || copies.length > MAX_COPIES)
      complaints.push(`${name} got ${copies.length} copies`);
    if (new Set(copies.map(({ messageId }) => messageId)).size > 1)
      complaints.push(`the copies of ${name} have different ids`);
  }
  if (copiesOf(QUICK).length > 0) complaints.push(`${QUICK} got an e-mail about what was read`);
  return complaints;
}
