import type { ErrorCode, FieldError } from '@palaver/protocol/errors';
import { SETTINGS, type SettingKey } from '../src/config/config.ts';
import { code } from './markdown.ts';

/** The content of the page of a code, beside the table in `protocol/errors.ts`. Texts are Markdown; links start at the page. */
export interface ErrorCause {
  /** Each situation that leads to the code. */
  cause: readonly string[];
  /** The remedy, and what to know before a retry. */
  cure: readonly string[];
  /** The faults that `errors` may name with this code. */
  faults?: readonly NamedFault[];
  /** A request and the `errors` of its response. A test sends each of them. */
  example?: ErrorExample;
  /** For a code that no endpoint returns: what returns it. */
  answeredBy?: string;
}

interface NamedFault {
  rule: string;
  field: string;
  when: string;
}

export interface ErrorExample {
  /** Its first line is method and address; after an empty line comes the body. Absent where it would be too long. */
  request?: string;
  errors: readonly FieldError[];
}

const fault = (rule: string, field: string, when: string): NamedFault => ({ rule, field, when });
const error = (field: string, rule: string, message: string): FieldError => ({ field, rule, message });

const setting = (key: SettingKey) => `[${code(SETTINGS[key].name)}](../configuration.md)`;
const withDefault = (key: SettingKey) => `${setting(key)} (default ${code(SETTINGS[key].default ?? '')})`;

