import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_BOT, GREETING } from '../http/playground/demo-bot.ts';
import { DEMO_PEOPLE } from '../http/playground/demo-people.ts';
import type { DemoApi } from './demo-api.ts';
import { cardOf, PACK, type PersonId, type Said, STORIES, type Story } from './story.ts';

const MESSAGES = '/open-api/v1.0/chat/messages';
const STORED_MS = 25;

/** Where the pictures are: in a folder of this machine, and below an address that browsers reach. */
export interface DemoFiles {
  folder: string;
  url: string;
}

interface Uploaded {
  file_id: string;
  kind: string;
}

interface Pack {
  id: string;
  status: string;
  stickers: { id: string; name: string }[];
}

interface Cast {
  api: DemoApi;
  files: DemoFiles;
  /** The API for each person. */
  people: Readonly<Record<PersonId, DemoApi>>;
  /** The `ext_user_id` of each person. */
  ids: Readonly<Record<PersonId, string>>;
  /** Metadata of the stickers, by name. */
  stickers: Promise<ReadonlyMap<string, object>>;
  /** Metadata of the files that messages name, by name. */
  uploads: ReadonlyMap<string, Promise<object>>;
}

interface Scene {
  story: Story;
  threadId: string;
  /** The numbers of its messages. */
  seqs: number[];
}

/** Makes the people and what they have said, by calls of the public API. */
export async function tellStories(api: DemoApi, files: DemoFiles): Promise<void> {
  // (Pictures take longest.)
  const uploads = uploadFiles(api, files);
  const stickers = uploadStickers(api, files);
  for (const upload of [stickers, ...uploads.values()]) upload.catch(() => {});
  const users = DEMO_PEOPLE.map(({ user_id, display_name }) => ({ user_id, display_name }));
  const made = await api.call<{ user_id: PersonId; ext_user_id: string }[]>(
    'POST',
    '/user/v1.0/users/batch',
    { users },
  );
  const ids = Object.fromEntries(made.map((one) => [one.user_id, one.ext_user_id])) as Cast['ids'];
  const people = Object.fromEntries(
    await Promise.all(
      DEMO_PEOPLE.map(async ({ user_id }) => {
        const { token } = await api.call<{ token: string }>('POST', `/user/v1.0/user/${user_id}/token`);
        return [user_id, api.as(token)] as const;
      }),
    ),
  ) as Cast['people'];
  const cast: Cast = { api, files, people, ids, stickers, uploads };
  const [scenes] = await Promise.all([
    Promise.all(STORIES.map((story) => begin(cast, story))),
    introduceBot(cast),
    ...DEMO_PEOPLE.map(({ user_id }) => setPicture(cast, user_id)),
  ]);
  // The last messages in turn: they order the lists.
  for (const scene of scenes) await say(cast, scene, scene.seqs.length);
  await Promise.all(scenes.map((scene) => react(cast, scene)));
}

function uploadFiles(api: DemoApi, { folder }: DemoFiles): ReadonlyMap<string, Promise<object>> {
  const said = STORIES.flatMap((story) => story.said);
  const names = new Set(said.flatMap((one) => nameOfFile(one) ?? []));
  const upload = async (name: string) => {
    const { file_id, kind } = await api.upload<Uploaded>('/file/v1.0/file', {}, { file: join(folder, name) });
    return { type: kind, file_id, ...(kind === 'audio' ? { waveform: WAVEFORM } : {}) };
  };
  return new Map(Array.from(names, (name) => [name, upload(name)]));
}

async function uploadStickers(api: DemoApi, { folder }: DemoFiles): Promise<ReadonlyMap<string, object>> {
  const { name, icon, stickers } = PACK;
  const files = { icon: join(folder, icon), stickers: join(folder, stickers) };
  const { id } = await api.upload<Pack>('/sticker/v1.0/pack', { name }, files);
  for (;;) {
    const pack = await api.call<Pack>('GET', `/sticker/v1.0/pack/${id}`);
    if (pack.status === 'uploaded') {
      return new Map(
        pack.stickers.map((one) => [
          one.name.replace('.json', ''),
          { type: 'sticker', pack_id: id, sticker_id: one.id },
        ]),
      );
    }
    await sleep(STORED_MS);
  }
}

async function setPicture({ people, files }: Cast, id: PersonId): Promise<void> {
  const file = join(files.folder, `tour-${id}.webp`);
  const { file_id } = await people[id].upload<Uploaded>('/client/v1.0/me/pictures', {}, { file });
  await people[id].call('PUT', '/client/v1.0/me/avatar', { file_id });
}

