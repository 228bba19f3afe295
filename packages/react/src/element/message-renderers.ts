import type { RendererProps } from '../context/renderer-props.ts';

/**
 * Functions by the `custom_name` of the messages that they show. They run again when their message changes. The element that they return
 * becomes a child of `<palaver-chat>`, so the page's styles apply to it.
 */
export type MessageRenderers = Readonly<Record<string, (props: RendererProps) => HTMLElement>>;
