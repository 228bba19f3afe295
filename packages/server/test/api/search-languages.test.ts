import type { SearchHit } from '@palaver/protocol/search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, myMessagesUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { useServer } from '../harness/use-server.ts';

/**
 * Search finds all messages that a plain scan of their texts finds: by any part in scripts without spaces between words, and by whole
 * words and their beginnings in the others.
 */

/** Languages that are written with spaces between words. */
const SPACED = {
  English: [
    "The quick brown fox doesn't jump over the lazy dog.",
    'Meeting moved to 3pm — see https://example.com/agenda?id=42#top',
    'naïve café, résumé and façade',
  ],
  German: [
    'Die Straße ist naß, und Fußgänger müssen warten.',
    'Übermäßige Größe: 10 Äpfel für Öl',
    'FLUẞUFER im Nebel',
  ],
  Vietnamese: [
    'Tiếng Việt có nhiều dấu: đường phố Hà Nội đẹp lắm',
    'Cảm ơn bạn rất nhiều, hẹn gặp lại ngày mai!',
    'Nguyễn Văn Đạt đã gửi tệp báo cáo'.normalize('NFD'),
  ],
  Arabic: ['مرحبا بالعالم، كيف حالك اليوم؟', 'اَلسَّلَامُ عَلَيْكُمْ وَرَحْمَةُ ٱللَّٰهِ', 'مـــرحـــبا يا صديقي'],
  Hebrew: ['שלום עולם, מה שלומך היום?', 'בְּרֵאשִׁית בָּרָא אֱלֹהִים', 'תל־אביב יפה מאוד'],
  Tibetan: ['བོད་ཡིག་གི་དཔེ་ཆ་འདི་ཡག་པོ་འདུག', 'བཀྲ་ཤིས་བདེ་ལེགས། ང་ཚོ་ཡང་འགྲོ།'],
  Ukrainian: ['Запашна мʼята й обʼєднані сімʼї'],
  Hindi: ['नमस्ते दुनिया, आप कैसे हैं?', 'हिन्दी में खोज करना आसान है', 'कृपया फ़ाइल भेज दीजिए'],
};

/** Languages that are not, or whose words take endings without one. */
const UNSPACED = {
  Chinese: ['我們明天在北京大學見面吧', '研究生命的起源很有趣', '今天天气很好，我们去公园散步'],
  Japanese: ['東京都に行きたいです', 'ﾊﾟｿｺﾝとスマートフォンを買った', 'コーヒーを飲みながら勉強する'],
  Korean: [
    '학교에서 친구를 만났어요',
    '오늘 날씨가 정말 좋네요ㅋㅋㅋ',
    '한국어 검색은 어렵습니다'.normalize('NFD'),
  ],
  Yi: ['ꆈꌠꉙꉠꇁ', 'ꊿꂷꃅꄿꐨꐥ,ꌅꅍꀂꏽꐯꒈꃅꐥꌐ。'],
  Javanese: ['ꦱꦸꦒꦼꦁꦲꦺꦚ꧀ꦗꦁ', 'ꦩꦠꦸꦂꦤꦸꦮꦸꦤ꧀ꦱꦔꦼꦠ꧀'],
  Thai: ['วันนี้อากาศดีมากไปเที่ยวทะเลกัน', 'ตากลมมองดูพระจันทร์', 'ขอบคุณมากครับสำหรับความช่วยเหลือ'],
};

const MIXED = [
  'iPhone15を買いました！ ｉＰａｄも欲しい',
  'Deploy 👍🏽 done 🇻🇳 v2.10.3_final.tar.gz',
  'ﬁne ①②③ ㎏ ½',
];
const TEXTS = [...Object.values(SPACED).flat(), ...Object.values(UNSPACED).flat(), ...MIXED];

/** A plain scan: what differs only in spelling, case or accents is made equal, and the rest is compared as it is. */
const ACCENTED =
  /(?<=[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Arabic}\p{scx=Hebrew}]\p{Mn}*)\p{Mn}/gu;
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\u0640|\u200d|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu, '')
    .replaceAll(ACCENTED, '')
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .normalize('NFC');
}
const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const server = await useServer();
let stopIndexer: () => Promise<void>;
let ann: SignedIn;
beforeAll(async () => {
  stopIndexer = server.runIndexer();
  ann = at(await signInAll(server, 1), 0);
  const thread = await server.group([ann.userId]);
  await Promise.all(TEXTS.map((text) => ann.ok('POST', myMessagesUrl(thread), { body: { body: { text } } })));
  await server.indexed();
});
afterAll(async () => {
  await stopIndexer();
});

async function find(q: string): Promise<Set<string>> {
  const hits: SearchHit[] = await ann.ok('GET', `/client/v1.0/search?limit=100&q=${encodeURIComponent(q)}`);
  for (const { message, ranges } of hits) {
    expect(ranges.length).toBeGreaterThan(0);
    const length = Array.from(message.body.text).length;
    for (const range of ranges) expect(range.start + range.length).toBeLessThanOrEqual(length);
  }
  return new Set(hits.map(({ message }) => message.body.text));
}

describe.each(Object.entries<string[]>(UNSPACED))('%s', (_language, texts) => {
  test.each(texts)('%s: each part finds every text that has it', async (text) => {
    for (const run of wordsOf(text)) {
      const signs = Array.from(run);
      const parts = new Set(
        signs.flatMap((_, start) => [1, 2, 4].map((length) => signs.slice(start, start + length).join(''))),
      );
      for (const part of parts) {
        // (A sign that begins with a mark would join what is before it.)
        if (/^\p{M}/u.test(part)) continue;
        const expected = TEXTS.filter((other) => plain(other).includes(part));
        expect([part, ...(await find(part))].sort()).toEqual([part, ...expected].sort());
      }
    }
  });
});

describe.each(Object.entries<string[]>(SPACED))('%s', (_language, texts) => {
  test.each(texts)('%s: each word and each beginning finds every text that has it', async (text) => {
    for (const word of wordsOf(text)) {
      const signs = Array.from(word);
      for (const length of new Set([1, 2, 4, signs.length])) {
        const part = signs.slice(0, length).join('');
        const expected = TEXTS.filter((other) => wordsOf(other).some((one) => one.startsWith(part)));
        expect([part, ...(await find(part))].sort()).toEqual([part, ...expected].sort());
      }
      const whole = TEXTS.filter((other) => wordsOf(other).includes(word));
      expect([word, ...(await find(`"${word}"`))].sort()).toEqual([word, ...whole].sort());
    }
  });
});
