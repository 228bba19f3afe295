import { type ClientMessage, REPLY_PREVIEW_CHARS } from '../api.ts';
import type { Profile } from './profile.ts';

/** A message as it quotes another one now: the same object when it does not quote that one. */
export function quoting<One extends ClientMessage>(one: One, quoted: ClientMessage): One {
  if (one.reply_to !== quoted.seq) return one;
  const { seq, kind, body, deleted_at } = quoted;
  const { type, ext_user_id, display_name } = quoted.sender;
  // As the server cuts it: by code points.
  const text = Array.from(body.text.slice(0, 2 * REPLY_PREVIEW_CHARS))
    .slice(0, REPLY_PREVIEW_CHARS)
    .join('');
  const sender = { type, ext_user_id, display_name };
  return { ...one, reply_preview: { seq, kind, sender, text, deleted_at } };
}

/** A message whose quote is of somebody, as they are shown now: the same object when that is as before. */
export function quotedAs<One extends ClientMessage>(one: One, user: Profile | undefined): One {
  const { reply_preview: preview } = one;
  if (user === undefined || preview?.sender.ext_user_id !== user.ext_user_id) return one;
  const { display_name } = user;
  if (preview.sender.display_name === display_name) return one;
  return { ...one, reply_preview: { ...preview, sender: { ...preview.sender, display_name } } };
}
