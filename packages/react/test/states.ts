import { FILM, HILLS, PAPER } from '../../console/test/demo-files.ts';
import type { ChatPage } from './chat-page.ts';
import type { Seeded } from './seeded-chats.ts';

/** What a chat can show over or beside its messages. Each state is entered from that of an open thread, and left again. */
export interface State {
  name: string;
  enter: (page: ChatPage) => Promise<unknown>;
  leave: (page: ChatPage) => Promise<unknown>;
}

const pressEscape = ({ page }: ChatPage) => page.keyboard.press('Escape');

/** Opens the menu of a message with the keyboard, because the pointer may be a finger. */
export async function openMenu(chat: ChatPage, text: string): Promise<void> {
  const message = await chat.message(text);
  await message.focus();
  const more = message.getByRole('button', { name: 'More', exact: true });
  await more.focus();
  await more.press('Enter');
  await chat.page.getByRole('menu').waitFor();
}

/** Sends a message: what stands further up may not be rendered. */
async function sendOne(chat: ChatPage, text: string): Promise<void> {
  await chat.write(text);
  await (await chat.message(text)).getByRole('img', { name: /^(Sent|Seen)/ }).waitFor();
}

export async function choose(chat: ChatPage, files = [HILLS, FILM, PAPER]): Promise<void> {
  const chooser = chat.page.waitForEvent('filechooser');
  await chat.click('Attach');
  await chat.click('File');
  await (await chooser).setFiles(files);
  await chat.page.getByRole('list', { name: 'Files to send' }).waitFor();
}

/** Of a page of the user whose chats these are, in English, that shows the group with all kinds of messages. */
export const statesOf = ({ everything, stranger }: Seeded): readonly State[] => [
  { name: 'a thread', enter: ({ field }) => field.waitFor(), leave: async () => {} },
  {
    name: 'the details',
    enter: async (chat) => {
      await chat.click('Members and settings');
      const details = chat.page.getByRole('complementary');
      await details.getByText('Manage', { exact: true }).first().click();
    },
    leave: ({ page }) => page.getByRole('complementary').getByRole('button', { name: 'Close' }).click(),
  },
  {
    name: 'the details, with a question and a user who is banned',
    enter: async (chat) => {
      await chat.click('Members and settings');
      const details = chat.page.getByRole('complementary');
      await chat.page.evaluate(([thread, user]) => window.chat?.open(thread).ban(user), [
        everything,
        stranger.extUserId,
      ] as const);
      await details.getByRole('button', { name: 'Unban' }).waitFor();
      await details.getByText('Manage', { exact: true }).first().click();
      await details.getByRole('button', { name: 'Ban', exact: true }).click();
      await details.getByRole('button', { name: 'Yes, ban' }).waitFor();
    },
    leave: async (chat) => {
      const details = chat.page.getByRole('complementary');
      await details.getByRole('button', { name: 'Unban' }).click();
      await details.getByRole('button', { name: 'Unban' }).waitFor({ state: 'detached' });
      await details.getByRole('button', { name: 'Close' }).click();
    },
  },
  {
    name: 'the search',
    enter: async (chat) => {
      await chat.page.keyboard.press('Control+k');
      await chat.page.getByRole('combobox').fill('Saturday');
      await chat.page.getByRole('option').first().waitFor();
    },
    leave: pressEscape,
  },
  {
    name: 'the emoji',
    enter: async (chat) => {
      await chat.click('Emoji');
      await chat.page.getByRole('dialog', { name: 'Emoji' }).waitFor();
    },
    leave: pressEscape,
  },
  {
    name: 'the menu of a message',
    enter: async (chat) => {
      await sendOne(chat, 'Gladly.');
      await openMenu(chat, 'Gladly.');
    },
    leave: pressEscape,
  },
  {
    name: 'a reply with files',
    enter: async (chat) => {
      await sendOne(chat, 'Gladly.');
      await openMenu(chat, 'Gladly.');
      await chat.page.getByRole('menuitem', { name: 'Reply' }).click();
      await choose(chat);
    },
    leave: async (chat) => {
      for (const { name } of [HILLS, FILM, PAPER]) await chat.click(`Remove ${name}`);
      await chat.click('Cancel');
    },
  },
  {
    name: 'an edit, with the attachments',
    enter: async (chat) => {
      await chat.field.fill('');
      await chat.field.press('ArrowUp');
      await chat.click('Attach');
    },
    leave: async (chat) => {
      await chat.click('Attach');
      await chat.click('Cancel');
    },
  },
  {
    name: 'suggestions of mentions',
    enter: async (chat) => {
      await chat.field.fill('');
      await chat.field.pressSequentially('@');
      await chat.page.getByRole('option').first().waitFor();
    },
    leave: ({ field }) => field.fill(''),
  },
  {
    name: 'the stickers',
    enter: async (chat) => {
      await chat.click('Stickers');
      await chat.page.getByRole('button', { name: 'Sticker: happy' }).waitFor();
    },
    leave: (chat) => chat.click('Stickers'),
  },
  {
    name: 'a recording',
    enter: async (chat) => {
      await chat.click('Record a voice message');
      await chat.page.getByRole('timer').waitFor();
    },
    leave: (chat) => chat.click('Discard the recording'),
  },
  {
    name: 'a message that could not be sent',
    enter: async (chat) => {
      // It replies to a message that does not exist.
      await chat.page.evaluate((id) => {
        window.chat?.open(id).send({ body: { text: 'Refused' }, reply_to: 1_000_000 });
      }, everything);
      await chat.message('Not sent');
    },
    leave: (chat) => chat.click('Discard'),
  },
  {
    name: 'a deleted message',
    enter: async (chat) => {
      await sendOne(chat, 'Never mind');
      await openMenu(chat, 'Never mind');
      await chat.page.getByRole('menuitem', { name: 'Delete' }).click();
      await chat.message('Message deleted');
    },
    leave: async () => {},
  },
  {
    name: 'a picture',
    enter: async (chat) => {
      const link = chat.page.getByRole('link', { name: 'the same hills.png' });
      for (let pages = 0; pages < 60 && !(await link.isVisible()); pages += 1) await chat.log.press('PageUp');
      await link.press('Enter');
      await chat.page.getByRole('dialog').getByRole('img').waitFor();
    },
    leave: async (chat) => {
      await pressEscape(chat);
      await chat.click('Latest');
    },
  },
  {
    name: 'a new chat',
    enter: async (chat) => {
      const back = chat.page.getByRole('button', { name: 'Back to the chats' });
      if (await back.isVisible()) await back.click();
      await chat.click('New chat');
      await chat.page.getByRole('dialog', { name: 'New chat' }).waitFor();
    },
    leave: async (chat) => {
      await pressEscape(chat);
      await chat.entry('Weekend').click();
      await chat.field.waitFor();
    },
  },
];
