import { LANGUAGES, type Language } from '@palaver/protocol/languages';
import { expect, test } from 'vitest';
import { PUBLIC_URL, SETTINGS, startEmailed } from './emailed.ts';
import { deviceOf, startNotified } from './notified.ts';

/** What users read in their language, as a push service and a mail server get it. */

const TAGS = Object.keys(LANGUAGES) as Language[];
const OTHERS = TAGS.filter((tag) => tag !== 'en');
const ADDRESS = 'https://cdn.example.com/a.jpg';
const PICTURE = {
  name: 'a.jpg',
  width: 1,
  height: 2,
  size: 3,
  source_url: ADDRESS,
  source_thumb_url: ADDRESS,
};
const IMAGE = { body: { text: '', metadata: [{ type: 'image', ...PICTURE }] } };

test('a push says what it says in the language of the device', async () => {
  const { server, service, away, run, settled } = await startNotified();
  const ann = await away('ann');
  const devices = await Promise.all(
    TAGS.map(async (language) => {
      const user = await away(language);
      const body = { ...deviceOf(user.subscription), language: `${language}-XA` };
      await user.ok('PUT', `/client/v1.0/devices/${language}`, { body });
      return [language, user.subscription] as const;
    }),
  );
  const threadId = await server.group(['ann', ...TAGS]);
  const bodies = () =>
    Object.fromEntries(
      devices.map(([language, { pushes }]) => [language, pushes.at(-1)?.payload.body as string]),
    );
  run();
  await ann.say(threadId, IMAGE);
  await settled();
  expect(bodies()).toMatchObject({ ar: 'ANN: صورة', de: 'ANN: Foto', en: 'ANN: Photo', ja: 'ANN: 写真' });
  await server.ok('PUT', SETTINGS, { body: { preview: 'sender' } });
  await ann.say(threadId, 'secret');
  await settled();
  expect(bodies()).toMatchObject({ ar: 'ANN: رسالة جديدة', en: 'ANN: New message', vi: 'ANN: Tin nhắn mới' });
  for (const language of OTHERS) {
    expect(bodies()[language]).toMatch(/^ANN: ./);
    expect(bodies()[language]).not.toContain('New message');
  }
  expect(service.faults).toEqual([]);
});

test('an e-mail speaks the language of its address, in its direction', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const ann = await away('ann');
  await Promise.all(TAGS.map((language) => away(language, { language: `${language}-XA` })));
  const threadId = await server.group(['ann', ...TAGS]);
  run();
  await ann.say(threadId, IMAGE);
  await after(61);
  const mails = new Map(mail.mails.map((one) => [one.recipients[0]?.split('@')[0], one]));
  expect(new Set(mails.keys())).toEqual(new Set(TAGS));
  expect(mails.get('ar')?.subject).toBe('رسائل غير مقروءة (1)');
  for (const text of ['لديك رسائل لم تقرأها بعد.', 'ANN: صورة', 'إلغاء الاشتراك: https://'])
    expect(mails.get('ar')?.text).toContain(text);
  const [english] = [mails.get('en')];
  for (const language of TAGS) {
    const html = mails.get(language)?.html ?? '';
    expect(html).toContain(`<div lang="${language}" dir="${LANGUAGES[language]}"`);
    expect(html).not.toContain('undefined');
  }
  for (const language of OTHERS) {
    expect(mails.get(language)?.subject).toMatch(/1/);
    expect(mails.get(language)?.subject).not.toBe(english?.subject);
    for (const text of ['You have messages', 'Unsubscribe']) {
      expect(english?.text).toContain(text);
      expect(mails.get(language)?.text).not.toContain(text);
    }
  }
  // The page that the link of the e-mail opens, in the language of the browser.
  const header = mails.get('ar')?.header('list-unsubscribe') ?? '';
  const base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const pages = await Promise.all(
    TAGS.map(async (language) => {
      const headers = { 'accept-language': `${language},en;q=0.5` };
      const page = await fetch(`${base}${header.slice(`<${PUBLIC_URL}`.length, -1)}`, { headers });
      return page.text();
    }),
  );
  expect(new Set(pages).size).toBe(TAGS.length);
  for (const [index, language] of TAGS.entries())
    expect(pages[index]).toContain(`<html lang="${language}" dir="${LANGUAGES[language]}">`);
});
