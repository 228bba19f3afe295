const EACH_MS = 60_000;

/**
 * Waits for a step of a stop, and says once a minute on standard error that it still waits and what the process has open: otherwise a
 * stop that hangs shows no more than that a hook has timed out.
 */
export async function watched<T>(name: string, step: Promise<T>): Promise<T> {
  const beganAt = performance.now();
  const timer = setInterval(() => {
    const open = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind));
    const counts = open.map(([kind, all = []]) => `${kind} ${all.length}`).join(', ');
    const seconds = Math.round((performance.now() - beganAt) / 1_000);
    process.stderr.write(`${name} has taken ${seconds} s to stop; open in this process: ${counts}\n`);
  }, EACH_MS);
  try {
    return await step;
  } finally {
    clearInterval(timer);
  }
}
