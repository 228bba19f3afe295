import type { Kind } from './kinds.ts';

/** The declaration of a setting. */
export interface Setting {
  /** The environment variable. */
  readonly name: string;
  readonly kind: Kind<unknown>;
  /** As it would be written in the environment. A setting without a default is undefined when it is not set. */
  readonly default?: string;
  readonly doc: string;
  /** A newcomer should know it: the reference and `palaver config` show it before the others, which are advanced. */
  readonly basic?: true;
  readonly secret?: true;
  /** Variables whose names other programs share are only read, and checked, where this is true. */
  readonly isUsed?: (environment: NodeJS.ProcessEnv) => boolean;
}

/** What {@link Config} holds for a setting. */
export type ValueOf<Declared extends Setting> =
  Declared['kind'] extends Kind<infer Value>
    ? Declared extends { default: string }
      ? Value
      : Value | undefined
    : never;

/** A table of settings; the keys are their names in `Config`. */
export const defineSettings = <const Table extends Readonly<Record<string, Setting>>>(table: Table): Table =>
  table;
