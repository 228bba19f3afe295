import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';

/**
 * A file of the data folder with the API key of the demo, once the demo is complete. While it is being made, `demo-key.new` is there
 * instead.
 */
const DEMO_KEY = 'demo-key';

export type DemoState = 'ready' | 'making' | 'none';

export const demoKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, DEMO_KEY);

export function demoStateOf(config: Pick<Config, 'dataDir'>): DemoState {
  const file = demoKeyFile(config);
  if (existsSync(file)) return 'ready';
  return existsSync(`${file}.new`) ? 'making' : 'none';
}
