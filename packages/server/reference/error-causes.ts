import type { ErrorCode, FieldError } from '@palaver/protocol/errors';
import { SETTINGS, type SettingKey } from '../src/config.ts';
import { code } from './markdown.ts';

/** What the page of a code tells beside the table in `protocol/errors.ts`. Texts are Markdown; links start at the page. */
export interface ErrorCause {
  /** Each way in which the code comes about. */
  cause: readonly string[];
  /** What to do about it, and what to know before the request is sent again. */
  cure: readonly string[];
  /** What `errors` may name with this code. */
  faults?: readonly NamedFault[];
  /** A request and what the answer to it says under `errors`. A test sends each of them. */
  example?: ErrorExample;
  /** Of a code that is answered where there is no endpoint. */
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
const withDefault = (key: SettingKey) => `${setting(key)} (default ${code(SETTINGS[key].default)})`;

/** `null` is for a code of a capability that does not exist yet: no endpoint lists it, so there is nothing to tell. */
export const CAUSES: Readonly<Record<ErrorCode, ErrorCause | null>> = {
  M40000: {
    cause: [
      'What arrives is not HTTP/1.1: an unknown method, a malformed header, a `Content-Length` that is no number or contradicts another one, chunks that are not as long as they say. TLS and HTTP/2 on the plain port look like this, too.',
      'A request in HTTP/1.1 has no `Host`, or a request has two.',
      'The path has a percent sign that encodes nothing, or encodes bytes that are not UTF-8: `/user/v1.0/user/%zz`.',
    ],
    cure: [
      'Encode every id that you put into a path (`encodeURIComponent`), and let an HTTP library write the rest. Palaver speaks plain HTTP/1.1; TLS ends at a proxy before it.',
    ],
  },
  M40001: {
    cause: [
      'The body is not JSON in UTF-8: cut off, with a trailing comma or a byte order mark, or empty where there must be one.',
      `Its arrays and objects nest deeper than ${withDefault('maxNesting')}.`,
      'It has more than 20,000 values, wherever they stand.',
      'It has a number of more than 1,000 characters.',
      'An upload is not `multipart/form-data` as it should be: it has no boundary, or ends before its last part does.',
      'An upload has more than 100 parts.',
    ],
    faults: [
      fault('max_nesting', '`(body)`', 'It nests too deep.'),
      fault('max_values', '`(body)`', 'It has too many values.'),
      fault('max_number_chars', '`(body)`', 'A number is too long.'),
      fault('max_parts', '`(body)`', 'An upload has too many parts. The other causes have no `errors`.'),
    ],
    cure: [
      'Let a library write the JSON or the form. Where an endpoint takes a body, the least that it takes is `{}`.',
    ],
  },
  M40002: {
    cause: [
      'A required field or parameter is left out, `null` or `""`. Which ones are required stands with each [endpoint](../api.md).',
      'A part of an upload is missing.',
    ],
    faults: [
      fault('required', 'any', 'It is left out, `null` or `""`.'),
      fault(
        'required',
        '`body.text`',
        'The kind of the message needs it. Only `image` and `video` take `""`.',
      ),
      fault('min_items', 'a list that must not be empty', 'It has no element.'),
    ],
    cure: [
      'Send what `errors` names. (A missing `sender`, `target` or `body.metadata` has a code of its own: [`M40008`](M40008.md), [`M40009`](M40009.md), [`M40006`](M40006.md).)',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/threads

{"name": "", "member_ids": ["guest-7"], "id_type": 2}`,
      errors: [error('owner_id', 'required', 'is required'), error('name', 'required', 'is required')],
    },
  },
  M40003: {
    cause: [
      'A field, a parameter in the path, a part of an upload or a header has a value that it does not take.',
    ],
    faults: [
      fault('type', 'any', 'It has another type. Nothing is converted: `"100"` is no number.'),
      fault('enum', 'any', 'It is none of the values that there are.'),
      fault('range', 'a number', 'It is too small or too large.'),
      fault('required', 'an element of a list', 'It is `""`.'),
      fault(
        'identifier',
        'an identifier, `X-Tenant-Id`',
        'It has a control, bidirectional or zero-width character, or an outer space. In the header, this is also one of more than 255 bytes.',
      ),
      fault(
        'decimal_id',
        'an id of Palaver',
        'It is no positive decimal number of at most 63 bits, in a string. With `id_type` 1 all ids of the request are such ids.',
      ),
      fault(
        'http_url',
        'an address',
        'It is not absolute, not http or https, or has credentials or white space.',
      ),
      fault(
        'client_uri',
        '`payload` of a button',
        'With action type 1, it is no address that a client may open.',
      ),
      fault('json_document', '`body.metadata[0].payload`', 'It is not JSON.'),
      fault('storable', 'any', 'It has U+0000 or half of a surrogate pair, which cannot be stored.'),
      fault('not_sender', 'an element of `target.user_ids` or `target.ext_user_ids`', 'It is the sender.'),
      fault('unique', '`users[…].user_id`', 'The batch names the user twice.'),
      fault('single', 'a header, a part of an upload', 'It is given twice.'),
      fault('visible_ascii', '`Idempotency-Key`', 'It is not 1 to 255 visible ASCII characters.'),
      fault('future', '`until`', 'It is not in the future; it counts in Unix milliseconds.'),
      fault('not_taken', '`X-Acting-User-Id`', 'The endpoint does not take it: it acts for the application.'),
      fault('reaction_key', '`key`', 'It has white space or invisible characters.'),
      fault('not_self', '`user_id`', 'It is the signed-in user.'),
    ],
    cure: [
      'Correct the fields that `errors` names. What each one takes stands with its [endpoint](../api.md).',
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
      'A text has more characters than its field takes; or an identifier, or the `metadata` of a user or thread, more bytes. Characters are Unicode code points, bytes those of UTF-8.',
      `A message has more bytes than ${withDefault('messageBytes')}: its text, metadata and notification together, as JSON in UTF-8.`,
    ],
    faults: [
      fault('max_length', 'any text', 'It is too long.'),
      fault('max_length', '`body`', 'The message is too large; an edit counts with what stays.'),
    ],
    cure: [
      'Shorten it, and count as the server does: in JavaScript `[...text].length` for characters, `Buffer.byteLength(text)` for bytes. Some limits are [settings](../configuration.md).',
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
      'A list has more elements than its field takes, duplicates included. How many that are stands with each [endpoint](../api.md).',
    ],
    faults: [fault('max_items', 'any list', 'It is too long. What is in it has not been looked at.')],
    cure: ['Spread the list over several requests.'],
    example: { errors: [error('target.user_ids', 'max_items', 'must have at most 100 items')] },
  },
  M40006: {
    cause: ['`body.metadata` of a message is not a list of exactly one element.'],
    faults: [
      fault('required', '`body.metadata`', 'It is left out, `null` or `""`.'),
      fault('min_items', '`body.metadata`', 'It has no element.'),
      fault('max_items', '`body.metadata`', 'It has more than one.'),
    ],
    cure: ['Send one element, whose `type` is the kind of the message. Two pictures are two messages.'],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"user_id": "ann"}, "target": {"thread_id": "1"}, "body": {"text": "Hello"}}`,
      errors: [error('body.metadata', 'required', 'is required')],
    },
  },
  M40007: {
    cause: ['`body.metadata[0].type` names no kind of message.'],
    faults: [fault('enum', '`body.metadata[0].type`', 'No kind has this name.')],
    cure: [
      'Use one of the [kinds](../../api.md#messages). For one of your own there is `custom_defined`, with its name in `custom_name`.',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"user_id": "ann"}, "target": {"thread_id": "1"}, "body": {"text": "", "metadata": [{"type": "order"}]}}`,
      errors: [error('body.metadata[0].type', 'enum', 'is not a known type')],
    },
  },
  M40008: {
    cause: ['A message has no sender, or two. `null` and `""` count as absent.'],
    faults: [
      fault('required', '`sender`', 'It is left out.'),
      fault('exactly_one', '`sender`', 'It has both `bot_id` and `user_id`, or neither.'),
    ],
    cure: ['Name the one in whose name the message is sent: `{"user_id": "ann"}` or `{"bot_id": "herald"}`.'],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {}, "target": {"thread_id": "1"}, "body": {"text": "Hello", "metadata": [{"type": "text"}]}}`,
      errors: [error('sender', 'exactly_one', 'must have exactly one of bot_id and user_id')],
    },
  },
  M40009: {
    cause: ['A message has no destination. An empty list, `null` and `""` count as absent.'],
    faults: [
      fault('required', '`target`', 'It is left out.'),
      fault('any_of', '`target`', 'None of `thread_id`, `ext_user_ids` and `user_ids` has data.'),
    ],
    cure: ['Name a thread, or at least one user. Skip the request when your list of users is empty.'],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"user_id": "ann"}, "target": {"user_ids": []}, "body": {"text": "Hello", "metadata": [{"type": "text"}]}}`,
      errors: [error('target', 'any_of', 'must have thread_id, ext_user_ids or user_ids with data')],
    },
  },
  M40010: {
    cause: [
      'A query parameter has a value that it does not take, or is given twice.',
      '`last_member_id` names nobody, with `member_id_type` 2.',
    ],
    faults: [
      fault('type', 'any', 'It has another type, is empty, is given twice, or with brackets (`limit[]=5`).'),
      fault('type', '`last_member_id`', 'It is not the kind of id that `member_id_type` says.'),
      fault('range', 'a number', 'It is too small or too large: `limit` goes from 1 to 100.'),
      fault('enum', 'any', 'It is none of the values that there are.'),
      fault('decimal_position', '`last_id`', 'It is no decimal number of at most 63 bits.'),
      fault('position_or_empty', '`last_thread_id`, `last_member_id`', 'The same; but it may be empty.'),
      fault(
        'exists',
        '`last_member_id`',
        'It is no `user_id` of this space, neither a present nor a former one.',
      ),
    ],
    cure: [
      'Write a number plainly (`limit=30`), a boolean as `true` or `false`. For the next page take over the id of the last element as it is.',
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
      'Send the first message to `target.user_ids` or `target.ext_user_ids`: the direct thread of the two comes into being with it.',
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
    cure: ['Send one spelling. The long one is what is stored.'],
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
      'The icon of a sticker pack, the archive, or a file in it is not what it should be. All of it is checked before the answer, and nothing of it is kept.',
    ],
    faults: [
      fault('kind', '`icon`', 'It is not a PNG.'),
      fault('kind', '`stickers[…]`', 'By its content, the file is not a PNG, GIF, WebP or Lottie animation.'),
      fault('duplicate', '`stickers[…]`', 'Another file has the same name, apart from case and folders.'),
      fault(
        'name',
        '`stickers[…]`',
        'The name is missing, not UTF-8, longer than 255 bytes, or cannot be shown.',
      ),
      fault('path', '`stickers[…]`', 'The path is absolute, or leads out of the archive.'),
      fault('link', '`stickers[…]`', 'It is a link or a device.'),
      fault('encrypted', '`stickers[…]`', 'It is encrypted.'),
      fault(
        'compression',
        '`stickers[…]`',
        'It is packed by another method than deflate, or cannot be unpacked.',
      ),
      fault('size', '`stickers[…]`', 'It has another size than the archive says.'),
      fault('checksum', '`stickers[…]`', 'It is damaged.'),
      fault('zip', '`stickers`', 'It is no zip archive, or a damaged one.'),
      fault('count', '`stickers`', `It has no file, or more than ${withDefault('stickerFiles')}.`),
      fault(
        'size',
        '`stickers`',
        `Unpacked, it has more than ${withDefault('stickerBytes')}; or it takes too much memory to be checked.`,
      ),
      fault('name', '`stickers`', 'A path in it has more than 1,024 characters.'),
      fault('overlap', '`stickers`', 'Files in it share bytes.'),
    ],
    cure: [
      'Correct every file that `errors` names, and upload the pack again. It names up to 100; a fault of the archive as a whole hides those of its files. An ordinary zip tool without a password writes what is needed.',
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
      'Send the key with every request, and see that proxies in between pass it on. It belongs to your back end: whoever has it can act for all users.',
    ],
  },
  M40102: {
    cause: [
      'The key does not look like one (`plv_live_…`) or its checksum is wrong, this installation does not have it, or its secret is wrong. Which of these it is, nobody is told.',
    ],
    cure: [
      'Compare it with the first half of the keys in `palaver key list`, and look for a line break or a cut. A key cannot be shown again: when it is lost, [make another](../../operating.md#keys).',
    ],
  },
  M40103: {
    cause: [
      'The key has been revoked. Every node knows within 5 seconds.',
      'The key had an expiry, which has passed.',
    ],
    cure: [
      'See which it was in `palaver key list`, [make another](../../operating.md#keys) and roll it out.',
    ],
  },
  M40104: {
    cause: [
      `The host name of the request is an application's id and, after a dot, ${withDefault('baseDomain')}; and the key belongs to another application.`,
    ],
    cure: [
      "Use the key of that application, or the address of the key's own. `palaver key list` shows whose a key is.",
    ],
  },
  M40111: {
    cause: [
      'The header `Authorization: Bearer <token>` is missing, or has something else than one token.',
      'The token was not issued by this installation, or has been altered.',
      'The tokens of the user have been revoked, or the user has been deactivated or got another identifier since it was issued. Every node knows within 5 seconds.',
      'The key that has signed it was revoked (`palaver signing-key rotate --revoke`).',
      "The host name of the request names another application than the token's.",
    ],
    cure: [
      'Have your back end [issue a new one](../api.md#issue-a-token-of-a-user), by the present identifier of the user. Which of the causes it was, nobody is told.',
    ],
  },
  M40112: {
    cause: [`The token is older than ${withDefault('tokenTtlSeconds')} seconds were when it was issued.`],
    cure: [
      'Have your back end [issue a new one](../api.md#issue-a-token-of-a-user) and send the request again. Better: ask for one before `expires_at`.',
    ],
  },
  M40301: {
    cause: ['The key does not have the scope that the endpoint needs. A scope that writes does not read.'],
    cure: [
      'Look up the scope with the [endpoint](../api.md), and [make a key](../../operating.md#keys) that has it. `full` has all. A key that exists keeps the scopes that it has.',
    ],
  },
  M40302: {
    cause: [
      'The key is bound to one tenant, and the header `X-Tenant-Id` names another.',
      'The endpoint is about the whole application, such as its [policy](../../guides/policy.md), and the request is for a tenant: by the header, or by a key that is bound to one.',
    ],
    cure: [
      'Leave the header out: a bound key works in its tenant, and any other key for the application. For other tenants, and for the policy, use a key that is not bound.',
    ],
  },
  M40303: {
    cause: ['The user in `sender.user_id` never was a member of the thread, or was removed.'],
    cure: [
      'Add the user to the thread, or send in the name of a bot, which needs no membership. (Who is named in `X-Acting-User-Id` without being a member gets [`M40401`](M40401.md) instead.)',
    ],
  },
  M40304: {
    cause: [
      'The user in `sender.user_id` is muted in the thread, and so may only read.',
      'The same is true of the user in the header `X-Acting-User-Id`, or of the one who has signed in. They may leave, and mark what they have read.',
    ],
    cure: [
      'Unmute the member, or wait until the mute ends: `status_until` in the list of members says when, if it has an end.',
    ],
  },
  M40305: {
    cause: ['The user in `sender.user_id` is banned from the thread.'],
    cure: [
      'Lift the ban, or wait for its end (`status_until` in the list of members), if it has one; then add the user again.',
    ],
  },
  M40306: {
    cause: [
      'The policy of the application does not let a signed-in user do it: guests make no groups and add nobody unless you permit it.',
      'A signed-in user, or the member in the header `X-Acting-User-Id`, has a role that does not permit what the request asks for. A member changes only what is its own; an admin manages members, the thread and its messages; only the owner acts on admins, sets roles, hands the ownership on and deletes the thread. Nobody edits the messages of others.',
    ],
    faults: [
      fault(
        'role',
        '`X-Acting-User-Id`, or `Authorization`',
        'What the role is, and which one it takes. Where several members are named it is the first of them for whom it does not do.',
      ),
      fault('policy', '`Authorization`', 'Which rule of the policy does not permit it.'),
    ],
    cure: [
      'With the rule `policy`: let your back end do it, or change [the policy](../../guides/policy.md). Otherwise:',
      'Act as a member whose role permits it ([the table of roles](../../guides/members.md#roles)). With your API key, and without the header, the request acts as your application, which may do everything.',
    ],
  },
  M40307: {
    cause: [
      `A web page of an origin that ${setting('corsOrigins')} does not name wanted to open the realtime socket. (Requests of such a page are stopped by the browser, for lack of headers that permit them.)`,
    ],
    cure: [
      'Have the operator name the origin of your page. Programs that are no web pages send no `Origin`.',
    ],
  },
  M40401: {
    cause: [
      'No thread of this space has the id. One of another tenant or application is answered like one that does not exist.',
      'The user in the header `X-Acting-User-Id`, or the one who has signed in, is no current member of the thread: to others it does not exist. So who leaves a second time gets this.',
    ],
    faults: [
      fault(
        'exists',
        '`target.thread_id`',
        'It names no thread. (Of an id in the path `errors` says nothing.)',
      ),
    ],
    cure: [
      'Check the id, and the tenant: a thread is seen with the `X-Tenant-Id` that it was made with, and no other. Or add the user whom the header names to the thread.',
    ],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"user_id": "ann"}, "target": {"thread_id": "404"}, "body": {"text": "Hello", "metadata": [{"type": "text"}]}}`,
      errors: [error('target.thread_id', 'exists', 'names no thread')],
    },
  },
  M40402: {
    cause: [
      'An id names no user of this space. Users are never created on the side; one of another tenant or application is answered like one that does not exist.',
      'The user is deactivated, and can neither send, be sent to, own a thread nor become a member.',
      'A signed-in user may not address the one whom they name ([the policy](../../guides/policy.md)): such users are answered like users who do not exist, and `errors` names the list, not which of its ids it is.',
      'The identifier was changed: the old one names nobody any more.',
      'The id is that of a bot, where only a user will do.',
      '`id_type` does not fit: with 1 ids are read as `ext_user_id`, with 2 as `user_id`.',
    ],
    faults: [
      fault('exists', 'any id of a user', 'It names no active user. Every such id of the request is there.'),
      fault('member', 'the member', 'It names a user who never was a member of the thread.'),
    ],
    cure: [
      'With the rule `member`: add the user to the thread first. Otherwise:',
      'Put the users that `errors` names (`PUT /user/v1.0/user/{user_id}`, which also brings a deactivated one back), then send the request again: it had no effect.',
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
      'The id names no bot, a deleted one, or a user.',
      'The bot was made in another space. It is managed there and nowhere else; only sending is open in every tenant to a bot that was made without one.',
    ],
    faults: [
      fault('exists', '`sender.bot_id`', 'It names no bot. (Of an id in the path `errors` says nothing.)'),
    ],
    cure: ['Check the id, and the `X-Tenant-Id`. To send in the name of a user, write `sender.user_id`.'],
    example: {
      request: `POST /open-api/v1.0/chat/messages

