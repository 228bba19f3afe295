/** Sends a signal; a negative id means a process group. Ended processes are ignored. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // already ended
  }
}
