import { setImmediate as nextTurn } from 'node:timers/promises';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { createLog } from '../../src/platform/log.ts';
import { testBus } from './conformance.ts';

testBus(
  async () => openInProcessBus(createLog('silent')),
  async () => {
    await nextTurn();
  },
);