{"sender": {"bot_id": "ann"}, "target": {"thread_id": "1"}, "body": {"text": "Hello", "metadata": [{"type": "text"}]}}`,
      errors: [error('sender.bot_id', 'exists', 'names no bot')],
    },
  },
  M40404: {
    cause: [
      'The id in the path names no pack that this space may use: one of its own or, to look at, a global one.',
      'A message of the kind `sticker` names a sticker that is not in the pack, or a pack that is not `uploaded` yet.',
    ],
    faults: [fault('exists', '`body.metadata[0].sticker_id`', 'It names no sticker of an uploaded pack.')],
    cure: [
      'Take both ids from `GET /sticker/v1.0/pack/{pack_id}`, once its `status` is `uploaded`. Delete a pack with the `X-Tenant-Id` that it was made with.',
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
      'The `seq` in the path names no message of the thread. Everything that happens in a thread takes a number of its log, so not every number is a message.',
    ],
    cure: ['Take `seq` from the message: its `id` is `<thread_id>.<seq>`.'],
  },
  M40406: {
    cause: [
      'No route has this path. It counts as it is written: in upper and lower case, with every slash.',
      'The address of a file of a sticker pack names none, or none any more.',
      "`/metrics` was asked for from another machine than the server's.",
    ],
    cure: ['Compare the path with the list of [endpoints](../api.md).'],
    answeredBy: 'The server itself, before any endpoint.',
  },
  M40407: {
    cause: [
      'The id names no webhook endpoint, or no delivery: there never was one, or it is deleted. Deliveries are kept for some days only, and end with their endpoint.',
      'It belongs to another space: an endpoint, and what it was told, is managed in the space where it was made.',
    ],
    cure: ['Check the id, and the `X-Tenant-Id`. The deliveries of a bot are found by its `bot_id`.'],
  },
  M40500: {
    cause: ['The path has routes, but none with this method. Beside a `GET` there is no `HEAD`.'],
    cure: ['Use one of the methods that the header `Allow` of the answer names.'],
    answeredBy: 'The server itself, before any endpoint.',
  },
  M40800: {
    cause: [
      `The request has not arrived whole within ${withDefault('requestTimeoutMs')}. The connection is closed.`,
    ],
    cure: [
      'Send it again: nothing has happened. If uploads are too large for the line, the operator may give them more time.',
    ],
  },
  M40901: {
    cause: [
      'A user is to get an id that a bot has, or a bot one that a user or another bot has: both are in one namespace. The id of a bot that was made without a tenant is taken in every tenant.',
      'The identifier of a user is to be changed into one whose holder is or was in a thread, or is a bot.',
    ],
    faults: [
      fault('unique', '`user_id`, `users[…].user_id`', "It is a bot's."),
      fault('unique', '`bot_id`', "It is a user's, or a bot's that is not deleted."),
      fault('unique', '`new_user_id`', "It is a bot's, or that of a user with a history."),
    ],
    cure: [
      'Choose another id. Two users who both have a history stay two; a user who was only just synchronised is taken over without this answer.',
    ],
    example: {
      request: `POST /bot/v1.0/bot

