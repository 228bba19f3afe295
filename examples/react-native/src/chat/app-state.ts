import type { Chat, Thread } from '@palaver/client';

/** The part of React Native's `AppState` that is used here. */
export interface AppStateSource {
  readonly currentState?: string | null | undefined;
  addEventListener: (type: 'change', listener: (state: string) => void) => { remove: () => void };
}

/**
 * Disconnects while the app is in the background, where the system stops it sooner or later, and reconnects when it is in front
 * again. The SDK sends what is on its way before. Returns a function that ends this.
 */
export function followAppState(chat: Chat, appState: AppStateSource): () => void {
  return follow(appState, (state) => {
    if (state === 'background') chat.disconnect();
    else if (state === 'active') chat.reconnect();
  });
}

/**
 * While the app is in front, the user is looking at this thread: its messages are read, and notify none of their devices. Call the
 * returned function when they leave the thread.
 */
export function attend(thread: Thread, appState: AppStateSource): () => void {
  let isActive = false;
  let readSeq = 0;
  const read = () => {
    const { unread_count = 0, last_seq = 0 } = thread.getSnapshot().thread ?? {};
    if (!isActive || unread_count === 0 || last_seq === readSeq) return;
    readSeq = last_seq;
    thread.markRead(last_seq).catch(() => {
      // There is no connection. The next one changes the thread, and this runs again.
      readSeq = 0;
    });
  };
  const stopReading = thread.subscribe(read);
  const stopFollowing = follow(appState, (state) => {
    isActive = state === 'active';
    thread.setVisible(isActive);
    read();
  });
  return () => {
    stopReading();
    stopFollowing();
    thread.setVisible(false);
  };
}

/** Calls `run` with the state, now and after each change. */
function follow(appState: AppStateSource, run: (state: string) => void): () => void {
  const subscription = appState.addEventListener('change', run);
  run(appState.currentState ?? 'active');
  return () => subscription.remove();
}
