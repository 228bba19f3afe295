import { type ErrorCauses, error, fault, withDefault } from './error-cause.ts';

/** Invalid syntax, fields and media types. */
export const INVALID_REQUESTS = {
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
      'An upload comes in more than 1,000 chunks that have fewer than 64 bytes on average.',
    ],
    faults: [
      fault('max_nesting', '`(body)`', 'The body nests too deeply.'),
      fault('max_values', '`(body)`', 'The body has too many values.'),
      fault('max_number_chars', '`(body)`', 'A number is too long.'),
      fault('max_parts', '`(body)`', 'An upload has too many parts.'),
      fault(
        'chunk_size',
        '`(body)`',
        'The chunks of an upload are too small. The other causes come without `errors`.',
      ),
    ],
    cure: [
      'Let a library write the JSON or the form. If an endpoint takes a body, the smallest one is `{}`.',
    ],
  },
  M40002: {
    cause: [
      'A required field or parameter is missing, `null` or `""`. Each [endpoint](api.md) lists its required fields.',
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
      'Send the fields that `errors` names. (A missing `sender`, `target` or `body.metadata` has its own code: [`M40008`](#m40008), [`M40009`](#m40009), [`M40006`](#m40006).)',
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
      fault('not_taken', '`body.custom_notify`', 'Only back ends, with an API key, customise notifications.'),
      fault(
        'not_taken',
        '`avatar_url`',
        'Only back ends, with an API key, choose any address: upload the picture.',
      ),
      fault(
        'needs_reference',
        '`if_exists`',
        'The request has neither `reference_id` nor `satl_reference_id`.',
      ),
      fault('reaction_key', '`key`', 'It has white space or invisible characters.'),
      fault('not_self', '`user_id`', 'It is the signed-in user.'),
    ],
    cure: [
      'Correct the fields that `errors` names. Each [endpoint](api.md) describes the values of its fields.',
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
      'Shorten the text. Count like the server: in JavaScript, `[...text].length` for characters and `Buffer.byteLength(text)` for bytes. Some limits are [settings](configuration.md).',
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
      'A list has more elements than its field allows, duplicates included. Each [endpoint](api.md) names the maximum.',
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
      'Use one of the [kinds](../api.md#messages). For a kind of your own, use `custom_defined` with its name in `custom_name`.',
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
      'A query parameter has an invalid value, occurs twice, or is none of the endpoint.',
      'With `member_id_type` 2, `last_member_id` names no user.',
    ],
    faults: [
      fault('type', 'any', 'It has the wrong type, is empty, occurs twice, or has brackets (`limit[]=5`).'),
      fault('type', '`last_member_id`', 'It is not the kind of id that `member_id_type` selects.'),
      fault('range', 'a number', 'It is too small or too large: `limit` is 1 to 100.'),
      fault('enum', 'any', 'It is not one of the allowed values.'),
      fault('unknown', 'any', 'The endpoint has no such parameter.'),
      fault('decimal_position', '`last_id`', 'It is not a decimal number of at most 63 bits.'),
      fault('position_or_empty', '`last_thread_id`, `last_member_id`', 'The same, but it may be empty.'),
      fault('min_length', '`q`', 'It has only white space.'),
      fault('max_length', '`q`', 'It has more than 200 characters without the white space around them.'),
      fault('max_words', '`q`', 'It has more than 10 words.'),
      fault('sealed_position', '`next`', 'It is not the `next` of a page.'),
      fault('cursor', '`next`', 'It is of a page of another search, or of another user.'),
      fault('exists', '`last_member_id`', 'It is neither a current nor a former `user_id` of this space.'),
    ],
    cure: [
      'Write a number plainly (`limit=30`), and a boolean as `true` or `false`. For the next page, pass the id of the last element, or `next`, unchanged.',
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
  M40014: {
    cause: [
      'The uploaded file is not valid, or it is a picture that is too large. The server does not store it.',
    ],
    faults: [
      fault('empty', '`file`, `Upload-Length`', 'It has no content.'),
      fault(
        'incomplete',
        '`upload_id`',
        'Not all bytes of the upload have arrived. The message says how many have.',
      ),
      fault(
        'picture_unreadable',
        '`file`, `poster`',
        'It begins like a picture, but is damaged or truncated, or takes too much time or memory.',
      ),
      fault(
        'picture_too_large',
        '`file`, `poster`',
        'The picture has more pixels, or more on a side, than `PALAVER_MAX_IMAGE_PIXELS`, `PALAVER_MAX_IMAGE_SIDE` and, for AVIF, `PALAVER_MAX_AVIF_PIXELS` permit, or too many frames. The message names the limit.',
      ),
      fault(
        'recording_unreadable',
        '`file`',
        'It is a video or a recording from which it takes too much time or memory to remove what it says about places and people, or that is damaged there.',
      ),
      fault('not_a_picture', '`poster`; `file` of a picture for a profile', 'It is no picture.'),
      fault('infected', '`file`, `poster`', 'The virus scanner found something in it.'),
      fault('unscannable', '`file`, `poster`', 'It exceeds a limit of the virus scanner.'),
    ],
    cure: [
      'Send another file. A picture that is too large or unreadable can be made smaller, or sent as a file: upload it with the field `fallback=file`, as the SDK does by itself.',
      'The log of the server names what the virus scanner found, or the limit. The operator can [raise the limits of the scanner](../operating.md#virus-scan).',
    ],
    example: {
      errors: [error('file', 'empty', 'is empty')],
    },
  },
  M40013: {
    cause: [
      'The icon of a sticker pack, the archive, or a file in the archive is invalid. The server checks everything before it responds, and keeps nothing of an invalid pack.',
    ],
    faults: [
      fault(
        'infected',
        '`icon`, `stickers`',
        'The virus scanner found something in it; the log of the server names it.',
      ),
      fault('unscannable', '`icon`, `stickers`', 'It exceeds a limit of the virus scanner.'),
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
} satisfies ErrorCauses;
