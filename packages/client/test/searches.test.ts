import { afterAll, beforeAll, expect, test } from 'vitest';
import { userUrl } from '../../server/test/harness/api.ts';
import { at } from '../../server/test/harness/client-api.ts';
import { PalaverError } from '../src/index.ts';
import { type ChatServer, startChatServer } from './chat-server.ts';

/** Searches of the SDK for people and threads. */

let chats: ChatServer;
beforeAll(async () => {
  chats = await startChatServer(2);
});
afterAll(() => chats.close());

test('people are found by name, page by page', async () => {
  const users = Array.from({ length: 5 }, (_, index) => ({
    user_id: `lee${index}`,
    display_name: `Lee Number${index}`,
  }));
  await chats.server.ok('POST', '/user/v1.0/users/batch', { body: { users } });
  const chat = chats.connect(at(chats.people, 0));
  const names = users.map(({ display_name }) => display_name);
  const all = await chat.findPeople('lee num');
  expect(all.people.map(({ display_name }) => display_name)).toEqual(names);
  expect(all.next).toBeNull();
  const first = await chat.findPeople('num', { limit: 2 });
  expect(first.people).toEqual(all.people.slice(0, 2));
  const rest = await chat.findPeople('num', { next: first.next ?? '' });
  expect(rest).toEqual({ people: all.people.slice(2), next: null });
  expect(await chat.findPeople('nobody')).toEqual({ people: [], next: null });
});

test('a search that finds too little goes on through pages that are empty', {
  tags: 'thorough',
}, async () => {
  const { server } = chats;
  await server.ok('PUT', userUrl('both'), { body: { display_name: 'Rolf Zed' } });
  // More names of each word than the server looks at for a page.
  for (let batch = 0; batch < 25; batch += 1) {
    const users = Array.from({ length: 100 }, (_, index) => ({
      user_id: `half-${batch}-${index}`,
      display_name: batch % 2 === 0 ? 'Rolf' : 'Zed',
    }));
    await server.ok('POST', '/user/v1.0/users/batch', { body: { users } });
  }
  await server.ok('PUT', userUrl('both'), { body: { display_name: 'Rolf Zed' } });
  await server.ok('PUT', userUrl('last'), { body: { display_name: 'Rolf Zed' } });
  const chat = chats.connect(at(chats.people, 0));
  const { people, next } = await chat.findPeople('rolf zed');
  expect(people.map(({ user_id }) => user_id)).toEqual(['both', 'last']);
  expect(next).toBeNull();
});

test('threads are found by name', async () => {
  const [ann, ben] = [at(chats.people, 0), at(chats.people, 1)];
  const group = await chats.group(ann, ben);
  await ann.ok('PATCH', `/client/v1.0/threads/${group}`, { body: { name: 'Lunch on Friday' } });
  const chat = await chats.ready(ann);
  const direct = await chat.openDirect(ben.userId);
  direct.close();
  expect((await chat.findThreadsByName('lun fri')).map(({ id }) => id)).toEqual([group]);
  expect((await chat.findThreadsByName(ben.userId)).map(({ id }) => id)).toEqual([direct.id]);
  expect(await chat.findThreadsByName('dinner')).toEqual([]);
});

test('a search that the policy or the server refuses rejects', async () => {
  const chat = chats.connect(at(chats.people, 0));
  const tooLong = chat.findPeople('a'.repeat(201));
  await expect(tooLong).rejects.toMatchObject({ code: 'M40010' });
  await expect(tooLong).rejects.toBeInstanceOf(PalaverError);
  await chats.server.ok('PATCH', '/app/v1.0/policy', { body: { users: { search_people: 'nobody' } } });
  await expect(chat.findPeople('lee')).rejects.toMatchObject({ code: 'M40306' });
});
