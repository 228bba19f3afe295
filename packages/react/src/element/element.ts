// `@palaver/react/element`: defines `<palaver-chat>`.
import { PalaverChat } from './palaver-chat.tsx';

export { connect } from '@palaver/client';
export type { Contact } from '../chat/contact.ts';
export type { Attachment } from '../composer/attachment.ts';
export type { MapUrl } from '../message/map-url.ts';
export type { RendererProps } from '../message/renderer-props.ts';
export type { MessageRenderers } from './message-renderers.ts';
export { PalaverChat };

// (Servers render no elements, and a page may load this module twice.)
if (typeof customElements === 'object' && customElements.get('palaver-chat') === undefined)
  customElements.define('palaver-chat', PalaverChat);
