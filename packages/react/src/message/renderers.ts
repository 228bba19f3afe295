import type { ShownMessage, Thread } from '@palaver/client';
import type { ComponentType } from 'react';

/** What the component of an app's own kind of messages gets. */
export interface RendererProps {
  /** As it was sent: often JSON. Whoever can send messages chose it. */
  payload: string;
  message: ShownMessage;
  thread: Thread;
}

/** Components by the `custom_name` of the messages that they show. */
export type Renderers = Readonly<Record<string, ComponentType<RendererProps>>>;
