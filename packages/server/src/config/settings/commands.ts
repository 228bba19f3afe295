import { textThat } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** Commands that call a server as a back end does. */
export const COMMANDS = defineSettings({
  apiKey: {
    name: 'PALAVER_API_KEY',
    kind: textThat((given) => /^[\x21-\x7e]+$/.test(given), 'an API key'),
    secret: true,
    doc: 'API key of `palaver events` and `palaver listen`. Not set: the key in `DATA_DIR/api-key`. Servers do not use it.',
  },
});
