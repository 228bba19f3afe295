import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const PLAYGROUND_PATH = '/playground';
/** The output of `npm run build` of packages/console; the published package has it in the same place. */
export const PAGES = fileURLToPath(new URL('../../../../console/dist', import.meta.url));

/** Whether they have been built. */
export const hasPages = (): boolean => existsSync(PAGES);
