import { DEFAULT_LIMITS, type Limits } from '@palaver/protocol/limits';
import type { Setting, ValueOf } from './setting.ts';
import { BACKUP } from './settings/backup.ts';
import { COMMANDS } from './settings/commands.ts';
import { DATABASE } from './settings/database.ts';
import { EMAIL } from './settings/email.ts';
import { EVENTS } from './settings/events.ts';
import { FILES } from './settings/files.ts';
import { HTTP } from './settings/http.ts';
import { NODES } from './settings/nodes.ts';
import { NOTIFICATIONS } from './settings/notifications.ts';
import { OBJECTS } from './settings/objects.ts';
import { RATE_LIMITS } from './settings/rate-limits.ts';
import { REALTIME } from './settings/realtime.ts';
import { SERVER } from './settings/server.ts';
import { SIZES } from './settings/sizes.ts';
import { TOKENS } from './settings/tokens.ts';
import { TRACES } from './settings/traces.ts';
import { WEBHOOKS } from './settings/webhooks.ts';

/** By subject: `palaver config` and docs/reference/configuration.md show them in this order, those that are basic first. */
const DECLARED = {
  ...SERVER,
  ...DATABASE,
  ...NODES,
  ...OBJECTS,
  ...HTTP,
  ...TOKENS,
  ...RATE_LIMITS,
  ...REALTIME,
  ...EVENTS,
  ...WEBHOOKS,
  ...NOTIFICATIONS,
  ...EMAIL,
  ...SIZES,
  ...FILES,
  ...BACKUP,
  ...TRACES,
  ...COMMANDS,
};

type Declared = typeof DECLARED;
export type SettingKey = keyof Declared;

/** Every setting of Palaver. */
export const SETTINGS: Readonly<Record<SettingKey, Setting>> = DECLARED;

const isBasic = ({ basic }: Setting): boolean => basic === true;

export const BASIC_SETTINGS: readonly Setting[] = Object.values(SETTINGS).filter(isBasic);
export const ADVANCED_SETTINGS: readonly Setting[] = Object.values(SETTINGS).filter((one) => !isBasic(one));

/** The values of all settings, parsed. Durations are in milliseconds, sizes in bytes. */
export type Config = { readonly [Key in SettingKey]: ValueOf<Declared[Key]> };

/** The environment has invalid settings; the message names every one of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export function limitsOf(config: Config): Limits {
  return Object.fromEntries(
    Object.keys(DEFAULT_LIMITS).map((key) => [key, config[key as keyof Limits]]),
  ) as unknown as Limits;
}
