const TICK_MS = 10;

/**
 * Measures work that must not take long: the greater of this process's CPU time and the time in which it could have
 * run, in milliseconds. It stands still while a busy machine runs other processes, so that they make no test fail.
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
