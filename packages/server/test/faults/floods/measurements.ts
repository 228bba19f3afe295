import { readFileSync } from 'node:fs';

/** What a server says at `/metrics` about its memory, in bytes. */
export interface Memory {
  rss: number;
  /** Of the heap, and of buffers outside of it. */
  used: number;
  /** `palaver_held_bytes`, of all kinds. */
  held: number;
}

const PATIENCE_MS = 20_000;

export async function memoryOf(url: string): Promise<Memory> {
  const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const text = await response.text();
  const sum = (name: string) => {
    const values = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'));
    return Array.from(values, ([, value]) => Number(value)).reduce((total, value) => total + value);
  };
  return {
    rss: sum('process_resident_memory_bytes'),
    used: sum('nodejs_heap_size_used_bytes') + sum('nodejs_external_memory_bytes'),
    held: sum('palaver_held_bytes'),
  };
}

export function highest(memories: readonly Memory[]): Memory {
  const most = (name: keyof Memory) => Math.max(0, ...memories.map((memory) => memory[name]));
  return { rss: most('rss'), used: most('used'), held: most('held') };
}

/** The processor time that a process has had, and the time for which it could have run while others did, in nanoseconds. */
export interface ProcessorTime {
  had: number;
  waited: number;
}

/** Of the main thread. (Linux only: elsewhere nothing is known.) */
export function processorTimeOf(pid: number): ProcessorTime | undefined {
  try {
    const [had = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    return { had, waited };
  } catch {
    return undefined;
  }
}

/** How many times longer its work has taken than on a processor of its own. */
export function slownessBetween(before: ProcessorTime | undefined, after: ProcessorTime | undefined): number {
  if (before === undefined || after === undefined) return 1;
  const had = after.had - before.had;
  return had > 0 ? (had + after.waited - before.waited) / had : 1;
}
