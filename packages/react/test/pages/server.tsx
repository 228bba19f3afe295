import { connect } from '@palaver/client';
import { Avatar, Chat, ChatApp } from '@palaver/react';
import { version } from 'react';
import { renderToString } from 'react-dom/server';

const FOREIGN = 'https://cdn.example.com/ann.png';
const UPLOADED = `https://chat.example.com/file/v1.0/file/${'0'.repeat(32)}/thumbnail/thumbnail.webp`;

/**
 * Renders a chat as a server does, before it is connected and with a connection that has not begun; then pictures of users, one of
 * which is an uploaded file, in a chat and without one.
 */
export function render(): { version: string; pages: string[]; pictures: string[] } {
  const client = connect({ url: 'http://127.0.0.1:9', token: 'none' });
  const pages = [undefined, client].map((one) => renderToString(<ChatApp client={one} />));
  const avatars = [FOREIGN, UPLOADED].map((url) => <Avatar key={url} id={url} name="Ann" url={url} />);
  const pictures = [renderToString(<Chat client={client}>{avatars}</Chat>), renderToString(avatars)];
  client.close();
  return { version, pages, pictures };
}
