import type { ShownMessage, Thread } from '@palaver/client';

/** What the component of an app's own kind of messages gets. */
export interface RendererProps {
  /** As it was sent: often JSON. Whoever can send messages chose it. */
  payload: string;
  message: ShownMessage;
  thread: Thread;
}
