import type { Metadata } from '@palaver/protocol/message-kinds';
import type { Message } from '@palaver/protocol/messages';

/** A text of a message that search finds. */
export interface SearchedText {
  /** Where it is: `text`, or the field of the metadata, such as `promotion.title`. */
  field: string;
  text: string;
}

/** What search finds of a message: its text, and of its metadata what a person reads there. */
export function searchedTexts({ text, metadata }: Message['body']): SearchedText[] {
  const texts = [{ field: 'text', text }, ...metadata.flatMap(textsOf)];
  return texts.filter((searched) => searched.text !== '');
}

function textsOf(metadata: Metadata): SearchedText[] {
  switch (metadata.type) {
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return [{ field: 'name', text: metadata.name }];
    case 'custom_defined':
      return [
        { field: 'custom_name', text: metadata.custom_name },
        ...stringsIn(documentIn(metadata.payload)).map((text) => ({ field: 'payload', text })),
      ];
    case 'promotion': {
      const { label = '', title, description = '', buttons = [] } = metadata.promotion;
      return [
        { field: 'promotion.label', text: label },
        { field: 'promotion.title', text: title },
        { field: 'promotion.description', text: description },
        ...buttons.map((button, index) => ({
          field: `promotion.buttons[${index}].label`,
          text: button.label,
        })),
      ];
    }
    case 'text':
    case 'sticker':
      return [];
  }
}

/** (A message that came into the database without the API may have anything there. The index must not stop at it.) */
function documentIn(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}

/** The strings among the values of a document, in its order. (Without recursion: it may be nested deeply.) */
function stringsIn(document: unknown): string[] {
  const strings: string[] = [];
  const rest = [document];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string') strings.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value).reverse()) rest.push(item);
  }
  return strings;
}
