import type { ShownMessage, Thread } from '@palaver/client';

/** What the component of an app's own kind of messages gets. */
export interface RendererProps {
  /** As it was sent, often JSON. The sender chooses it. */
  payload: string;
  message: ShownMessage;
  thread: Thread;
}
