import { readFileSync } from 'node:fs';
import { isLoopback } from '../platform/listening.ts';
import { type Config, ConfigError, SETTINGS } from './config.ts';
import type { Setting } from './setting.ts';
import { checkNames } from './unknown-names.ts';

/** The only module that reads the environment. */

export interface LoadedConfig {
  config: Config;
  /** The settings as `palaver config` shows them. */
  shown: ShownSetting[];
  /** Problems that do not prevent a start, such as `PALAVER_…` variables that resemble no setting. */
  warnings: string[];
}

export interface ShownSetting {
  name: string;
  /** As written, or the default; secrets are masked. */
  value: string;
  default: string;
  doc: string;
  isBasic: boolean;
}

/**
 * Reads and parses the settings. Each may also be given as `<NAME>_FILE`, the path of a file that holds the value. Throws
 * {@link ConfigError}.
 */
export function loadConfig(environment: NodeJS.ProcessEnv): LoadedConfig {
  const { mistyped, unknown } = checkNames(environment);
  const problems = [...mistyped];
  const shown: ShownSetting[] = [];
  const values = Object.entries(SETTINGS).map(([key, setting]) => {
    try {
      const text = read(setting, environment);
      const value = parse(setting, text);
      shown.push(show(setting, text, value));
      return [key, value] as const;
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
      return [key, undefined] as const;
    }
  });
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const config = Object.fromEntries(values) as unknown as Config;
  checkEmail(config);
  checkS3(config);
  const warnings = [...unknown, ...(isClearText(config) ? [CLEAR_TEXT] : [])];
  return { config, shown, warnings };
}

/** An e-mail needs a sender, and an address at which its link to unsubscribe works. */
function checkEmail({ smtp, emailFrom, publicUrl }: Config): void {
  if (smtp === undefined) return;
  const { emailFrom: from, publicUrl: address } = SETTINGS;
  const missing = [...(emailFrom === undefined ? [from] : []), ...(publicUrl === undefined ? [address] : [])];
  if (missing.length > 0)
    throw new ConfigError(
      missing.map(({ name }) => `${SETTINGS.smtp.name} is set, so ${name} must be set, too`).join('\n'),
    );
}

/** A bucket needs an access key, and the other settings a bucket. */
function checkS3(config: Config): void {
  const needed = ['s3Bucket', 's3AccessKeyId', 's3SecretAccessKey'] as const;
  const addresses = ['s3Endpoint', 's3PublicEndpoint'] as const;
  const given = [...needed, ...addresses].find((key) => config[key] !== undefined);
  if (given === undefined) return;
  const nameOf = (key: keyof Config) => SETTINGS[key].name;
  const missing = needed.filter((key) => config[key] === undefined);
  const problems = missing.map((key) => `${nameOf(given)} is set, so ${nameOf(key)} must be set, too`);
  // No name can be put before the numbers of an address.
  const hasName = (key: (typeof addresses)[number]) =>
    URL.canParse(`http://bucket.${new URL(config[key] ?? 'http://host').host}`);
  if (config.s3PathStyle === false)
    for (const key of addresses.filter((one) => !hasName(one)))
      problems.push(`${nameOf(key)} must have a host name, because ${nameOf('s3PathStyle')} is 0`);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

/** The text of a setting, or its default; empty if it has neither. */
function read({ name, default: fallback = '', isUsed }: Setting, environment: NodeJS.ProcessEnv): string {
  if (isUsed?.(environment) === false) return fallback;
  const value = environment[name];
  const file = environment[`${name}_FILE`];
  if (value !== undefined && file !== undefined) {
    throw new ConfigError(`${name} and ${name}_FILE are both set: keep one`);
  }
  if (file !== undefined) {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new ConfigError(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return value === undefined || value === '' ? fallback : value;
}

function parse({ name, kind, default: fallback, secret }: Setting, text: string): unknown {
  if (text === '' && fallback === undefined) return undefined;
  const value = kind.parse(text);
  if (value !== undefined) return value;
  throw new ConfigError(`${name} must be ${kind.form}${secret === true ? '' : `, not "${text}"`}`);
}

function show(setting: Setting, text: string, value: unknown): ShownSetting {
  const { name, default: fallback = '', doc, secret, basic: isBasic = false } = setting;
  // A relative path is shown as an absolute one, so that the operator finds the folder.
  const written = typeof value === 'string' ? value : text;
  return {
    name,
    value: secret === true && text !== '' ? '********' : written,
    default: fallback,
    doc,
    isBasic,
  };
}

/** Whether other machines reach the server and no setting says that they use HTTPS. */
function isClearText({ host, publicUrl }: Config): boolean {
  return !isLoopback(host) && publicUrl?.toLowerCase().startsWith('https://') !== true;
}

const CLEAR_TEXT =
  'HOST lets other machines in, and Palaver itself speaks clear text: API keys, tokens and messages can be read on the way. ' +
  'Let a proxy end TLS, and set PALAVER_PUBLIC_URL to its https:// address.';
