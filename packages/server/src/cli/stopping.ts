/** SIGTERM and SIGINT, and what else makes a command that serves stop. */
export interface Stopping {
  /** Resolves to the reason. */
  asked: Promise<string>;
  ask: (reason: string) => void;
}

export function listenForStop(): Stopping {
  const { promise, resolve } = Promise.withResolvers<string>();
  process.once('SIGTERM', () => resolve('SIGTERM'));
  process.once('SIGINT', () => resolve('SIGINT'));
  const asked = promise.then((reason) => {
    // Whoever asks a second time does not want to wait.
    process.once('SIGTERM', () => process.exit(1));
    process.once('SIGINT', () => process.exit(1));
    return reason;
  });
  return { asked, ask: resolve };
}
