/*
 * What the demo shows: the people of a small company that does not exist, and what they say. All messages are sent within a second, so
 * they read well with times that are just now.
 */

import { DEMO_PEOPLE } from '../http/playground/demo-people.ts';

export type PersonId = (typeof DEMO_PEOPLE)[number]['user_id'];

/** Its files are in the folder of the page. */
export const PACK = { name: 'Northlight', icon: 'tour-icon.png', stickers: 'tour-stickers.zip' };

/** A message; `as` names it for others to refer to. */
export interface Said {
  by: PersonId;
  text?: string;
  /** Names of files in the folder of the page. */
  image?: string;
  audio?: string;
  file?: string;
  /** The name of a sticker of the pack. */
  sticker?: string;
  place?: { latitude: number; longitude: number; name: string; address: string };
  /** The message that it answers, by its number in the chat, from 0. */
  answers?: number;
  mentions?: PersonId;
  reactions?: Readonly<Record<string, readonly PersonId[]>>;
  isPinned?: boolean;
}

export interface Story {
  /** Absent: a direct chat. */
  name?: string;
  /** Of a group: its file in the folder of the page, and what it is for. */
  picture?: string;
  description?: string;
  /** The first one owns a group. */
  members: readonly PersonId[];
  said: readonly Said[];
  /** How many of the last messages these have not read. The others have read all. */
  unread?: Partial<Record<PersonId, number>>;
}

const EVERYBODY = DEMO_PEOPLE.map(({ user_id }) => user_id);

const OPENING: Story = {
  name: 'Harbour Street opening',
  picture: 'tour-harbour.webp',
  description: 'Everything about the second shop.',
  members: EVERYBODY,
  said: [
    {
      by: 'priya',
      text: 'The permit is here! Harbour Street opens on Saturday at 8 🎉',
      isPinned: true,
      reactions: { '🎉': ['mia', 'tomas', 'aisha', 'leo'], '❤️': ['jonas'] },
    },
    { by: 'tomas', text: 'Then I roast on Thursday, so that the beans have rested two days.' },
    { by: 'mia', text: '@Priya Nair do we have the tills by then?', mentions: 'priya' },
    {
      by: 'priya',
      text: 'They come on Wednesday. I have the confirmation in writing.',
      answers: 2,
      reactions: { '👍': ['mia'] },
    },
    {
      by: 'leo',
      text: 'I have practised hearts all week. Four of ten look like hearts.',
      reactions: { '😂': ['mia', 'jonas'] },
    },
    { by: 'mia', text: 'Six to go until Saturday.' },
    { by: 'jonas', audio: 'tour-voice.wav' },
    {
      by: 'aisha',
      text: 'And the sign is up. What do you think?',
      image: 'tour-shop.webp',
      reactions: { '😍': ['mia', 'priya', 'leo'], '🔥': ['tomas'] },
    },
    {
      by: 'mia',
      text: 'Even better than the drawing. I am so proud of us.',
      answers: 7,
      reactions: { '❤️': ['aisha', 'priya'] },
    },
    { by: 'leo', sticker: 'hooray' },
    { by: 'tomas', text: 'Coffee at the new counter tomorrow at ten? I bring the first bag.' },
  ],
  unread: { mia: 2, tomas: 3, leo: 1 },
};

const ROASTERY: Story = {
  name: 'Roastery',
  picture: 'tour-roastery.webp',
  description: 'What is in the drum, and how it tastes.',
  members: ['tomas', 'mia', 'jonas', 'leo'],
  said: [
    { by: 'tomas', text: 'The lot from Yirgacheffe is in the drum: 18 kg, light.' },
    { by: 'jonas', text: 'Blueberry again?', answers: 0 },
    {
      by: 'tomas',
      text: 'Blueberry, and jasmine. Come and taste it.',
      reactions: { '🫐': ['jonas', 'leo'] },
    },
    { by: 'leo', text: 'Three pictures from the tasting:', image: 'tour-latte.webp' },
    { by: 'leo', text: '', image: 'tour-counter.webp' },
    { by: 'leo', text: '', image: 'tour-card.webp', reactions: { '👏': ['tomas', 'mia', 'jonas'] } },
    { by: 'jonas', text: 'That heart is getting better every day, Leo.' },
    { by: 'tomas', text: 'I keep two bags for Saturday.' },
  ],
  unread: { mia: 2, jonas: 1 },
};

const EVERYONE: Story = {
  name: 'Everyone',
  picture: 'tour-everyone.webp',
  description: 'News, lunch and lost umbrellas.',
  members: ['priya', ...EVERYBODY.filter((id) => id !== 'priya')],
  said: [
    { by: 'priya', text: 'Team dinner after the opening, I have booked a table for six.' },
    {
      by: 'priya',
      place: { latitude: 53.5459, longitude: 9.9665, name: 'Fischer & Sons', address: 'Harbour Street 31' },
      reactions: { '😋': ['mia', 'tomas', 'aisha', 'leo'] },
    },
    { by: 'aisha', text: 'I am in!' },
    { by: 'jonas', sticker: 'coffee' },
    { by: 'leo', text: 'Me too. Whose umbrella is in the kitchen, by the way?' },
  ],
  unread: { aisha: 1, jonas: 1 },
};

const DIRECT: readonly Story[] = [
  {
    members: ['jonas', 'mia'],
    said: [
      { by: 'mia', text: 'How is Leo doing at the machine?' },
      { by: 'jonas', text: 'He is ready. Give him the first shift on Saturday.' },
      { by: 'mia', sticker: 'sunny' },
    ],
  },
  {
    members: ['aisha', 'mia'],
    said: [
      { by: 'aisha', text: 'The menu for the window, with the new prices.', file: 'menu.pdf' },
      { by: 'mia', text: 'Lovely. Could the lemon cake be a little bigger?' },
      { by: 'aisha', text: 'The word or the cake? 😄', reactions: { '😂': ['mia'] } },
    ],
    unread: { mia: 1 },
  },
  {
    members: ['tomas', 'mia'],
    said: [
      { by: 'tomas', text: 'Which beans shall we open with?' },
      { by: 'mia', text: 'The ones from Yirgacheffe, everybody asks for them.' },
      { by: 'tomas', text: 'Good. Then I put 12 kg aside.', reactions: { '👍': ['mia'] } },
    ],
  },
  {
    members: ['priya', 'mia'],
    said: [
      { by: 'priya', text: 'The insurance wants a photo of the fire extinguisher.' },
      { by: 'mia', text: 'You get it tomorrow morning.' },
    ],
  },
  {
    members: ['leo', 'tomas'],
    said: [
      { by: 'leo', text: 'May I watch the next roast?' },
      { by: 'tomas', text: 'Of course. Thursday at seven, wear something old.' },
    ],
    unread: { leo: 1 },
  },
];

/** The chat that was active last stands first in the lists: this is their order from the bottom up. */
export const STORIES: readonly Story[] = [...DIRECT.toReversed(), EVERYONE, ROASTERY, OPENING];

/** The card that the bot sends to everybody. */
export const cardOf = (imageUrl: string) => ({
  type: 'promotion',
  promotion: {
    label: 'Saturday, 8 am',
    title: 'Two shops, one first cup',
    image_url: imageUrl,
    description: 'Harbour Street opens, and the first cup is on us. Which one shall it be?',
    buttons: [
      { label: 'A flat white', action: { type: 2, payload: '{"order":"flat white"}' } },
      { label: 'A filter coffee', action: { type: 2, payload: '{"order":"filter coffee"}' } },
      { label: 'What can you do?', action: { type: 3 } },
    ],
  },
});
