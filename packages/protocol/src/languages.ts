/**
 * The languages in which Palaver speaks to users, with the direction of their scripts: the components, notifications, e-mails, and the page
 * that ends e-mails. A language without its texts does not compile (`npm run check`). CONTRIBUTING.md says how one is added.
 */
export const LANGUAGES = {
  ar: 'rtl',
  de: 'ltr',
  en: 'ltr',
  es: 'ltr',
  fr: 'ltr',
  ja: 'ltr',
  pt: 'ltr',
  tr: 'ltr',
  vi: 'ltr',
} as const satisfies Record<string, 'ltr' | 'rtl'>;

export type Language = keyof typeof LANGUAGES;

/** For users of any other language. */
export const DEFAULT_LANGUAGE: Language = 'en';
