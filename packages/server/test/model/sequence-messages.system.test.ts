import { testRun } from './test-run.ts';

testRun('sequence-messages');
