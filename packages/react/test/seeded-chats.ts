import { readFileSync } from 'node:fs';
import { FILM, HILLS, PAPER } from '../../console/test/demo-files.ts';
import { BOTS, MESSAGES, PACKS, THREADS, userUrl } from '../../server/test/harness/api.ts';
import {
  MY_THREADS,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
} from '../../server/test/harness/client-api.ts';
import { packForm } from '../../server/test/harness/sticker-pack.ts';
import { until } from '../../server/test/harness/until.ts';
import { upload } from '../../server/test/harness/upload.ts';
import type { ChatSite } from './chat-page.ts';

const STICKERS = readFileSync(new URL('../../console/public/demo/stickers.zip', import.meta.url));

const NAMES = [
  'Mia Keller',
  'Ann Berger',
  'Ben Okafor',
  'Cleo Nguyễn',
  'Maximiliane von Hohenzollern-Sigmaringen',
  'Donaudampfschifffahrtsgesellschaftskapitän',
  'Zoe',
] as const;

/** How many users {@link seed} needs. */
export const PEOPLE = NAMES.length;

export interface Seeded {
  /** Whose chats these are. */
  me: SignedIn;
  ann: SignedIn;
  ben: SignedIn;
  /** Has no chats. */
  stranger: SignedIn;
  /** A group with every kind of message. I own it; its last messages are unread. */
  everything: string;
  /** A chat with Ann. */
  direct: string;
  /** Makes the last messages of the group unread again. */
  forget: () => Promise<void>;
}

/** Chats with messages of every kind. The group with all kinds is the latest chat, and so the one that opens first. */
export async function seed(site: ChatSite): Promise<Seeded> {
  const { server, people } = site.chats;
  for (const [index, display_name] of NAMES.entries())
    await server.ok('PUT', userUrl(people[index]?.userId ?? ''), { body: { display_name } });
  const [me, ann, ben, cleo, max, long, stranger] = people;
  if (!me || !ann || !ben || !cleo || !max || !long || !stranger) throw new Error('too few users');
  const group = async (name: string, ...members: SignedIn[]): Promise<string> => {
    const [owner_id, ...member_ids] = members.map(({ userId }) => userId);
    const { thread_id } = await server.ok('POST', THREADS, {
      body: { name, owner_id, member_ids, id_type: 2 },
    });
    return thread_id;
  };
  const chat = async (other: SignedIn, ...texts: string[]): Promise<string> => {
    const { id } = await me.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: other.userId } });
    for (const text of texts) await other.say(id, text);
    return id;
  };
  await chat(long, 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(2));
  await group('A group whose name is longer than any place that a chat list has for it', me, max);
  const direct = await chat(ann, 'Did you see the forecast?', 'It looks good **for Saturday**.');
  await me.say(direct, 'Then it is settled 🎉');
  await me.ok('PUT', myThreadUrl(direct, '/read'), { body: {} });
  await chat(max, ...Array.from({ length: 12 }, (_, at) => `Note ${at + 1}`));
  const everything = await group('Weekend in the mountains', me, ann, ben, cleo, long);
  const firstNew = await say(site, everything, { me, ann, ben, long });
  const forget = () => me.ok('PUT', myThreadUrl(everything, '/unread'), { body: { seq: firstNew } });
  return { me, ann, ben, stranger, everything, direct, forget };
}

