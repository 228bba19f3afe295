import { type ErrorCauses, error, fault, withDefault } from './error-cause.ts';

/** Requests that conflict with the current state or with another request. */
export const CONFLICTS = {
  M40901: {
    cause: [
      'The new id of a user belongs to a bot, or the new id of a bot belongs to a user or another bot: users and bots share one namespace. The id of a bot that was created without a tenant is taken in every tenant.',
      'A change of a `user_id` names the id of a bot, or of a user who is or was in a thread.',
    ],
    faults: [
      fault('unique', '`user_id`, `users[…].user_id`', 'It belongs to a bot.'),
      fault('unique', '`bot_id`', 'It belongs to a user, or to a bot that is not deleted.'),
      fault('unique', '`new_user_id`', 'It belongs to a bot, or to a user with a history.'),
    ],
    cure: [
      'Choose another id. Two users who both have a history cannot merge. A user without any thread, for example one that was just synchronised, merges without this error.',
    ],
    example: {
      request: `POST /bot/v1.0/bot

{"bot_id": "ann", "display_name": "Ann's bot"}`,
      errors: [error('bot_id', 'unique', 'exists already')],
    },
  },
  M40902: {
    cause: [
      'Another request with the same `Idempotency-Key` is in progress. This request waited 10 seconds for it.',
      'Another request makes a file of the same resumable upload, and takes longer than 10 seconds.',
    ],
    cure: [
      'Retry with the same key after a moment. If the other request succeeded, you get its response. If it failed, the server runs your request.',
      'Retry after a moment. If the other request succeeded, the upload has ended.',
    ],
  },
  M40903: {
    cause: [
      'The request mutes, removes, bans or unbans the owner of a thread, or changes the role of the owner.',
      'The request adds or removes a banned user; mutes, unmutes or gives a role to a user who is removed or banned; or unbans a user who is not banned.',
      'The request transfers the ownership to a user who is muted, removed or banned.',
      'The request gives a direct thread a name, a role or a third member.',
      'The request edits or pins a deleted message, presses a button of a deleted message, or changes the kind of a message.',
      'The request creates a webhook endpoint in a space that has the maximum number of endpoints.',
      'The request pulls events from an event stream that is off, and no event after its position is left.',
    ],
    faults: [
      fault(
        'transition',
        'the member, or `seq`',
        'Its current state does not allow the action. The message names the obstacle.',
      ),
      fault('group', 'the field', 'It applies to groups only, and this is a direct thread.'),
      fault('enabled', '`stream`', 'The event stream is off. `PUT /event/v1.0/stream` switches it on.'),
      fault('same_kind', '`body.metadata[0].type`', 'The kind of a message cannot change.'),
    ],
    cure: [
      'Take the missing step first: transfer the ownership, lift the ban, or add the user. [The guide](../guides/members.md#mute-and-ban) has the table of possible actions. Repeating an action that has already happened succeeds.',
    ],
    example: {
      request: `PATCH /open-api/v1.0/chat/threads/1/members/ann?id_type=2

{"role": "member"}`,
      errors: [error('member_id', 'transition', 'is the owner of the thread: transfer the ownership first')],
    },
  },
  M40904: {
    cause: [
      'The `Upload-Offset` of the request is not the number of bytes that the upload has. After a lost connection, the server may have more or fewer of them than the client believes; or two requests send the same bytes.',
    ],
    cure: ['Ask for the offset with `HEAD /client/v1.0/uploads/{upload_id}`, and continue there.'],
    answeredBy: '[Send bytes of an upload](client-api.md#send-bytes-of-an-upload).',
  },
  M41000: {
    cause: [
      `The request pulls events after a position that is no longer kept: a consumer has been away for longer than ${withDefault('eventsKeptMs')} days.`,
    ],
    cure: [
      'Events are missing. Load the current state of your threads and users again, then continue with `after` one below the `first_position` of the response. See [the guide](../guides/events.md#gaps).',
    ],
  },
  M41001: {
    cause: [
      'The database was restored from a backup or has failed over, and events that your back end has are lost, or may be. Other events get their positions. The request names the `epoch` of the lost events, or an unknown one.',
      'The position `after` is beyond the last event of the stream.',
    ],
    cure: [
      'Load the current state again, then continue without `epoch`, with `after` one below the `first_position` of the response: from there on, events may differ. Store the new `epoch`. See [the guide](../guides/events.md#gaps).',
    ],
  },
  M42201: {
    cause: [
      'The `Idempotency-Key` was used before, in the same tenant, for a successful request with a different method, path or body. The order of fields in a body does not matter. For files, the content counts.',
    ],
    cure: [
      `Use a new key for each new request, and repeat a key only to retry the same request. The server keeps keys for ${withDefault('idempotencyTtlMs')} seconds. Each tenant has separate keys.`,
    ],
  },
} satisfies ErrorCauses;
