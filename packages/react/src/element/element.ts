// `@palaver/react/element`: defines `<palaver-chat>`.
import { PalaverChat } from './palaver-chat.tsx';

export { connect } from '@palaver/client';
export type { Attachment } from '../context/attachment.ts';
export type { Contact } from '../context/contact.ts';
export type { MapUrl } from '../context/map-url.ts';
export type { RendererProps } from '../context/renderer-props.ts';
export type { MessageRenderers } from './message-renderers.ts';
export { PalaverChat };

// (Servers render no elements, and a page may load this module twice.)
if (typeof customElements === 'object' && customElements.get('palaver-chat') === undefined)
  customElements.define('palaver-chat', PalaverChat);