{"bot_id": "ann", "display_name": "Ann's bot"}`,
      errors: [error('bot_id', 'unique', 'exists already')],
    },
  },
  M40902: {
    cause: [
      'Another request with the same `Idempotency-Key` is being worked on. This one has waited 10 seconds for it.',
    ],
    cure: [
      'Send it again with the same key, after a moment. If the other one has succeeded, you get its answer; if it has failed, the request is done now.',
    ],
  },
  M40903: {
    cause: [
      'The owner of a thread is to be muted, removed, banned, unbanned, or given another role.',
      'A banned user is to be added or removed; somebody who is removed or banned is to be muted, unmuted or given a role; somebody who is not banned is to be unbanned.',
      'The ownership is to go to somebody who is muted, removed or banned.',
      'A direct thread is to have a name, a role, or a third member.',
      'A deleted message is to be edited or pinned, a button of it pressed, or a message is to become one of another kind.',
      'A space is to have another webhook endpoint, and has as many as it can have.',
    ],
    faults: [
      fault(
        'transition',
        'the member, or `seq`',
        'What it is does not allow it; the message says what is in the way.',
      ),
      fault('group', 'the field', 'It is for groups only, and this is a direct thread.'),
      fault('same_kind', '`body.metadata[0].type`', 'The kind of a message stays.'),
    ],
    cure: [
      'Take the missing step first: hand the ownership on, lift the ban, add the user. [The guide](../../guides/members.md#mute-and-ban) has the table of what can follow upon what. What is so already is no fault: asking for it again is a success.',
    ],
    example: {
      request: `PATCH /open-api/v1.0/chat/threads/1/members/ann?id_type=2

