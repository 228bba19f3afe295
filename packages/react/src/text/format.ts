/** The same for every time of one day. */
export const dayKey = (at: number) => new Date(at).toDateString();

/** In minutes and seconds. */
export function durationOf(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