/** One message of every kind, some of them with reactions, a quote, a pin, or a mention. Resolves to the `seq` of the first unread one. */
async function say(
  site: ChatSite,
  thread: string,
  { me, ann, ben, long }: Record<'me' | 'ann' | 'ben' | 'long', SignedIn>,
): Promise<number> {
  const { server } = site.chats;
  await me.ok('PATCH', myThreadUrl(thread), { body: { name: 'Weekend in the mountains!' } });
  const first = await ann.say(thread, 'Who is in for a hike on **Saturday**? https://example.com/hike');
  await ann.say(thread, 'We would start early.');
  await me.say(thread, { body: { text: 'Count me in!' }, reply_to: first.seq });
  const list =
    'Bring:\n\n- water, *at least* two litres\n- a jacket\n- `map.gpx`\n\n> Better safe than sorry';
  await ben.say(
    thread,
    `${list}\n\n\`\`\`\nfor (const peak of peaks) console.log(peak.name, peak.height, peak.route);\n\`\`\``,
  );
  for (const [who, key] of [
    [me, '👍'],
    [ann, '👍'],
    [ann, '🎉'],
    [long, '😮'],
  ] as const)
    await who.ok('PUT', reactionUrl(thread, first.seq, key));
  await sendFiles(site, thread, { me, ann, ben });
  await long.say(
    thread,
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft '.repeat(2),
  );
  const mentions = [ben.extUserId];
  await me.say(thread, { body: { text: 'Could @Ben Okafor bring the stove?' }, mentions });
  await sendSticker(site, thread, ben);
  await ann.say(thread, '🏔️🥾');
  const wrong = await me.say(thread, 'I meant Sunday, sorry');
  await me.ok('DELETE', myMessageUrl(thread, wrong.seq));
  const edited = await me.say(thread, 'Saturday at eigth');
  await me.ok('PATCH', myMessageUrl(thread, edited.seq), {
    body: { body: { text: 'Saturday at eight, at the station.' } },
  });
  await me.ok('PUT', myMessageUrl(thread, first.seq, '/pin'));
  await sendCard(site, thread);
  const { seq } = await me.say(thread, 'Perfect.');
  for (const who of [me, ann]) await who.ok('PUT', myThreadUrl(thread, '/read'), { body: { seq } });
  const news = await ann.say(
    thread,
    'One more thing: the train leaves at 7:40 from platform 3, and tickets are cheaper if five of us travel together, so tell me by tomorrow evening whether you come.',
  );
  await ben.say(thread, 'I do');
  await server.relayed();
  const stopIndexing = server.runIndexer();
  await server.indexed();
  await stopIndexing();
  return news.seq;
}

async function sendFiles(
  { chats: { server } }: ChatSite,
  thread: string,
  { me, ann, ben }: Record<'me' | 'ann' | 'ben', SignedIn>,
): Promise<void> {
  const file = async ({ token }: SignedIn, name: string, content: Buffer): Promise<string> =>
    (await upload(server, { content, fileName: name }, { token, threadId: thread })).file_id;
  const send = (who: SignedIn, metadata: object, text = '') =>
    who.say(thread, { body: { text, metadata: [metadata] } });
  const box = { width: 640, height: 400 };
  await send(ann, { type: 'image', file_id: await file(ann, 'hills.png', HILLS.buffer), ...box });
  await send(
    ann,
    { type: 'image', file_id: await file(ann, 'the same hills.png', HILLS.buffer), ...box },
    'The view from the hut',
  );
  await send(me, { type: 'video', file_id: await file(me, 'sunrise.webm', FILM.buffer), ...box });
  await send(ben, {
    type: 'file',
    file_id: await file(ben, 'A route description with a rather long name.pdf', PAPER.buffer),
  });
  const waveform = Array.from({ length: 60 }, (_, at) =>
    Math.round(50 + 45 * Math.sin(at / 3) * Math.cos(at / 7)),
  );
  const voice = await file(ann, 'Voice message.wav', silence(1));
  await send(ann, { type: 'audio', file_id: voice, duration_ms: 12_000, waveform });
}

async function sendSticker({ chats: { server } }: ChatSite, thread: string, who: SignedIn): Promise<void> {
  const jobs = await server.runJobs();
  const { id: pack_id } = await server.ok('POST', PACKS, {
    body: packForm({ name: 'Moods', stickers: STICKERS }),
  });
  const sticker = await until(async () => {
    const { stickers } = await server.ok('GET', `${PACKS}/${pack_id}`);
    return stickers?.find(({ name }: { name: string }) => name === 'happy.png');
  });
  await jobs.stop();
  await who.say(thread, { body: { metadata: [{ type: 'sticker', pack_id, sticker_id: sticker.id }] } });
}

async function sendCard({ url, chats: { server } }: ChatSite, thread: string): Promise<void> {
  const bot_id = 'huts';
  await server.ok('POST', BOTS, { body: { bot_id, display_name: 'Hut bot' } });
  const promotion = {
    label: 'Free beds',
    title: 'Hut at the lake',
    image_url: `${url}/hills.png`,
    description: 'Two nights, with breakfast.',
    buttons: [
      { label: 'Book', action: { type: 2, payload: '{}' } },
      { label: 'Show on a map', action: { type: 1, payload: `${url}/map` } },
    ],
  };
  await server.ok('POST', MESSAGES, {
    body: {
      sender: { bot_id },
      target: { thread_id: thread },
      body: { metadata: [{ type: 'promotion', promotion }] },
    },
  });
}

/** A recording in which nobody speaks. */
function silence(seconds: number): Buffer {
  const rate = 8_000;
  const samples = Buffer.alloc(rate * seconds, 128);
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  // PCM, one channel, one byte a sample.
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
