import type { Language } from '@palaver/protocol/languages';
import { canonicalReactionKey } from '@palaver/protocol/reaction-key';
import { expect, test } from 'vitest';
import {
  emojiOf,
  GROUPS,
  loadEmoji,
  parseEmoji,
  SKIN_TONES,
  searchEmoji,
  withSkinTone,
} from '../src/emoji/emoji-groups.ts';
import { stepFrom } from '../src/emoji/grid-steps.ts';
import { LANGUAGES, textsIn } from './all-texts.ts';

const emojiIn = async (language: Language) => loadEmoji(await textsIn(language));
const foundIn = async (language: Language, query: string) =>
  searchEmoji(await emojiIn(language), query).map(({ emoji }) => emoji);

test('each language has the same emoji, each with a name', async () => {
  const [english, ...others] = await Promise.all([emojiIn('en'), ...LANGUAGES.map(emojiIn)]);
  const all = (groups = english) => [...(groups?.values() ?? [])].flat();
  expect([...(english?.keys() ?? [])]).toEqual(GROUPS);
  expect(all().length).toBeGreaterThan(1_900);
  expect(new Set(all().map(({ emoji }) => emoji)).size).toBe(all().length);
  for (const groups of others) {
    expect(all(groups).map(({ emoji, version, hasSkinTones }) => [emoji, version, hasSkinTones])).toEqual(
      all().map(({ emoji, version, hasSkinTones }) => [emoji, version, hasSkinTones]),
    );
    expect(all(groups).filter(({ name, version }) => name === '' || !(version > 0))).toEqual([]);
  }
});

test('an emoji is found in the language of the user, without accents, by beginnings of words in any order', async () => {
  expect((await foundIn('en', 'Grinning'))[0]).toBe('😀');
  expect((await foundIn('en', 'heart red'))[0]).toBe('❤️');
  expect((await foundIn('de', 'rotes herz'))[0]).toBe('❤️');
  expect(await foundIn('de', 'fröhlich')).toEqual(await foundIn('de', 'frohlich'));
  expect((await foundIn('vi', 'trai tim mau do'))[0]).toBe('❤️');
  expect((await foundIn('vi', 'lá cờ đỏ')).length).toBe((await foundIn('vi', 'la co do')).length);
  expect((await foundIn('ja', '赤いハート'))[0]).toBe('❤️');
  expect((await foundIn('ar', 'قلب أحمر'))[0]).toBe('❤️');
  expect(await foundIn('en', 'no such thing')).toEqual([]);
});

test('what is named so comes before what only contains it', async () => {
  const cats = await foundIn('en', 'cat');
  expect(cats.indexOf('🐈')).toBeLessThan(cats.indexOf('🎓'));
});

test('texts of a language of your own have the names of the language that they begin with', async () => {
  const own = { ...(await textsIn('de')), locale: 'de-AT', close: 'Zumachen' };
  expect(searchEmoji(await loadEmoji(own), 'rotes herz')[0]?.emoji).toBe('❤️');
});

test('each is written as Unicode recommends, with any skin tone, so that it is one key of a reaction', async () => {
  const all = [...(await emojiIn('en')).values()].flat();
  const written = all.flatMap((emoji) => SKIN_TONES.map((tone) => withSkinTone(emoji, tone)));
  expect(written.filter((emoji) => !/^\p{RGI_Emoji}$/v.test(emoji))).toEqual([]);
  expect(written.filter((emoji) => canonicalReactionKey(emoji) !== emoji)).toEqual([]);
  expect(new Set(written.map((emoji) => canonicalReactionKey(emoji.replaceAll('\ufe0f', ''))))).toEqual(
    new Set(written),
  );
});

test('a skin tone is that of every person and hand', async () => {
  const groups = await emojiIn('en');
  const all = [...groups.values()].flat();
  const toned = (emoji: string, tone: number) => {
    const known = all.find((one) => one.emoji === emoji);
    return known && withSkinTone(known, SKIN_TONES[tone] ?? '');
  };
  expect(toned('👋', 0)).toBe('👋');
  expect(toned('👋', 3)).toBe('👋🏽');
  expect(toned('✌️', 1)).toBe('✌🏻');
  expect(toned('🤝', 2)).toBe('🤝🏼');
  expect(toned('🕵️‍♀️', 5)).toBe('🕵🏿‍♀️');
  expect(toned('🧑‍🤝‍🧑', 4)).toBe('🧑🏾‍🤝‍🧑🏾');
  expect(toned('👩‍❤️‍💋‍👨', 1)).toBe('👩🏻‍❤️‍💋‍👨🏻');
  expect(toned('😀', 3)).toBe('😀');
  for (const emoji of all.filter(({ hasSkinTones }) => hasSkinTones).slice(0, 40))
    for (const tone of SKIN_TONES) expect(emojiOf(groups, withSkinTone(emoji, tone))).toBe(emoji);
  expect(emojiOf(groups, 'x')).toBeUndefined();
});

test('lines become groups in their order', () => {
  const groups = parseEmoji('😀|1|grinning face|smile\n\n👋|0.6+|waving hand');
  expect(groups.get('smileys')).toEqual([
    { emoji: '😀', name: 'grinning face', version: 1, hasSkinTones: false, words: 'grinning face smile' },
  ]);
  expect(groups.get('people')?.[0]).toMatchObject({ emoji: '👋', version: 0.6, hasSkinTones: true });
});

test('arrow keys move through the rows, and up to the field', () => {
  const rows = [8, 3, 8];
  const from = (row: number, column: number, key: string, isRtl = false) =>
    Object.values(stepFrom({ row, column }, key, rows, isRtl) ?? {});
  expect(from(0, 7, 'ArrowRight')).toEqual([1, 0]);
  expect(from(1, 0, 'ArrowLeft')).toEqual([0, 7]);
  expect(from(0, 0, 'ArrowLeft')).toEqual([0, 0]);
  expect(from(2, 7, 'ArrowRight')).toEqual([2, 7]);
  expect(from(0, 7, 'ArrowLeft', true)).toEqual([1, 0]);
  expect(from(0, 6, 'ArrowDown')).toEqual([1, 2]);
  expect(from(2, 6, 'ArrowDown')).toEqual([2, 6]);
  expect(from(0, 6, 'ArrowUp')).toEqual([-1, 0]);
  expect(from(2, 4, 'PageUp')).toEqual([0, 4]);
  expect(from(0, 4, 'PageDown')).toEqual([2, 4]);
  expect(from(1, 1, 'End')).toEqual([1, 2]);
  expect(from(1, 1, 'Home')).toEqual([1, 0]);
  expect(from(1, 1, 'Enter')).toEqual([]);
});
