import { type Config, loadConfig } from '../config.ts';
import { createLog, type Log } from '../platform/log.ts';

/** The settings, for a command that people run: what is odd about them goes to standard error. */
export function readSettings(): Config {
  const { config, warnings } = loadConfig(process.env);
  for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
  return config;
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
