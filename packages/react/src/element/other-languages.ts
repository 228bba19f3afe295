// (`npm run generate` writes this, from packages/protocol/src/languages.ts.)
import type { Texts } from '../texts/en.ts';

/** The texts of every language but English, which are loaded when they are needed. */
export const OTHER_LANGUAGES = {
  ar: () => import('../texts/ar.ts').then(({ ar }) => ar),
  de: () => import('../texts/de.ts').then(({ de }) => de),
  es: () => import('../texts/es.ts').then(({ es }) => es),
  fr: () => import('../texts/fr.ts').then(({ fr }) => fr),
  ja: () => import('../texts/ja.ts').then(({ ja }) => ja),
  pt: () => import('../texts/pt.ts').then(({ pt }) => pt),
  tr: () => import('../texts/tr.ts').then(({ tr }) => tr),
  vi: () => import('../texts/vi.ts').then(({ vi }) => vi),
} satisfies Record<string, () => Promise<Texts>>;