/** `null` stands for a code that no endpoint returns yet. */
export const CAUSES: Readonly<Record<ErrorCode, ErrorCause | null>> = {
  M40000: {
    cause: [
      'The request is not valid HTTP/1.1: an unknown method, a malformed header, a `Content-Length` that is not a number or contradicts another one, or chunks with a wrong length. TLS and HTTP/2 on the plain port also lead to this code.',
      'An HTTP/1.1 request has no `Host` header, or a request has two.',
      'The path has an invalid percent encoding, or encodes bytes that are not UTF-8: `/user/v1.0/user/%zz`.',
    ],
    cure: [
      'Encode every id that you put into a path (`encodeURIComponent`), and let an HTTP library write the rest. Palaver speaks plain HTTP/1.1; terminate TLS at a proxy in front of it.',
    ],
  },
  M40001: {
    cause: [
      'The body is not JSON in UTF-8: it is truncated, has a trailing comma or a byte order mark, or is missing where the endpoint requires one.',
      `The arrays and objects of the body nest deeper than ${withDefault('maxNesting')}.`,
      'The body has more than 20,000 values in total.',
      'The body has a number of more than 1,000 characters.',
      'An upload is not valid `multipart/form-data`: it has no boundary, or ends before its last part.',
      'An upload has more than 100 parts.',
    ],
    faults: [
      fault('max_nesting', '`(body)`', 'The body nests too deeply.'),
      fault('max_values', '`(body)`', 'The body has too many values.'),
      fault('max_number_chars', '`(body)`', 'A number is too long.'),
      fault('max_parts', '`(body)`', 'An upload has too many parts. The other causes come without `errors`.'),
    ],
    cure: [
      'Let a library write the JSON or the form. If an endpoint takes a body, the smallest one is `{}`.',
    ],
  },
  M40002: {
    cause: [
      'A required field or parameter is missing, `null` or `""`. Each [endpoint](../api.md) lists its required fields.',
      'A part of an upload is missing.',
    ],
    faults: [
      fault('required', 'any', 'It is missing, `null` or `""`.'),
      fault(
        'required',
        '`body.text`',
        'The kind of the message requires it. Only `image` and `video` accept `""`.',
      ),
      fault('min_items', 'a list that must not be empty', 'The list is empty.'),
    ],
    cure: [
      'Send the fields that `errors` names. (A missing `sender`, `target` or `body.metadata` has its own code: [`M40008`](M40008.md), [`M40009`](M40009.md), [`M40006`](M40006.md).)',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/threads

{"name": "", "member_ids": ["guest-7"], "id_type": 2}`,
      errors: [error('owner_id', 'required', 'is required'), error('name', 'required', 'is required')],
    },
  },
  M40003: {
    cause: ['A field, a path parameter, a part of an upload or a header has an invalid value.'],
    faults: [
      fault('type', 'any', 'It has the wrong type. The server converts no types: `"100"` is not a number.'),
      fault('enum', 'any', 'It is not one of the allowed values.'),
      fault('range', 'a number', 'It is too small or too large.'),
      fault('required', 'an element of a list', 'It is `""`.'),
      fault(
        'identifier',
        'an identifier, `X-Tenant-Id`',
        'It has a control, bidirectional or zero-width character, or a leading or trailing space. For the header, this rule also covers more than 255 bytes.',
      ),
      fault(
        'decimal_id',
        'an id of Palaver',
        'It is not a positive decimal number of at most 63 bits in a string. With `id_type` 1, all ids of the request are of this form.',
      ),
      fault(
        'http_url',
        'an address',
        'It is not absolute, not http or https, or has credentials or white space.',
      ),
      fault(
        'client_uri',
        '`payload` of a button',
        'With action type 1, it is not an address that a client may open.',
      ),
      fault('json_document', '`body.metadata[0].payload`', 'It is not JSON.'),
      fault(
        'storable',
        'any',
        'It contains U+0000 or half of a surrogate pair, which the database cannot store.',
      ),
      fault('not_sender', 'an element of `target.user_ids` or `target.ext_user_ids`', 'It is the sender.'),
      fault('unique', '`users[…].user_id`', 'The batch contains the user twice.'),
      fault('single', 'a header, a part of an upload', 'It occurs twice.'),
      fault('visible_ascii', '`Idempotency-Key`', 'It is not 1 to 255 visible ASCII characters.'),
      fault('future', '`until`', 'It is not in the future. The unit is Unix milliseconds.'),
      fault(
        'not_taken',
        '`X-Acting-User-Id`',
        'The endpoint does not support it: the request acts as the application.',
      ),
      fault('reaction_key', '`key`', 'It has white space or invisible characters.'),
      fault('not_self', '`user_id`', 'It is the signed-in user.'),
    ],
    cure: [
      'Correct the fields that `errors` names. Each [endpoint](../api.md) describes the values of its fields.',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/threads

{"name": "Support", "owner_id": 17, "member_ids": [""], "id_type": 3, "avatar_url": "ann.png"}`,
      errors: [
        error(
          'avatar_url',
          'http_url',
          'must be an absolute http(s) address without credentials and white space',
        ),
        error('member_ids[0]', 'required', 'must not be empty'),
        error('owner_id', 'type', 'must be string'),
        error('id_type', 'enum', 'must be one of 1, 2'),
      ],
    },
  },
  M40004: {
    cause: [
      'A text has more characters than its field allows; or an identifier, or the `metadata` of a user or thread, has more bytes. Characters are Unicode code points, and bytes are bytes of UTF-8.',
      `A message has more bytes than ${withDefault('messageBytes')}: its text, metadata and notification together, as JSON in UTF-8.`,
    ],
    faults: [
      fault('max_length', 'any text', 'It is too long.'),
      fault('max_length', '`body`', 'The message is too large. For an edit, the unchanged parts count too.'),
    ],
    cure: [
      'Shorten the text. Count like the server: in JavaScript, `[...text].length` for characters and `Buffer.byteLength(text)` for bytes. Some limits are [settings](../configuration.md).',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"bot_id": "herald"}, "target": {"thread_id": "1"}, "body": {"metadata": [{
  "type": "promotion",
  "promotion": {
    "title": "Sale",
    "image_url": "https://cdn.example.com/ten.png",
    "label": "Ten percent off everything in the shop, this week only, and delivery is free for all who order before Sunday"
  }
}]}}`,
      errors: [error('body.metadata[0].promotion.label', 'max_length', 'must have at most 100 characters')],
    },
  },
  M40005: {
    cause: [
      'A list has more elements than its field allows, duplicates included. Each [endpoint](../api.md) names the maximum.',
    ],
    faults: [
      fault('max_items', 'any list', 'The list is too long. The server has not checked its elements.'),
    ],
    cure: ['Split the list into several requests.'],
    example: { errors: [error('target.user_ids', 'max_items', 'must have at most 100 items')] },
  },
  M40006: {
    cause: ['`body.metadata` of a message is not a list of exactly one element.'],
    faults: [
      fault('required', '`body.metadata`', 'It is missing, `null` or `""`.'),
      fault('min_items', '`body.metadata`', 'The list is empty.'),
      fault('max_items', '`body.metadata`', 'It has more than one element.'),
    ],
    cure: [
      'Send exactly one element, whose `type` is the kind of the message. Send two pictures as two messages.',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"user_id": "ann"}, "target": {"thread_id": "1"}, "body": {"text": "Hello"}}`,
      errors: [error('body.metadata', 'required', 'is required')],
    },
  },
  M40007: {
    cause: ['`body.metadata[0].type` is not a kind of message.'],
    faults: [fault('enum', '`body.metadata[0].type`', 'No kind has this name.')],
    cure: [
      'Use one of the [kinds](../../api.md#messages). For a kind of your own, use `custom_defined` with its name in `custom_name`.',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"user_id": "ann"}, "target": {"thread_id": "1"}, "body": {"text": "", "metadata": [{"type": "order"}]}}`,
      errors: [error('body.metadata[0].type', 'enum', 'is not a known type')],
    },
  },
  M40008: {
    cause: ['A message has no sender, or two senders. `null` and `""` count as absent.'],
    faults: [
      fault('required', '`sender`', 'It is missing.'),
      fault('exactly_one', '`sender`', 'It has both `bot_id` and `user_id`, or neither.'),
    ],
    cure: ['Name one sender: `{"user_id": "ann"}` or `{"bot_id": "herald"}`.'],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {}, "target": {"thread_id": "1"}, "body": {"text": "Hello", "metadata": [{"type": "text"}]}}`,
      errors: [error('sender', 'exactly_one', 'must have exactly one of bot_id and user_id')],
    },
  },
  M40009: {
    cause: ['A message has no destination. An empty list, `null` and `""` count as absent.'],
    faults: [
      fault('required', '`target`', 'It is missing.'),
      fault('any_of', '`target`', 'None of `thread_id`, `ext_user_ids` and `user_ids` has data.'),
    ],
    cure: ['Name a thread or at least one user. If your list of users is empty, skip the request.'],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"user_id": "ann"}, "target": {"user_ids": []}, "body": {"text": "Hello", "metadata": [{"type": "text"}]}}`,
      errors: [error('target', 'any_of', 'must have thread_id, ext_user_ids or user_ids with data')],
    },
  },
  M40010: {
    cause: [
      'A query parameter has an invalid value, or occurs twice.',
      'With `member_id_type` 2, `last_member_id` names no user.',
    ],
    faults: [
      fault('type', 'any', 'It has the wrong type, is empty, occurs twice, or has brackets (`limit[]=5`).'),
      fault('type', '`last_member_id`', 'It is not the kind of id that `member_id_type` selects.'),
      fault('range', 'a number', 'It is too small or too large: `limit` is 1 to 100.'),
      fault('enum', 'any', 'It is not one of the allowed values.'),
      fault('decimal_position', '`last_id`', 'It is not a decimal number of at most 63 bits.'),
      fault('position_or_empty', '`last_thread_id`, `last_member_id`', 'The same, but it may be empty.'),
      fault('exists', '`last_member_id`', 'It is neither a current nor a former `user_id` of this space.'),
    ],
    cure: [
      'Write a number plainly (`limit=30`), and a boolean as `true` or `false`. For the next page, pass the id of the last element unchanged.',
    ],
    example: {
      request: 'GET /open-api/v1.0/chat/threads?limit=500&only_public_thread=yes',
      errors: [
        error('limit', 'range', 'must be <= 100'),
        error('only_public_thread', 'type', 'must be boolean'),
      ],
    },
  },
  M40011: {
    cause: ['A request to create a thread has `"type": "direct"`.'],
    faults: [fault('enum', '`type`', 'It is `direct`.')],
    cure: [
      'Send the first message to `target.user_ids` or `target.ext_user_ids`: it creates the direct thread.',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/threads

{"type": "direct", "name": "Ann and Bob", "owner_id": "ann", "member_ids": ["bob"], "id_type": 2}`,
      errors: [error('type', 'enum', 'must be group')],
    },
  },
  M40012: {
    cause: [
      'An image, video or file has both `source_url` and `src_url`, or both `source_thumb_url` and `src_thumb_url`, with different values.',
    ],
    faults: [
      fault(
        'same_value',
        '`body.metadata[0].src_url`, `….src_thumb_url`',
        'It differs from the long spelling.',
      ),
    ],
    cure: ['Send one spelling. The server stores the long one.'],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"user_id": "ann"}, "target": {"thread_id": "1"}, "body": {"metadata": [{
  "type": "file", "name": "label.pdf", "size": 48211, "mime_type": "application/pdf",
  "source_url": "https://cdn.example.com/label.pdf", "src_url": "https://cdn.example.com/label-2.pdf"
}]}}`,
      errors: [error('body.metadata[0].src_url', 'same_value', 'has another value than source_url')],
    },
  },
  M40013: {
    cause: [
      'The icon of a sticker pack, the archive, or a file in the archive is invalid. The server checks everything before it responds, and keeps nothing of an invalid pack.',
    ],
    faults: [
      fault('kind', '`icon`', 'It is not a PNG.'),
      fault(
        'kind',
        '`stickers[…]`',
        'By its content, the file is not a PNG, a GIF, a WebP or a Lottie animation.',
      ),
      fault('duplicate', '`stickers[…]`', 'Another file has the same name, apart from case and folders.'),
      fault(
        'name',
        '`stickers[…]`',
        'The name is missing, not UTF-8, longer than 255 bytes, or not displayable.',
      ),
      fault('path', '`stickers[…]`', 'The path is absolute, or leads out of the archive.'),
      fault('link', '`stickers[…]`', 'It is a link or a device.'),
      fault('encrypted', '`stickers[…]`', 'It is encrypted.'),
      fault('compression', '`stickers[…]`', 'Its compression is not deflate, or it cannot be unpacked.'),
      fault('size', '`stickers[…]`', 'Its size differs from the size in the archive.'),
      fault('checksum', '`stickers[…]`', 'It is damaged.'),
      fault('zip', '`stickers`', 'It is not a zip archive, or is damaged.'),
      fault('count', '`stickers`', `It has no files, or more than ${withDefault('stickerFiles')}.`),
      fault(
        'size',
        '`stickers`',
        `Unpacked, it has more than ${withDefault('stickerBytes')} bytes; or checking it takes too much memory.`,
      ),
      fault('name', '`stickers`', 'A path in it has more than 1,024 characters.'),
      fault('overlap', '`stickers`', 'Files in it share bytes.'),
    ],
    cure: [
      'Correct every file that `errors` names, and upload the pack again. `errors` names up to 100 files. A fault of the archive as a whole hides the faults of its files. Any ordinary zip tool writes a valid archive if you set no password.',
    ],
    example: {
      errors: [
        error('icon', 'kind', 'is not a PNG'),
        error('stickers[readme.txt]', 'kind', 'is not png, gif, webp or a Lottie animation'),
      ],
    },
  },
  M40101: {
    cause: ['The header `X-Api-Key` is missing or empty.'],
    cure: [
      'Send the key with every request, and check that proxies pass the header on. Keep the key in your back end: its holder can act for all users.',
    ],
  },
  M40102: {
    cause: [
      'The key does not have the form of a key (`plv_live_…`), its checksum is wrong, this installation does not know it, or its secret is wrong. For security, the response does not say which.',
    ],
    cure: [
      'Compare the key with the public ids in `palaver key list`, and look for a line break or a missing part. Palaver cannot show a key again: if you have lost it, [create another](../../operating.md#keys).',
    ],
  },
  M40103: {
    cause: ['The key was revoked. Every node refuses it within 5 seconds.', 'The key has expired.'],
    cure: [
      'Check with `palaver key list` which of the two happened, [create another key](../../operating.md#keys) and roll it out.',
    ],
  },
  M40104: {
    cause: [
      `The host name of the request is \`<application>.<base domain>\` (base domain: ${withDefault('baseDomain')}), and the key belongs to another application.`,
    ],
    cure: [
      "Use a key of that application, or the host name of the key's application. `palaver key list` shows the application of each key.",
    ],
  },
  M40111: {
    cause: [
      'The header `Authorization: Bearer <token>` is missing, or does not have exactly one token.',
      'This installation did not issue the token, or the token was altered.',
      'After the token was issued, the tokens of the user were revoked, the user was deactivated, or their `user_id` changed. Every node refuses the token within 5 seconds.',
      'The signing key of the token was revoked (`palaver signing-key rotate --revoke`).',
      'The host name of the request names a different application from that of the token.',
    ],
    cure: [
      'Let your back end [issue a new token](../api.md#issue-a-token-of-a-user) for the current `user_id` of the user. For security, the response does not say which cause it was.',
    ],
  },
  M40112: {
    cause: [
      `The token has expired. Its lifetime is the value of ${withDefault('tokenTtlMs')} in seconds at the time of issue.`,
    ],
    cure: [
      'Let your back end [issue a new token](../api.md#issue-a-token-of-a-user) and retry the request. Better: issue it before `expires_at`.',
    ],
  },
  M40301: {
    cause: [
      'The key does not have the scope that the endpoint requires. A writing scope does not include reading.',
    ],
    cure: [
      'Look up the scope of the [endpoint](../api.md), and [create a key](../../operating.md#keys) with this scope or with `full`. You cannot change the scopes of an existing key.',
    ],
  },
  M40302: {
    cause: [
      'The key is bound to one tenant, and the header `X-Tenant-Id` names another.',
      'The endpoint concerns the whole application, such as its [policy](../../guides/policy.md), but the request is for a tenant: by the header, or by a key that is bound to a tenant.',
    ],
    cure: [
      'Leave the header out: a bound key then works in its tenant, and any other key in the application. For other tenants, and for the policy, use a key that is not bound.',
    ],
  },
  M40303: {
    cause: ['The user in `sender.user_id` was never a member of the thread, or was removed.'],
    cure: [
      'Add the user to the thread, or send as a bot, which needs no membership. (For a user in `X-Acting-User-Id` who is not a member, the code is [`M40401`](M40401.md).)',
    ],
  },
  M40304: {
    cause: [
      'The user in `sender.user_id` is muted in the thread and can only read.',
      'The user in the header `X-Acting-User-Id`, or the signed-in user, is muted in the thread. Muted members can only read, mark messages as read, and leave.',
    ],
    cure: [
      'Unmute the member, or wait until the mute ends. `status_until` in the list of members shows the end, if there is one.',
    ],
  },
  M40305: {
    cause: ['The user in `sender.user_id` is banned from the thread.'],
    cure: [
      'Lift the ban, or wait until it ends (`status_until` in the list of members, if it has an end). Then add the user again.',
    ],
  },
  M40306: {
    cause: [
      'The policy of the application does not permit the action to a signed-in user. By default, guests cannot create groups or add members.',
      'The role of the signed-in user, or of the member in the header `X-Acting-User-Id`, does not permit the action. Members can change only what is their own. Admins can also manage members, the thread and its messages. Only the owner can act on admins, set roles, transfer the ownership and delete the thread. No role can edit the messages of others.',
    ],
    faults: [
      fault(
        'role',
        '`X-Acting-User-Id`, or `Authorization`',
        'The role of the user, and the roles that permit the action. If the request names several members, the fault is about the first one on whom the user may not act.',
      ),
      fault('policy', '`Authorization`', 'The rule of the policy that does not permit the action.'),
    ],
    cure: [
      'With the rule `policy`: let your back end do it, or change [the policy](../../guides/policy.md).',
      'With the rule `role`: act as a member whose role permits the action ([the table of roles](../../guides/members.md#roles)). With your API key and without the header, the request acts as your application, which may do everything.',
    ],
  },
  M40307: {
    cause: [
      `A web page tried to open the realtime WebSocket, and ${setting('corsOrigins')} does not include its origin. (HTTP requests of such a page fail in the browser, because the responses lack CORS headers.)`,
    ],
    cure: ['Let the operator add the origin of your page. Programs other than web pages send no `Origin`.'],
  },
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
      '[The policy](../../guides/policy.md) does not let the signed-in user address the named user. The response is the same as for a user who does not exist; `errors` names the list, not the id in it.',
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
    cure: ['Compare the path with the list of [endpoints](../api.md).'],
    answeredBy: 'The server, before any endpoint.',
  },
  M40407: {
    cause: [
      'The id names no webhook endpoint or delivery: it never existed, or was deleted. The server keeps deliveries for some days only, and deletes them together with their endpoint.',
      'The endpoint belongs to another space. You can manage an endpoint and its deliveries only in the space that created it.',
    ],
    cure: ['Check the id and the `X-Tenant-Id`. To find the deliveries of a bot, use its `bot_id`.'],
  },
  M40500: {
    cause: ['The path exists, but not with this method. The API has no `HEAD`.'],
    cure: ['Use one of the methods in the `Allow` header of the response.'],
    answeredBy: 'The server, before any endpoint.',
  },
  M40800: {
    cause: [
      `The request did not arrive completely within ${withDefault('requestTimeoutMs')}. The server closes the connection.`,
    ],
    cure: [
      'Retry the request: it had no effect. If the connection is too slow for an upload, the operator can raise the limit.',
    ],
  },
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
    ],
    cure: [
      'Retry with the same key after a moment. If the other request succeeded, you get its response. If it failed, the server runs your request.',
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
    ],
    faults: [
      fault(
        'transition',
        'the member, or `seq`',
        'Its current state does not allow the action. The message names the obstacle.',
      ),
      fault('group', 'the field', 'It applies to groups only, and this is a direct thread.'),
      fault('same_kind', '`body.metadata[0].type`', 'The kind of a message cannot change.'),
    ],
    cure: [
      'Take the missing step first: transfer the ownership, lift the ban, or add the user. [The guide](../../guides/members.md#mute-and-ban) has the table of possible actions. Repeating an action that has already happened succeeds.',
    ],
    example: {
      request: `PATCH /open-api/v1.0/chat/threads/1/members/ann?id_type=2

{"role": "member"}`,
      errors: [error('member_id', 'transition', 'is the owner of the thread: transfer the ownership first')],
    },
  },
  M41300: {
    cause: [
      `The JSON body is larger than ${withDefault('bodyBytes')}, or the upload is larger than ${withDefault('uploadBytes')}. The limit also applies where the endpoint takes no body.`,
      'If a JSON body announces up to 32 MiB (`Content-Length`), the server reads it to the end before it responds. Otherwise it closes the connection at once, which some clients report as a network error.',
    ],
    cure: [
      'Send less at a time. Do not put pictures and files into a message: a message carries their addresses.',
    ],
  },
  M41500: {
    cause: [
      'The server does not read the `Content-Type` as JSON (it accepts `application/json`, `text/plain`, the form type of `curl -d`, and no type), or its `charset` is not UTF-8.',
      'The endpoint takes an upload, and the body is not `multipart/form-data`; or the endpoint takes no upload, and the body is `multipart/form-data`.',
      'The body is compressed (`Content-Encoding`).',
    ],
    cure: [
      'Send JSON as `application/json`, uncompressed. For an upload, let the form library set the header: it knows the boundary.',
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
  M42600: {
    cause: ['A request for `/client/v1.0/realtime` is not a WebSocket handshake.'],
    cure: ['Connect with a WebSocket client: see [the realtime protocol](../../realtime.md).'],
  },
  M42900: {
    cause: [
      `The API key made more requests within a second than ${setting('rateLimitReads')} or ${setting('rateLimitWrites')} allows; or the signed-in user made more than ${setting('clientRateLimitReads')} or ${setting('clientRateLimitWrites')} allows, including the commands of their realtime connections. Each node counts separately.`,
      `The user has more concurrent requests than ${setting('clientConcurrentRequests')} allows. A request counts until its whole response is sent.`,
      `The user added more members to groups, or opened more direct threads, within a minute than ${setting('clientRateLimitMembers')} allows.`,
      `Without a valid key or token, the address made more requests within a second than ${setting('anonymousRateLimit')} allows. Refused requests count, and requests for pages, documents and stickers. The server also closes the connection.`,
    ],
    cure: [
      'Wait for the number of seconds in `Retry-After`, and retry: the request had no effect. If requests per second of the key or the user are limited, `RateLimit-Remaining` in every response shows how many are left.',
    ],
  },
  M43100: {
    cause: ['The address and the headers together have more than 16 KiB. The server closes the connection.'],
    cure: ['Find the header that grows. Often it is the cookies, which Palaver does not read.'],
  },
  M50000: {
    cause: ['An unexpected fault in Palaver or in a layer below it. The response has no details.'],
    cure: [
      'Look for the `request_id` in the log, which has the details, and report the fault. The request may have had its effect: retry a `POST` with its [`Idempotency-Key`](../../api.md#idempotency-and-retries); you can retry the other methods as they are.',
    ],
  },
  M50300: {
    cause: [
      'The server is stopping; `/health/ready` is then 503, too.',
      'The server cannot reach the database, or the connection broke, possibly during a commit.',
      'The disk of the database or of an upload is full, or the disk quota of its user is used up.',
      `More sends are queued than ${withDefault('sendQueue')} allows, or more than 64 MiB.`,
      'Another transaction held the thread, or the `Idempotency-Key`, of a send for more than a second.',
    ],
    cure: [
      'Wait for the number of seconds in `Retry-After`, and retry. The request may have had its effect: a `POST` should carry an [`Idempotency-Key`](../../api.md#idempotency-and-retries); you can retry the other methods as they are. See also [When things fail](../../when-things-fail.md).',
    ],
  },
};
