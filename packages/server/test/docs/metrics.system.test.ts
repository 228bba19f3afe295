import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../harness/command.ts';
import { newDataDir, startPalaver } from '../harness/palaver.ts';

test('docs/operating.md lists the metrics of a server that has all parts', async () => {
  const palaver = await startPalaver({
    PALAVER_THREADS: '2',
    PALAVER_SMTP_URL: 'smtp://127.0.0.1:1',
    PALAVER_EMAIL_FROM: 'chat@example.com',
    PALAVER_PUBLIC_URL: 'https://chat.example.com',
    PALAVER_SCAN_URL: 'tcp://127.0.0.1:1',
    PALAVER_BACKUP_TO: newDataDir(),
    PALAVER_RECOVERY_DAYS: '7',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  });
  const text = await (await fetch(`${palaver.url}/metrics`)).text();
  const served = [...text.matchAll(/^# TYPE (palaver_\w+) (\w+)$/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  );
  const page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(palaver_\w+)` \| (\w+) \|/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  );
  expect(listed.toSorted()).toEqual(served.toSorted());
});
