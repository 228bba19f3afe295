import { testRun } from './test-run.ts';

testRun('sequential-users');
