/* A process that becomes leader as soon as it can, and says so: `node leader-elsewhere.ts <connection as JSON>`. */
import type { ClientConfig } from 'pg';
import { createLog } from '../../src/platform/log.ts';
import { whileLeader } from '../../src/webhooks/leadership.ts';

whileLeader(
  JSON.parse(process.argv[2] ?? '') as ClientConfig,
  'webhooks',
  async () => {
    process.stdout.write('leads\n');
    await new Promise(() => {});
  },
  createLog('warn'),
);
