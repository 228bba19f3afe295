import { testRun } from './test-run.ts';

testRun('parallel-people');
