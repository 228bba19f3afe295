import { days } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** The event stream. */
export const EVENTS = defineSettings({
  eventsKeptMs: {
    name: 'PALAVER_EVENTS_DAYS',
    basic: true,
    kind: days({ min: 7, max: 3_650 }),
    default: '30',
    doc: 'How long, in days, events can be pulled again. Deliveries of webhooks whose event is gone cannot be replayed.',
  },
});
