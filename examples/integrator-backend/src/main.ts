import { startBackend } from './backend.ts';
import { loadConfig } from './config.ts';

const backend = await startBackend(loadConfig(process.env), { level: process.env.LOG_LEVEL ?? 'info' });
process.stdout.write(`The back end is ready: ${backend.url}, metrics at ${backend.metricsUrl}
Open ${backend.url}/ and chat as a guest.\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void backend.stop());
