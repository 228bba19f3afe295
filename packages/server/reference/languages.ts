import { DEFAULT_LANGUAGE, LANGUAGES } from '@palaver/protocol/languages';
import { blocks, code, GENERATED, table } from './markdown.ts';

/** docs/reference/languages.md: the languages in which Palaver speaks to users. */
export function languagesPage(): string {
  const rows = Object.entries(LANGUAGES).map(([tag, direction]) => [
    nameOf(tag, 'en'),
    nameOf(tag, tag),
    code(tag),
    direction === 'rtl' ? 'right to left' : 'left to right',
  ]);
  return `${blocks(INTRODUCTION, table(['Language', 'Its own name', 'Tag', 'Direction'], rows))}\n`;
}

function nameOf(tag: string, inLanguage: string): string {
  return new Intl.DisplayNames([inLanguage], { type: 'language' }).of(tag) ?? tag;
}

const INTRODUCTION = `${GENERATED}

# Languages

Palaver speaks to users in these languages: in [the components](../guides/react.md#languages) and
[the web component](../guides/web-component.md), in [notifications and e-mails](../guides/notifications.md#what-it-says), and on the page that
ends e-mails. A variant such as \`de-AT\` gets the texts of its language. Users of other languages get English. Portuguese is that of Brazil; notifications
and e-mails have words of their own for \`pt-PT\`. Your templates may have any language.`;

/** packages/react/src/element/other-languages.ts: how the web component loads the texts of a language. */
export function languageLoaders(): string {
  const others = Object.keys(LANGUAGES).filter((tag) => tag !== DEFAULT_LANGUAGE);
  const loaders = others.map(
    (tag) => `  ${tag}: () => import('../texts/${tag}.ts').then(({ ${tag} }) => ${tag}),`,
  );
  return `// (\`npm run generate\` writes this, from packages/protocol/src/languages.ts.)
import type { Texts } from '../texts/en.ts';

/** The texts of every language but English, which are loaded when they are needed. */
export const OTHER_LANGUAGES = {
${loaders.join('\n')}
} satisfies Record<string, () => Promise<Texts>>;
`;
}
