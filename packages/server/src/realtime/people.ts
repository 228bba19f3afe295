import { ClientThread, Peer } from '@palaver/protocol/client-threads';
import { LogEntry } from '@palaver/protocol/log';
import { ClientMessage } from '@palaver/protocol/messages';
import Type from 'typebox';
import { ShownIds } from '../edge/shown-user-ids.ts';

/** Where users appear in frames with their `user_id`. (Other frames contain only an `ext_user_id`.) */
export const PEOPLE = {
  inEntry: idsOf<LogEntry>(LogEntry),
  inThreads: idsOf<ClientThread[]>(Type.Array(ClientThread)),
  inMessage: idsOf<ClientMessage>(ClientMessage),
  inProfile: idsOf<Peer>(Peer),
};

function idsOf<Value>(schema: object): ShownIds<Value> {
  const ids = ShownIds.of<Value>(schema);
  if (ids === undefined) throw new Error('no users are named here');
  return ids;
}
