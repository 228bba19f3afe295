import { OpenReading, PutDeskUser } from '@palaver/protocol/desk';
import type { Bodies, Examples, Names } from './example-names.ts';

/** Requests about the support desk. */
export function deskRequests({ direct }: Names): Examples {
  return [
    [PutDeskUser, { 'Groups alone': {}, 'Also direct threads': { direct_threads: true } }],
    [OpenReading, { 'A complaint': { thread_id: direct, reason: 'Complaint 4711' } }],
  ];
}

const at = Date.UTC(2026, 0, 2, 9);
const HOUR_MS = 3_600_000;
const reading = { id: '1', thread_id: '2', reason: 'Complaint 4711', at, until: at + HOUR_MS };

type MembersThread = Record<'me' | 'peer' | 'unread_count' | 'unread_more' | 'list_position', unknown>;

/** Models of the support desk, from a thread as a member sees it, and an event about a user. */
export function deskModels(
  {
    me: _me,
    peer: _peer,
    unread_count: _count,
    unread_more: _more,
    list_position: _position,
    ...thread
  }: MembersThread,
  { timestamp, data }: { timestamp: string; data: object },
): Record<string, Bodies> {
  return {
    DeskUser: { 'Also for direct threads': { enabled: true, direct_threads: true, since: at } },
    DeskThread: { 'A group': thread },
    DeskReading: { 'A complaint': reading },
    DeskReadingEvent: {
      'A complaint': { type: 'desk.reading_opened', timestamp, data: { ...data, reading } },
    },
  };
}
