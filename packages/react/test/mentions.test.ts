import type { Member } from '@palaver/client';
import { expect, test } from 'vitest';
import { mentionedAfter, mentionedBy, startedMention } from '../src/composer/mentions.ts';

const member = (ext_user_id: string, display_name: string) => ({ ext_user_id, display_name }) as Member;
const MEMBERS = [member('1', 'Ann'), member('2', 'Ann-Marie'), member('3', 'Ann')];

test('a mention matches the longest name', () => {
  expect(mentionedBy('Thanks, @Ann-Marie!', MEMBERS)).toEqual(['2']);
  expect(mentionedBy('@Ann-Marie, ask @Ann', MEMBERS)).toEqual(['1', '2', '3']);
  expect(mentionedBy('Ann is away', MEMBERS)).toEqual([]);
});

test('an edit mentions the members whose names its text has, and keeps mentions of others, whose names are not known', () => {
  const message = { mentions: ['1', '9'] };
  expect(mentionedAfter(message, '@Ann-Marie', MEMBERS)).toEqual(['2', '9']);
  expect(mentionedAfter(message, 'nobody', MEMBERS)).toEqual(['9']);
});

/** The names that are suggested at the end of a text. */
const suggested = (text: string, ...names: string[]) =>
  startedMention(
    text,
    names.map((name, index) => member(`${index}`, name)),
  ).members.map(({ display_name }) => display_name);

test('members are suggested by the beginning of any of their words, the best first', () => {
  const names = ['Zoe Ann', 'Ann-Marie', 'Ann', 'Joanna', ''];
  expect(suggested('Thanks, @ann', ...names)).toEqual(['Ann', 'Ann-Marie', 'Zoe Ann']);
  expect(suggested('@ma', ...names)).toEqual(['Ann-Marie']);
  expect(suggested('@', ...names)).toEqual(['Zoe Ann', 'Ann-Marie', 'Ann', 'Joanna']);
  expect(suggested('@ ', ...names)).toEqual([]);
  expect(suggested('ann@ann', ...names)).toEqual([]);
  expect(startedMention('Thanks, @ann', []).from).toBe(8);
});

test('members are suggested whatever the case and the accents', () => {
  expect(suggested('@ngu', 'Cleo Nguyễn')).toEqual(['Cleo Nguyễn']);
  expect(suggested('@ÉLO', 'Elodie', 'élodie')).toEqual(['Elodie', 'élodie']);
});

test('nobody is suggested once a name is complete, unless a longer one begins with it', () => {
  expect(suggested('@Ben', 'Ben', 'Uncle Ben')).toEqual([]);
  expect(suggested('@Ben ', 'Ben')).toEqual([]);
  // (As it is written here, it mentions nobody.)
  expect(suggested('@ben', 'Ben')).toEqual(['Ben']);
  expect(suggested('@Ben', 'Ben Okafor', 'Ben')).toEqual(['Ben', 'Ben Okafor']);
  expect(suggested('@Ben ', 'Ben Okafor', 'Ben')).toEqual([]);
  expect(suggested('@Ben O', 'Ben Okafor', 'Ben')).toEqual(['Ben Okafor']);
  expect(suggested('@Ben ', 'Ben Okafor')).toEqual(['Ben Okafor']);
});