{"role": "member"}`,
      errors: [error('member_id', 'transition', 'is the owner of the thread: transfer the ownership first')],
    },
  },
  M41300: {
    cause: [
      `The JSON body is larger than ${withDefault('bodyBytes')}, or the upload than ${withDefault('uploadBytes')}. A body counts even where none is read.`,
      'A JSON body that announces up to 32 MiB (`Content-Length`) is read to its end before the answer. Of others the connection is closed at once, which some clients show as an error of the network.',
    ],
    cure: [
      'Send less at a time. Pictures and files do not belong into a message: it carries their addresses.',
    ],
  },
  M41500: {
    cause: [
      'The `Content-Type` is none that is read as JSON (`application/json`, `text/plain`, the form type of `curl -d`, or none at all), or its `charset` is not UTF-8.',
      'An endpoint that takes an upload got something else than `multipart/form-data`, or another endpoint got that.',
      'The body is compressed (`Content-Encoding`).',
    ],
    cure: [
      'Send JSON as `application/json`, uncompressed. For an upload leave the header to the form library: it knows the boundary.',
    ],
  },
  M42201: {
    cause: [
      'The `Idempotency-Key` was used before, with success, in the same tenant, for a request with another method, path or body. In which order a body has its fields does not matter; of files, their content counts.',
    ],
    cure: [
      `Use a new key for each new request, and the same one only to send the same request again. Keys are kept for ${withDefault('idempotencyTtlSeconds')}, and each tenant has its own.`,
    ],
  },
  M42600: {
    cause: ['`/client/v1.0/realtime` was asked for by a request that is no WebSocket handshake.'],
    cure: ['Connect with a WebSocket client: [the realtime protocol](../../realtime.md).'],
  },
  M42900: {
    cause: [
      `The key has made more requests within a second than the operator allows by ${setting('rateLimitReads')} or ${setting('rateLimitWrites')}; or a signed-in user, by ${setting('clientRateLimitReads')} or ${setting('clientRateLimitWrites')}, with the commands of their realtime connections counted in. Each node counts for itself.`,
      `The user has more requests at work at the same time than ${setting('clientConcurrentRequests')} allows; each counts until all of its answer is sent.`,
      `Without a valid key or token, the address has made more requests within a second than ${setting('anonymousRateLimit')} allows: those that were refused, and those for pages, documents and stickers; its connection is closed, too.`,
    ],
    cure: [
      'Wait as many seconds as `Retry-After` says, and send it again: nothing has happened. `RateLimit-Remaining` of every answer tells how many requests are left.',
    ],
  },
  M43100: {
    cause: ['The address and the headers together have more than 16 KiB. The connection is closed.'],
    cure: ['Find the header that grows: often it is cookies, which Palaver does not read.'],
  },
  M50000: {
    cause: ['A fault in Palaver, or something beneath it that nobody thought of. The answer tells no more.'],
    cure: [
      'Look for the `request_id` in the log, which has the rest, and report it. The request may have had its effect: send a `POST` again with its [`Idempotency-Key`](../../api.md#idempotency-and-retries); the other methods can be repeated as they are.',
    ],
  },
  M50300: {
    cause: [
      'The server is stopping. `/health/ready` says so, too.',
      'The database cannot be reached, or the connection to it broke, perhaps in the middle of a commit.',
      'The disk is full, or the quota of its user: that of the database, or that of an upload.',
      `More sends wait than ${withDefault('sendQueue')} allows, or more than 64 MiB of them.`,
      'A send has found its thread, or its `Idempotency-Key`, held by something else for more than a second.',
    ],
    cure: [
      'Wait as many seconds as `Retry-After` says, and send it again. It may have had its effect: a `POST` should carry an [`Idempotency-Key`](../../api.md#idempotency-and-retries), the other methods can be repeated as they are. [When things fail](../../when-things-fail.md) tells more.',
    ],
  },
};
