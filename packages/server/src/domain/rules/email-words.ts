import type { EmailPart, EmailPlaceholder, EmailTemplates } from '@palaver/protocol/emails';
import { own } from './notification-words.ts';
import { languagesOf, type SpokenTexts, textsIn } from './user-texts.ts';

/** What an e-mail about unread messages says. Only templates have a `footer`. */
export type EmailWords = SpokenTexts & Record<EmailPart, string>;

/**
 * The texts with the parts of the templates that fit best. Values are not searched for placeholders again: a user may be called
 * `{count}`.
 */
export function emailWordsOf(
  language: string,
  templates: EmailTemplates,
  values: Record<EmailPlaceholder, string>,
): EmailWords {
  const texts = { ...textsIn(language), footer: '' };
  const part = (name: EmailPart) => {
    const own = [...languagesOf(language), 'default']
      .map((one) => fromTemplate(templates, one, name))
      .find((text) => text !== undefined);
    return (own ?? texts[name]).replaceAll(
      /\{(name|count|threads)\}/g,
      (_, placeholder: string) => values[placeholder as EmailPlaceholder],
    );
  };
  return {
    ...texts,
    ...{ subject: part('subject'), intro: part('intro'), open: part('open'), footer: part('footer') },
  };
}

/** Undefined if there is none, or only white space. */
function fromTemplate(templates: EmailTemplates, language: string, name: EmailPart): string | undefined {
  const text = own(own(templates, language), name);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
