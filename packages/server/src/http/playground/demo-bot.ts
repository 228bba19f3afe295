/* The bot of the demo. The server answers for it, through its public API and without an address outside. */

export const DEMO_BOT = { bot_id: 'northlight', display_name: 'Northlight Bot' };

export const GREETING =
  'Hello! I am a bot. Press a button, or write to me: the server of this demo answers in my name, as your back end would after a webhook.';

/** What the bot answers to a text. */
export function answerTo(text: string): string {
  if (/flat white|filter|espresso|coffee|cappuccino|latte/i.test(text))
    return `${text.trim().slice(0, 60)}? With pleasure: it waits for you at the counter ☕`;
  if (/open|hour|when|time/i.test(text))
    return 'Harbour Street 12 opens on Saturday at 8 am, and then every day from 7 to 7.';
  if (/thank/i.test(text)) return 'You are welcome 🙂';
  return 'I take orders (“A flat white”) and know the opening hours (“When do you open?”). In your app, your back end gets each message by a webhook and answers with POST /open-api/v1.0/chat/messages.';
}
