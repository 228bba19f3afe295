import { type ClientMessage, REPLY_PREVIEW_CHARS } from '../../api.ts';
import { type Profiles, withProfile } from './profile.ts';

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

/** Updates the sender, and the name of the quoted sender. Returns the same object if both are unchanged. */
export function withProfiles<Message extends ClientMessage>(message: Message, profiles: Profiles): Message {
  const sender = withProfile(message.sender, profiles);
  const quoted = withQuotedProfile(message, profiles);
  return sender === message.sender ? quoted : { ...quoted, sender };
}

function withQuotedProfile<Message extends ClientMessage>(message: Message, profiles: Profiles): Message {
  const { reply_preview: preview } = message;
  const profile = preview && profiles.get(preview.sender.ext_user_id);
  if (!profile || preview.sender.display_name === profile.display_name) return message;
  const { display_name } = profile;
  return { ...message, reply_preview: { ...preview, sender: { ...preview.sender, display_name } } };
}
