import { type ErrorCauses, error, fault, setting } from './error-cause.ts';

/** Objects and routes that do not exist. */
export const NOT_FOUND = {
  M40401: {
    cause: [
      'No thread of this space has the id. To this space, threads of other tenants and applications do not exist.',
      'The user in the header `X-Acting-User-Id`, or the signed-in user, is not a current member of the thread. To non-members the thread does not exist. Leaving a thread twice therefore leads to this code.',
    ],
    faults: [
      fault(
        'exists',
        '`target.thread_id`',
        'It names no thread. (For an id in the path there are no `errors`.)',
      ),
    ],
    cure: [
      'Check the id and the tenant: a thread is visible only with the `X-Tenant-Id` that it was created with. Or add the user in the header to the thread.',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"user_id": "ann"}, "target": {"thread_id": "404"}, "body": {"text": "Hello", "metadata": [{"type": "text"}]}}`,
      errors: [error('target.thread_id', 'exists', 'names no thread')],
    },
  },
  M40402: {
    cause: [
      'An id names no user of this space. No request creates users implicitly. To this space, users of other tenants and applications do not exist.',
      'The user is deactivated. A deactivated user cannot send messages, be the target of one, own a new thread or become a member.',
      '[The policy](../guides/policy.md) does not let the signed-in user address the named user. The response is the same as for a user who does not exist; `errors` names the list, not the id in it.',
      'The user has left the group by themself, and a signed-in user adds them again: only a back end can. The response is the same as for a user who does not exist.',
      'The `user_id` was changed: the old one no longer names a user.',
      'The id belongs to a bot, and the field accepts only users.',
      '`id_type` is wrong: with 1 the server reads ids as `ext_user_id`, with 2 as `user_id`.',
    ],
    faults: [
      fault(
        'exists',
        'any id of a user',
        'It names no active user. `errors` lists every such id of the request.',
      ),
      fault('member', 'the member', 'It names a user who was never a member of the thread.'),
    ],
    cure: [
      'With the rule `member`: add the user to the thread first.',
      'With the rule `exists`: create the users that `errors` names (`PUT /user/v1.0/user/{user_id}`, which also reactivates a deactivated user), then retry the request. It had no effect.',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/threads

{"name": "Support", "owner_id": "ann", "member_ids": ["nobody", "guest-7", "herald"], "id_type": 2}`,
      errors: [
        error('member_ids[0]', 'exists', 'names no active user'),
        error('member_ids[2]', 'exists', 'names no active user'),
      ],
    },
  },
  M40403: {
    cause: [
      'The id names no bot, a deleted bot, or a user.',
      'The bot was created in another space. You can manage a bot only in the space that created it. A bot that was created without a tenant can send in every tenant.',
    ],
    faults: [
      fault('exists', '`sender.bot_id`', 'It names no bot. (For an id in the path there are no `errors`.)'),
    ],
    cure: ['Check the id and the `X-Tenant-Id`. To send as a user, use `sender.user_id`.'],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"bot_id": "ann"}, "target": {"thread_id": "1"}, "body": {"text": "Hello", "metadata": [{"type": "text"}]}}`,
      errors: [error('sender.bot_id', 'exists', 'names no bot')],
    },
  },
  M40404: {
    cause: [
      'The id in the path names no pack that this space can use. A space can use its own packs, and read global packs.',
      'A message of the kind `sticker` names a sticker that is not in the pack, or a pack that is not `uploaded` yet.',
    ],
    faults: [fault('exists', '`body.metadata[0].sticker_id`', 'It names no sticker of an uploaded pack.')],
    cure: [
      'Take both ids from `GET /sticker/v1.0/pack/{pack_id}` once its `status` is `uploaded`. Delete a pack with the `X-Tenant-Id` that it was created with.',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"user_id": "ann"}, "target": {"thread_id": "1"}, "body": {"metadata": [{
  "type": "sticker", "pack_id": "1", "sticker_id": "404"}]}}`,
      errors: [error('body.metadata[0].sticker_id', 'exists', 'names no sticker of an uploaded pack')],
    },
  },
  M40411: {
    cause: [
      'The `file_id` names no file of this space, or the file has been removed: no message named it within the time that it is kept, or the last message that did was deleted.',
      'The file is gone (`is_gone` in the metadata of its messages): the database was restored to an earlier time, and the bytes of the file had been removed.',
      'The signed-in user may not read the file: they have not uploaded it, and no message that they can read names it. Once a message names the file, the user who uploaded it has the same rights as all others.',
    ],
    faults: [
      fault(
        'exists',
        '`body.metadata[0].file_id`',
        'It names no file that the sender may read. (For an address of a file there are no `errors`.)',
      ),
      fault(
        'exists',
        '`file_id`, `avatar_file_id`',
        'It names no file that the signed-in user has uploaded.',
      ),
    ],
    cure: ['Upload the file, and send the message with the `file_id` of the response.'],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"user_id": "ann"}, "target": {"thread_id": "1"}, "body": {"text": "", "metadata": [{
  "type": "image", "file_id": "0123456789abcdef0123456789abcdef"}]}}`,
      errors: [error('body.metadata[0].file_id', 'exists', 'names no file that the sender may read')],
    },
  },
  M40405: {
    cause: [
      'The `seq` in the path names no message of the thread. Every change of a thread takes a number of its log, so not every number is a message.',
    ],
    cure: ['Take `seq` from the message: its `id` is `<thread_id>.<seq>`.'],
  },
  M40406: {
    cause: [
      'No route has this path. Paths are case-sensitive, and every slash counts.',
      'The address names no file of a sticker pack, or the file was deleted.',
      'A request for `/metrics` came from another machine.',
    ],
    cure: ['Compare the path with the list of [endpoints](api.md).'],
    answeredBy: 'The server, before any endpoint.',
  },
  M40407: {
    cause: [
      'The id names no webhook endpoint or delivery: it never existed, or was deleted. The server keeps deliveries for some days only, and deletes them together with their endpoint.',
      'The endpoint belongs to another space. You can manage an endpoint and its deliveries only in the space that created it.',
    ],
    cure: ['Check the id and the `X-Tenant-Id`. To find the deliveries of a bot, use its `bot_id`.'],
  },
  M40409: {
    cause: [
      'The provider was not set up in this space, or was removed. The credentials of the application are not those of its tenants, even though tenants without credentials of their own use them.',
    ],
    cure: [
      'Check the `X-Tenant-Id`, or set the provider up with `PUT /notification/v1.0/provider/{provider}`.',
    ],
  },
  M40410: {
    cause: ['The user has no device with this `device_id` and provider, or none with this provider at all.'],
    cure: [
      'List the devices of the user with `GET /user/v1.0/user/{user_id}/devices`. A device that was registered again with the same token by another user is theirs now.',
    ],
  },
  M40412: {
    cause: [
      `The user has no such unfinished upload: it has become a file, was ended, or no more of it arrived for ${setting('unfinishedUploadMs')}. Uploads of other users are as if they did not exist.`,
    ],
    cure: ['Begin again with `POST /client/v1.0/uploads`, and send the whole file.'],
    answeredBy:
      'The endpoints of [resumable uploads](client-api.md#begin-a-resumable-upload), and [Upload a file](client-api.md#upload-a-file) with an `upload_id`.',
  },
  M40500: {
    cause: ['The path exists, but not with this method. Only files and resumable uploads have `HEAD`.'],
    cure: ['Use one of the methods in the `Allow` header of the response.'],
    answeredBy: 'The server, before any endpoint.',
  },
  M42600: {
    cause: ['A request for `/client/v1.0/realtime` is not a WebSocket handshake.'],
    cure: ['Connect with a WebSocket client: see [the realtime protocol](../realtime.md).'],
  },
} satisfies ErrorCauses;
