import type { Config } from '../config/config.ts';
import { type LoadedConfig, loadConfig } from '../config/load.ts';
import { createLog, type Log } from '../platform/log.ts';

/** The settings, for a command that people run: what is odd about them goes to standard error. */
export function readSettings(): LoadedConfig {
  const loaded = loadConfig(process.env);
  for (const warning of loaded.warnings) process.stderr.write(`warning: ${warning}\n`);
  return loaded;
}

export interface ServingSettings {
  config: Config;
  log: Log;
  warnings: readonly string[];
}

/** The same for a command that serves, whose standard error is the log: warnings are logged whatever else it leaves out. */
export function readServingSettings(): ServingSettings {
  const { config, warnings } = loadConfig(process.env);
  for (const warning of warnings) createLog('warn').warn(warning);
  return { config, log: createLog(config.logLevel), warnings };
}
