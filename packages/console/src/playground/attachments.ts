import type { Attachment, MapUrl } from '@palaver/react';
import { inFolder } from './addresses.ts';
import type { BackEnd } from './back-end.ts';

/** Files in public/demo. In your app the user would choose a file, and you would upload it first. */
const PICTURE = { name: 'hills.png', width: 640, height: 400, size: 16_144 };
const FILM = { name: 'sunrise.webm', width: 640, height: 400, size: 68_205 };
const PAPER = { name: 'menu.pdf', size: 13_136, mime_type: 'application/pdf' };

const addressOf = ({ name }: { name: string }) => inFolder(`demo/${name}`);

/** Shows a place on the map of OpenStreetMap. */
export const mapUrl: MapUrl = ({ latitude, longitude }) =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;

/** A message of every kind but text. The card comes from a bot. */
export function attachmentsOf(backEnd: BackEnd): Attachment[] {
  const thumbnail = { source_thumb_url: addressOf(PICTURE) };
  const image = { type: 'image' as const, ...PICTURE, ...thumbnail, source_url: addressOf(PICTURE) };
  const video = { type: 'video' as const, ...FILM, ...thumbnail, source_url: addressOf(FILM) };
  const file = { type: 'file' as const, ...PAPER, source_url: addressOf(PAPER) };
  const custom = {
    type: 'custom_defined' as const,
    custom_name: 'order',
    payload: '{"number":4711}',
  };
  const place = {
    type: 'location' as const,
    latitude: 52.5163,
    longitude: 13.3777,
    name: 'Brandenburg Gate',
    address: 'Pariser Platz, 10117 Berlin',
  };
  return [
    { label: 'An image', message: { body: { text: 'The view from here.', metadata: [image] } } },
    { label: 'A video', message: { body: { text: 'It moves, too.', metadata: [video] } } },
    { label: 'A file', message: { body: { metadata: [file] } } },
    { label: 'A place', message: { body: { metadata: [place] } } },
    { label: 'A kind of your own', message: { body: { metadata: [custom] } } },
    { label: 'A card with buttons, from a bot', run: (threadId) => backEnd.sendCard(threadId) },
  ];
}
