const TICK_MS = 10;

/**
 * For what must not take long. Counts the milliseconds in which this process has computed or, where they are more, in which it
 * waited and could have. While a busy machine lets others run instead it stands still, so they make no test fail.
 */
export function startStopwatch(): () => number {
  const since = process.cpuUsage();
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    const { user, system } = process.cpuUsage(since);
    return Math.max(ticks * TICK_MS, (user + system) / 1_000);
  };
}
