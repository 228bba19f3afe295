import { LANGUAGES as DIRECTIONS, type Language } from '@palaver/protocol/languages';
import { OTHER_LANGUAGES } from '../src/element/other-languages.ts';
import { en, type Texts } from '../src/texts/en.ts';

export const LANGUAGES = Object.keys(DIRECTIONS) as Language[];

/** (Does not compile if a language has no texts, or `npm run generate` has not run.) */
const LOADERS: Record<Language, () => Promise<Texts>> = { ...OTHER_LANGUAGES, en: () => Promise.resolve(en) };

export const textsIn = (language: Language): Promise<Texts> => LOADERS[language]();
