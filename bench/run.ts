import { startPalaver } from './palaver.ts';
import { sends } from './scenarios/sends.ts';

const palaver = await startPalaver();
try {
  for (const { figure, value, target } of await sends(palaver)) {
    process.stdout.write(`${figure.padEnd(48)} ${value.padStart(8)}   ${target}\n`);
  }
} finally {
  await palaver.stop();
}
