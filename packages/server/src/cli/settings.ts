import type { Config } from '../config/config.ts';
import { type LoadedConfig, loadConfig } from '../config/load.ts';
import { createLog, type Log } from '../platform/log.ts';
import { printError } from './print.ts';

/** Reads the settings for an interactive command; warnings go to standard error. */
export function readSettings(): LoadedConfig {
  const loaded = loadConfig(process.env);
  for (const warning of loaded.warnings) printError(`warning: ${warning}\n`);
  return loaded;
}

export interface ServingSettings {
  config: Config;
  log: Log;
  /** What they were read from. */
  environment: NodeJS.ProcessEnv;
  warnings: readonly string[];
}

/** Reads the settings for a server or worker, whose standard error is the log. Warnings are logged at any log level. */
export function readServingSettings(environment = process.env): ServingSettings {
  const { config, warnings } = loadConfig(environment);
  for (const warning of warnings) createLog('warn').warn(warning);
  return { config, log: createLog(config.logLevel), environment, warnings };
}