async function introduceBot({ api, files }: Cast): Promise<void> {
  await api.call('POST', '/bot/v1.0/bot', { ...DEMO_BOT, avatar_url: `${files.url}/tour-bot.webp` });
  const target = { user_ids: DEMO_PEOPLE.map(({ user_id }) => user_id) };
  const sender = { bot_id: DEMO_BOT.bot_id };
  const card = { metadata: [cardOf(`${files.url}/tour-card.webp`)] };
  await api.call('POST', MESSAGES, {
    sender,
    target,
    body: { text: GREETING, metadata: [{ type: 'text' }] },
  });
  await api.call('POST', MESSAGES, { sender, target, body: card });
}

/** Makes the thread, and sends all messages but the last. */
async function begin(cast: Cast, story: Story): Promise<Scene> {
  const scene: Scene = { story, threadId: await makeThread(cast, story), seqs: [] };
  for (let index = 0; index < story.said.length - 1; index += 1) await say(cast, scene, index);
  return scene;
}

async function makeThread({ people, ids, files }: Cast, story: Story): Promise<string> {
  const [owner, ...others] = story.members;
  if (owner === undefined) throw new Error('a story has members');
  const { name, description, picture } = story;
  if (name === undefined || picture === undefined) {
    const direct = { type: 'direct', user_id: others[0] };
    return (await people[owner].call<{ id: string }>('POST', '/client/v1.0/threads', direct)).id;
  }
  const file = join(files.folder, picture);
  const { file_id } = await people[owner].upload<Uploaded>('/client/v1.0/me/pictures', {}, { file });
  const member_ids = others.map((id) => ids[id]);
  const group = { type: 'group', name, description, avatar_file_id: file_id, member_ids, id_type: 1 };
  return (await people[owner].call<{ id: string }>('POST', '/client/v1.0/threads', group)).id;
}

async function say(cast: Cast, { story, threadId, seqs }: Scene, index: number): Promise<void> {
  const said = story.said[index];
  if (said === undefined) return;
  const { by, text = '', answers, mentions } = said;
  const metadata = [await metadataOf(cast, said)];
  const message = {
    body: { text, metadata },
    ...(answers === undefined ? {} : { reply_to: seqs[answers] }),
    ...(mentions === undefined ? {} : { mentions: [cast.ids[mentions]] }),
  };
  if (nameOfFile(said) === undefined) {
    const path = `/client/v1.0/threads/${threadId}/messages`;
    seqs.push((await cast.people[by].call<{ seq: number }>('POST', path, message)).seq);
    return;
  }
  // (Users send only files that they have uploaded themselves.)
  const { messages } = await cast.api.call<{ messages: { seq: number }[] }>('POST', MESSAGES, {
    ...{ sender: { user_id: by }, target: { thread_id: threadId }, body: message.body },
  });
  seqs.push(...messages.map(({ seq }) => seq));
}

const nameOfFile = ({ image, audio, file }: Said) => image ?? audio ?? file;

async function metadataOf({ uploads, stickers }: Cast, said: Said): Promise<object> {
  const { sticker, place } = said;
  const name = sticker ?? nameOfFile(said);
  if (name === undefined) return place === undefined ? { type: 'text' } : { type: 'location', ...place };
  const found = sticker === undefined ? await uploads.get(name) : (await stickers).get(name);
  if (found === undefined) throw new Error(`the demo has no ${name}`);
  return found;
}

/** How loud the voice message is, by and by. */
const WAVEFORM = Array.from({ length: 48 }, (_, index) =>
  Math.round(12 + 80 * Math.abs(Math.sin(index * 0.9) * Math.sin(index * 0.33 + 0.4))),
);

/** Pins, reactions, and what everybody has read. */
async function react({ people }: Cast, { story, threadId, seqs }: Scene): Promise<void> {
  const thread = `/client/v1.0/threads/${threadId}`;
  const [owner] = story.members;
  const acts = story.said.flatMap(({ isPinned, reactions = {} }, index) => {
    const message = `${thread}/messages/${seqs[index]}`;
    const reacting = Object.entries(reactions).flatMap(([emoji, fans]) =>
      fans.map((fan) => people[fan].call('PUT', `${message}/reactions/${encodeURIComponent(emoji)}`)),
    );
    return isPinned && owner !== undefined
      ? [...reacting, people[owner].call('PUT', `${message}/pin`)]
      : reacting;
  });
  const reading = story.members.map((member) =>
    people[member].call('PUT', `${thread}/read`, { seq: seqs.at(-1 - (story.unread?.[member] ?? 0)) }),
  );
  await Promise.all([...acts, ...reading]);
}
