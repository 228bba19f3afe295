import { ConfigError } from '../config/config.ts';
import { type LoadedConfig, loadConfig } from '../config/load.ts';
import { examineInstallation } from '../doctor/doctor.ts';
import { type Finding, ok, warning } from '../doctor/finding.ts';
import { createLog } from '../platform/log.ts';
import { onOneLine } from '../platform/terminal.ts';
import { print, printJson } from './print.ts';

/** `palaver doctor`: prints what is wrong, and which setting mends it. The exit code is 1 if there is a problem. */
export async function doctorCommand(options: { json?: boolean }): Promise<void> {
  const findings = await examineAll();
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1;
  if (options.json) return printJson(findings);
  const width = Math.max(...findings.map(({ part }) => part.length));
  for (const { state, part, text, mend } of findings) {
    print(`${state.padEnd(8)} ${part.padEnd(width)}  ${onOneLine(text)}\n`);
    if (mend !== undefined) print(`${' '.repeat(9 + width)}  → ${onOneLine(mend)}\n`);
  }
}

async function examineAll(): Promise<Finding[]> {
  let loaded: LoadedConfig;
  try {
    loaded = loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // (Each line names its setting.)
    return error.message.split('\n').map((text) => ({ part: 'settings', state: 'problem', text }));
  }
  const { config, shown, warnings } = loaded;
  const set = shown.filter(({ value, default: unset }) => value !== unset).length;
  const settings = warnings.map((text) => warning('settings', text, 'See `palaver config`.'));
  return [
    ...(settings.length === 0 ? [ok('settings', `${set} differ from the default`)] : settings),
    ...(await examineInstallation(config, createLog('fatal'))),
  ];
}
