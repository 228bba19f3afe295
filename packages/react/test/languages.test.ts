import { PalaverError } from '@palaver/client';
import { LANGUAGES as DIRECTIONS } from '@palaver/protocol/languages';
import { expect, test } from 'vitest';
import { ar } from '../src/texts/ar.ts';
import { de } from '../src/texts/de.ts';
import { en } from '../src/texts/en.ts';
import { ja } from '../src/texts/ja.ts';
import { languageOf } from '../src/texts/language.ts';
import { vi } from '../src/texts/vi.ts';
import { LANGUAGES, textsIn } from './all-texts.ts';

/** The same in several languages. */
const SHARED = new Set([
  'direction',
  'bot',
  'support',
  'lastOf',
  'by',
  'kinds.text',
  'kinds.image',
  'kinds.video',
  'kinds.audio',
  'kinds.sticker',
  'chats',
  'online',
  'chatWith',
  'message',
  'messages',
  'notifications',
  'stickers',
  'stickerNamed',
  'inChat',
  'roles.admin',
  'members',
  'searchMessages',
]);

/** Every text, with the same arguments in each language. */
function all(texts: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set(path + key, value);
    else if (typeof value === 'function' && key !== 'emojiNames')
      found.set(path + key, String((value as (...args: unknown[]) => string)(7, 2)));
    else if (typeof value === 'object')
      for (const [inner, text] of all(value as object, `${path}${key}.`)) found.set(inner, text);
  }
  return found;
}

const OTHERS = LANGUAGES.filter((language) => language !== 'en');

test.for(OTHERS)('%s leaves no text in English, and none empty', async (language) => {
  const texts = await textsIn(language);
  expect(texts.locale).toBe(language);
  expect(texts.direction).toBe(DIRECTIONS[language]);
  const english = all(en);
  const others = all(texts);
  expect([...others.keys()].sort()).toEqual([...english.keys()].sort());
  const untranslated = [...others].filter(([key, text]) => text === english.get(key) && !SHARED.has(key));
  expect(untranslated).toEqual([]);
  expect([...others].filter(([key, text]) => text === '' && key !== 'kinds.text')).toEqual([]);
});

test('numbers and dates are those of the language', () => {
  const day = Date.UTC(2026, 4, 3, 12);
  expect(languageOf(de).day(day)).toBe('Sonntag, 3. Mai');
  expect(languageOf(vi).number(12_345.5)).toBe('12.345,5');
  expect(languageOf(ja).day(day)).toBe('5月3日日曜日');
  expect(de.members(1)).toBe('1 Mitglied');
  expect(de.members(2_000)).toBe('2.000 Mitglieder');
  expect([1, 2, 5, 20, 200].map(ar.members)).toEqual(['عضو واحد', 'عضوان', '5 أعضاء', '20 عضوًا', '200 عضو']);
  expect(ar.direction).toBe('rtl');
});

test('errors are worded in the language, with their code; those without a sentence as the server words them', () => {
  const { sentenceOf } = languageOf(ar);
  const error = (code: string, message: string) => new PalaverError({ code, message });
  expect(sentenceOf(error('M40401', 'The thread was not found.'))).toBe('هذه المحادثة غير موجودة. (M40401)');
  expect(sentenceOf(error('network', 'The connection was lost'))).toBe('لا يوجد اتصال بالخادم. (network)');
  expect(sentenceOf(error('M41500', 'Not supported.'))).toBe('Not supported. (M41500)');
  expect(sentenceOf(error('constructor', 'Odd'))).toBe('Odd (constructor)');
});
