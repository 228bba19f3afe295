import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MessageToTell, wordsOf } from '../../src/domain/rules/notification-words.ts';
import { someOf } from '../harness/seed.ts';

const NOTHING = { title: '', subtitle: '', body: '', avatarUrl: '', imageUrl: '' };
const MESSAGE: MessageToTell = {
  kind: 'text',
  text: 'Where is my parcel?',
  promotionTitle: '',
  senderName: 'Ann',
  threadName: 'Order 4711',
  threadType: 'group',
  isMention: false,
  customNotify: null,
  templates: {},
  language: 'en',
  preview: 'full',
};
const CUSTOM = {
  title: 'News of your parcel',
  subtitle: 'Order',
  avatar_url: 'https://cdn.example.com/a.png',
  image_url: 'https://cdn.example.com/i.png',
};
const wordsWith = (change: Partial<MessageToTell>) => wordsOf({ ...MESSAGE, ...change });
const direct = { threadType: 'direct', threadName: '' } as const;

describe('without templates', () => {
  test('a group names itself, and the sender in front of the text; a direct thread names the sender', () => {
    expect(wordsOf(MESSAGE)).toEqual({ ...NOTHING, title: 'Order 4711', body: 'Ann: Where is my parcel?' });
    expect(wordsWith(direct)).toEqual({ ...NOTHING, title: 'Ann', body: 'Where is my parcel?' });
    expect(wordsWith({ senderName: '' })).toMatchObject({ title: 'Order 4711', body: 'Where is my parcel?' });
    expect(wordsWith({ threadName: ' ' })).toMatchObject({ title: 'Ann', body: 'Where is my parcel?' });
    expect(wordsWith({ ...direct, senderName: '' })).toMatchObject({ title: 'New message' });
  });

  test.each([
    ['image', 'en', 'Photo'],
    ['video', 'fr-CA', 'Vidéo'],
    ['sticker', 'vi', 'Nhãn dán'],
    ['file', 'de', 'Datei'],
    ['audio', 'ja', '音声'],
    ['file', 'pt-BR', 'Arquivo'],
    ['file', 'pt-PT', 'Ficheiro'],
    ['location', 'de', 'Standort'],
    ['location', 'ja', '位置情報'],
    ['custom_defined', 'ja-JP', 'メッセージ'],
    ['promotion', 'es-419', 'Mensaje'],
    ['image', 'tlh', 'Photo'],
    ['image', '', 'Photo'],
    ['image', 'no language', 'Photo'],
    ['constructor', 'constructor', 'Message'],
  ])('a message of kind %s without text is a word of the language %s: %s', (kind, language, body) => {
    expect(wordsWith({ ...direct, kind, language, text: '' })).toEqual({ ...NOTHING, title: 'Ann', body });
  });

  test('a text comes before the title of a promotion, and that before a word', () => {
    const promotion = { ...direct, kind: 'promotion', promotionTitle: 'Ten percent off' };
    expect(wordsWith(promotion)).toMatchObject({ body: 'Where is my parcel?' });
    expect(wordsWith({ ...promotion, text: '' })).toMatchObject({ body: 'Ten percent off' });
    expect(wordsWith({ ...direct, kind: 'image', text: ' \n' })).toMatchObject({ body: 'Photo' });
  });
});

describe('custom_notify', () => {
  test('replaces each part by itself', () => {
    const templates = { en: { default: { title: 'T', body: 'B' } } };
    expect(wordsWith({ customNotify: CUSTOM, templates })).toEqual({
      title: CUSTOM.title,
      subtitle: CUSTOM.subtitle,
      body: 'B',
      avatarUrl: CUSTOM.avatar_url,
      imageUrl: CUSTOM.image_url,
    });
    expect(wordsWith({ customNotify: { subtitle: 'Order' }, templates })).toMatchObject({ title: 'T' });
    expect(wordsWith({ customNotify: { title: '' }, templates: {} })).toMatchObject({ title: 'Order 4711' });
    expect(wordsWith({ customNotify: CUSTOM })).toMatchObject({ body: 'Ann: Where is my parcel?' });
  });
});

