/*
 * `npm run test:faults`: kills servers under load; `npm run test:faults -- floods`: floods a small one. docs/reliability.md describes both.
 * Exit code 1 when something is wrong.
 */
await (process.argv[2] === 'floods' ? import('./floods/run.ts') : import('./run-kills.ts'));
