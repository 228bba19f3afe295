/** The bot of the playground: only bots can send cards. */
export const BOT = { bot_id: 'playground-bot', display_name: 'Palaver Bot' };

/** Push services want to know where to reach the sender. */
export const WEB_PUSH_SUBJECT = 'mailto:playground@example.com';

/** Files in the page's folder `demo`. */
export const PACK = { name: 'Moods', icon: 'icon.png', stickers: 'stickers.zip' };

/** The `body` of a message: a card with a button of each type. `files`: the URL of the page's folder `demo`. */
export function sampleCard(files: string): object {
  const promotion = {
    label: 'Today only',
    title: 'Two coffees for one',
    image_url: `${files}/hills.png`,
    description: 'Show this card at the counter. Which one would you like?',
    buttons: [
      { label: 'A flat white', action: { type: 2, payload: '{"order":"flat-white"}' } },
      { label: 'No, thank you', action: { type: 3 } },
      { label: 'Where is it?', action: { type: 1, payload: 'https://www.openstreetmap.org/' } },
    ],
  };
  return { metadata: [{ type: 'promotion', promotion }] };
}
