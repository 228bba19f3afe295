import type { BusEvent } from '../bus/bus.ts';
import type { Connections } from './connections.ts';
import type { DeskActivity } from './desk-activity.ts';
import type { FanOut } from './fan-out.ts';
import type { Presence } from './presence.ts';
import type { Profiles } from './profiles.ts';
import type { Sweeper } from './sweeper.ts';

export interface BusListeners {
  connections: Connections;
  deskActivity: DeskActivity;
  fanOut: FanOut;
  presence: Presence;
  profiles: Profiles;
  sweeper: Pick<Sweeper, 'endRevoked' | 'lookForLoss'>;
}

/** Routes an event of the bus to the parts of realtime that handle it. */
export function routeBusEvent(
  event: BusEvent,
  { connections, deskActivity, fanOut, presence, profiles, sweeper }: BusListeners,
): void {
  switch (event.type) {
    case 'entries':
      fanOut.advance(event.threadId, event.seq, event.entries, event.traces);
      if (deskActivity.isOn) deskActivity.advance(event.threadId);
      break;
    case 'joined':
      for (const user of event.users) {
        for (const session of connections.of(user)) session.arrive(event.threadId);
      }
      break;
    case 'typing': {
      const { threadId, user, isTyping } = event;
      const frame = {
        type: 'typing',
        thread_id: threadId,
        ext_user_id: user,
        is_typing: isTyping,
      } as const;
      fanOut.broadcast(threadId, frame, user);
      break;
    }
    case 'read': {
      const { threadId, user, readSeq } = event;
      fanOut.broadcast(threadId, { type: 'read', thread_id: threadId, ext_user_id: user, read_seq: readSeq });
      for (const session of connections.of(user)) session.hasRead(threadId, readSeq);
      break;
    }
    case 'unread':
      for (const session of connections.of(event.user)) session.setBack(event.threadId);
      break;
    case 'presence':
    case 'presence.heartbeat':
    case 'presence.request':
    case 'presence.snapshot':
    case 'presence.end':
      presence.receive(event);
      break;
    case 'user':
      if (connections.size > 0) profiles.changed(event.user);
      break;
    case 'revoked':
      sweeper.endRevoked(event.user);
      break;
    case 'gap':
      sweeper.lookForLoss();
      deskActivity.lookForLoss();
      break;
    // For the relay, for those who pull events, for the webhook dispatcher, and for the notifier.
    case 'outbox':
    case 'events':
    case 'deliveries':
    case 'notifications':
  }
}
