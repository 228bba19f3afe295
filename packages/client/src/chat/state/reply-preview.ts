import { type ClientMessage, REPLY_PREVIEW_CHARS } from '../../api.ts';
import type { Profile } from './profile.ts';

/** Updates the quote in a reply to `quoted`. Returns the same object if the message is no reply to it. */
export function withQuote<Message extends ClientMessage>(message: Message, quoted: ClientMessage): Message {
  if (message.reply_to !== quoted.seq) return message;
  const { seq, kind, body, deleted_at } = quoted;
  const { type, ext_user_id, display_name } = quoted.sender;
  // Truncates by code points, like the server. A code point is one or two UTF-16 units.
  const text = Array.from(body.text.slice(0, 2 * REPLY_PREVIEW_CHARS))
    .slice(0, REPLY_PREVIEW_CHARS)
    .join('');
  const sender = { type, ext_user_id, display_name };
  return { ...message, reply_preview: { seq, kind, sender, text, deleted_at } };
}

/** Updates the name of the quoted sender. Returns the same object if the quote is by somebody else, or unchanged. */
export function withQuotedProfile<Message extends ClientMessage>(
  message: Message,
  profile: Profile | undefined,
): Message {
  const { reply_preview: preview } = message;
  if (profile === undefined || preview?.sender.ext_user_id !== profile.ext_user_id) return message;
  const { display_name } = profile;
  if (preview.sender.display_name === display_name) return message;
  return { ...message, reply_preview: { ...preview, sender: { ...preview.sender, display_name } } };
}
