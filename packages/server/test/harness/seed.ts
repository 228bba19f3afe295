const SEEDS = 1_000_000_000;

/**
 * The seed of a search at random, and prints it: `SEED` repeats a search. In the gate, `SEED` changes with the files of the
 * commit, so that each change is searched anew, and a failure comes back.
 */
export function newSeed(): number {
  const { SEED } = process.env;
  const seed = SEED === undefined ? Math.trunc(Math.random() * SEEDS) : Number(SEED);
  process.stdout.write(`SEED=${seed}\n`);
  return seed;
}
