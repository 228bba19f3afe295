import type { RemoteSpan } from './span-context.ts';

/** The values of `OTEL_TRACES_SAMPLER` that Palaver knows. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

/** Decides whether a trace is recorded. `parent`: the caller's span, if it is trusted. */
export type Sampler = (traceId: string, parent: RemoteSpan | undefined) => boolean;

/** The last 14 digits of a trace id are random (W3C Trace Context, level 2). A number has room for the first 13 of them. */
const RANDOM_DIGITS = [-14, -1] as const;
const NUMBERS = 16 ** 13;

/** `ratio`: the part of the traces that `traceidratio` records. It decides by the trace id, so services with the same ratio agree. */
export function createSampler(name: SamplerName, ratio: number): Sampler {
  const isParentBased = name.startsWith('parentbased_');
  const root = name.replace('parentbased_', '');
  const threshold = (1 - ratio) * NUMBERS;
  const isRootSampled = (traceId: string) =>
    root === 'traceidratio'
      ? Number.parseInt(traceId.slice(...RANDOM_DIGITS), 16) >= threshold
      : root === 'always_on';
  return (traceId, parent) =>
    isParentBased && parent !== undefined ? parent.isSampled : isRootSampled(traceId);
}
