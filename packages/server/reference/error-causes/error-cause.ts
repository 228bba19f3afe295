import type { ErrorCode, FieldError } from '@palaver/protocol/errors';
import { SETTINGS, type SettingKey } from '../../src/config/config.ts';
import { code } from '../markdown.ts';

/**
 * The section of an error code in `docs/reference/errors.md`, in addition to its line in `packages/protocol/src/errors.ts`. Texts are Markdown;
 * links start at that page.
 */
export interface ErrorCause {
  /** Each situation that leads to the code. */
  cause: readonly string[];
  /** The remedy, and what to know before a retry. */
  cure: readonly string[];
  /** The faults that `errors` may name with this code. */
  faults?: readonly NamedFault[];
  /** A request and the `errors` of its response. A test sends each of them. */
  example?: ErrorExample;
  /** For a code that no endpoint returns: what returns it. */
  answeredBy?: string;
}

interface NamedFault {
  rule: string;
  field: string;
  when: string;
}

export interface ErrorExample {
  /** The first line has method and URL; the body follows after an empty line. Absent if the request is too long. */
  request?: string;
  errors: readonly FieldError[];
}

/** `null` stands for a code that no endpoint returns yet. */
export type ErrorCauses = Readonly<Partial<Record<ErrorCode, ErrorCause | null>>>;

export const fault = (rule: string, field: string, when: string): NamedFault => ({ rule, field, when });
export const error = (field: string, rule: string, message: string): FieldError => ({ field, rule, message });

export const setting = (key: SettingKey) => `[${code(SETTINGS[key].name)}](configuration.md)`;
export const withDefault = (key: SettingKey) =>
  `${setting(key)} (default ${code(SETTINGS[key].default ?? '')})`;