describe('a template', () => {
  const templates = {
    'pt-BR': { text: { title: 'br text' } },
    pt: { text: { title: 'pt text', body: 'pt body' }, default: { title: 'pt default' } },
    default: { image: { title: 'any image' }, default: { title: 'any' }, mention: { title: 'any mention' } },
  };

  test.each([
    ['pt-BR', 'text', false, 'br text', 'pt body'],
    ['PT-br', 'text', false, 'br text', 'pt body'],
    ['pt-AO', 'text', false, 'pt text', 'pt body'],
    ['pt-BR', 'image', false, 'pt default', 'Ann: x'],
    ['pt', 'text', true, 'pt text', 'pt body'],
    ['fr', 'image', false, 'any image', 'Ann: x'],
    ['fr', 'image', true, 'any mention', 'Ann: x'],
    ['', 'text', false, 'any', 'Ann: x'],
    ['fr', 'constructor', false, 'any', 'Ann: x'],
  ])('of the best language and kind: %s, %s, mention %s', (language, kind, isMention, title, body) => {
    expect(wordsWith({ language, kind, isMention, templates, text: 'x' })).toMatchObject({ title, body });
  });

  test('is filled once', () => {
    const body = '{sender}, {thread}, {text}, {title}, {other}, {sender}';
    const filled = wordsWith({
      templates: { en: { text: { body } } },
      senderName: '{text}',
      text: '{sender} $& $1',
      promotionTitle: '{thread}',
    });
    expect(filled.body).toBe('{text}, Order 4711, {sender} $& $1, {thread}, {other}, {text}');
  });

  test('that says nothing of this message gives way', () => {
    const blank = { en: { image: { title: '{title}', body: ' {title}\n' }, default: { body: 'B {text}' } } };
    expect(wordsWith({ kind: 'image', text: '', templates: blank })).toMatchObject({
      title: 'Order 4711',
      body: 'B Photo',
    });
    const inDirect = wordsWith({ ...direct, templates: { en: { text: { title: '{thread}' } } } });
    expect(inDirect.title).toBe('Ann');
  });
});

describe('the preview', () => {
  const templates = { en: { default: { title: '{sender} {title}', body: 'It says: {text}{title}' } } };
  const secret = { text: 'SECRET', promotionTitle: 'SECRET' };

  test('sender shows no text of the message, but custom_notify', () => {
    const preview = 'sender';
    expect(wordsWith({ ...secret, preview })).toMatchObject({
      title: 'Order 4711',
      body: 'Ann: New message',
    });
    expect(wordsWith({ ...secret, preview, kind: 'image' })).toMatchObject({ body: 'Ann: Photo' });
    expect(wordsWith({ ...secret, preview, templates })).toMatchObject({
      title: 'Ann ',
      body: 'It says: New message',
    });
    expect(wordsWith({ ...secret, preview, customNotify: CUSTOM })).toMatchObject({
      title: CUSTOM.title,
      imageUrl: CUSTOM.image_url,
    });
  });

  test('none shows nothing at all', () => {
    const none = { ...secret, preview: 'none', templates, customNotify: CUSTOM } as const;
    expect(wordsWith(none)).toEqual({ ...NOTHING, title: 'New message' });
    expect(wordsWith({ ...none, language: 'vi-VN' })).toEqual({ ...NOTHING, title: 'Tin nhắn mới' });
  });
});

describe('any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('{text}', '{sender}', '{', '__proto__', 'x'.repeat(5_000), '\u{1f600}'.repeat(2_000)),
    fc.string({
      unit: fc.constantFrom('\ud800', '\udc00', '\u202e', '\u0301', 'a', '{', '}'),
      maxLength: 40,
    }),
  );
  const part = fc.option(text, { nil: undefined });
  const notify = fc.record({ title: part, subtitle: part, avatar_url: part, image_url: part });
  const message = fc.record({
    kind: fc.oneof(fc.constantFrom('text', 'image', 'promotion', 'sticker', 'constructor'), text),
    text,
    promotionTitle: text,
    senderName: text,
    threadName: text,
    threadType: fc.constantFrom('direct', 'group'),
    isMention: fc.boolean(),
    customNotify: fc.option(notify),
    templates: fc.dictionary(text, fc.dictionary(text, fc.record({ title: part, body: part }))),
    language: fc.oneof(fc.constantFrom('en', 'pt-BR', 'x', 'default'), text),
    preview: fc.constantFrom('full', 'sender', 'none'),
  }) as fc.Arbitrary<MessageToTell>;

  test('makes words of bounded length that are not empty', () => {
    fc.assert(
      fc.property(message, (told) => {
        const { title, subtitle, body } = wordsOf(told);
        expect(title).not.toBe('');
        if (told.preview !== 'none') expect(body).not.toBe('');
        for (const words of [title, subtitle, body])
          expect(Array.from(words).length).toBeLessThanOrEqual(1_000);
      }),
      { numRuns: someOf(2_000) },
    );
  });

  test('is cut between code points', () => {
    const long = '\u{1f600}'.repeat(1_500);
    const customNotify = { title: `a${long}` };
    const { title, body } = wordsWith({ ...direct, text: long, customNotify });
    expect(body).toBe('\u{1f600}'.repeat(1_000));
    expect(title).toBe(`a${'\u{1f600}'.repeat(999)}`);
    expect(wordsWith({ ...direct, text: 'x'.repeat(1_000) }).body).toBe('x'.repeat(1_000));
    expect(wordsWith({ ...direct, text: 'x'.repeat(1_001) }).body).toBe('x'.repeat(1_000));
  });

  test('of megabytes is read only as far as it is shown', () => {
    const huge = ' {'.repeat(5_000_000);
    const told = wordsWith({
      text: huge,
      senderName: huge,
      threadName: huge,
      promotionTitle: huge,
      language: huge,
      customNotify: { title: huge, subtitle: huge },
      templates: { en: { text: { title: '{text}'.repeat(33), body: '{text}{sender}'.repeat(70) } } },
    });
    expect(told.title).toBe(huge.slice(0, 1_000));
    expect(told.body).toHaveLength(1_000);
  });
});
