import { connect } from '@palaver/client';
import { ChatApp } from '@palaver/react';
import { version } from 'react';
import { renderToString } from 'react-dom/server';

/** Renders a chat as a server does, before it is connected and with a connection that has not begun. */
export function render(): { version: string; pages: string[] } {
  const client = connect({ url: 'http://127.0.0.1:9', token: 'none' });
  const pages = [undefined, client].map((one) => renderToString(<ChatApp client={one} />));
  client.close();
  return { version, pages };
}
