/** What an examination found out about one part of an installation. */
export interface Finding {
  /** The part, such as `database`. */
  part: string;
  state: 'ok' | 'warning' | 'problem';
  /** One sentence, or a few words. */
  text: string;
  /** Which setting or command mends it. */
  mend?: string;
}

export type Examination = () => Promise<Finding[]>;

export const ok = (part: string, text: string): Finding => ({ part, state: 'ok', text });
export const warning = (part: string, text: string, mend: string): Finding => ({
  ...{ part, text, mend },
  state: 'warning',
});
export const problem = (part: string, text: string, mend: string): Finding => ({
  ...{ part, text, mend },
  state: 'problem',
});

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const PATIENCE_MS = 15_000;

/** Runs an examination; a part that fails or does not respond is a problem. `mend`: what to look at then. */
export async function examine(part: string, mend: string, work: Examination): Promise<Finding[]> {
  const late = Promise.withResolvers<Finding[]>();
  const seconds = PATIENCE_MS / 1_000;
  const timer = setTimeout(
    () => late.resolve([problem(part, `it did not respond within ${seconds} seconds`, mend)]),
    PATIENCE_MS,
  );
  try {
    return await Promise.race([work(), late.promise]);
  } catch (error) {
    return [problem(part, reasonOf(error), mend)];
  } finally {
    clearTimeout(timer);
  }
}
