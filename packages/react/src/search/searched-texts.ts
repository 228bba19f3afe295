// (A copy of packages/protocol/src/searched-texts.ts: `npm run generate` writes it.)
import type { MessageMetadata as Metadata } from '@palaver/client';

/** A text of a message that search finds. */
export interface SearchedText {
  /** Where it is: `text`, or the field of the metadata, such as `promotion.title`. */
  field: string;
  text: string;
}

/** What search finds of a message: its text, and of its metadata what a person reads there, in the order in which it is shown. */
export function searchedTexts({
  text,
  metadata,
}: {
  text: string;
  metadata: readonly Metadata[];
}): SearchedText[] {
  const texts = [{ field: 'text', text }, ...metadata.flatMap(textsOf)];
  return texts.filter((searched) => searched.text !== '');
}

function textsOf(metadata: Metadata): SearchedText[] {
  switch (metadata.type) {
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return textOf('name', metadata.name);
    case 'custom_defined':
      return [
        ...textOf('custom_name', metadata.custom_name),
        ...stringsIn(documentIn(metadata.payload)).map((text) => ({ field: 'payload', text })),
      ];
    case 'promotion': {
      const { label, title, description, buttons = [] } = metadata.promotion;
      return [
        ...textOf('promotion.label', label),
        ...textOf('promotion.title', title),
        ...textOf('promotion.description', description),
        ...buttons.flatMap((button, index) => textOf(`promotion.buttons[${index}].label`, button.label)),
      ];
    }
    case 'location':
      return [...textOf('name', metadata.name), ...textOf('address', metadata.address)];
    case 'text':
    case 'sticker':
      return [];
    default:
      // A kind of a later version; of this one, each has its line above, or this does not compile.
      metadata satisfies never;
      return [];
  }
}

const textOf = (field: string, text = ''): SearchedText[] => [{ field, text }];

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
