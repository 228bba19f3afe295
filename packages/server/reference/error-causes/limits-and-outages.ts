import { MAX_MISSING_FILES, MAX_UPLOADS } from '../../src/domain/operations/uploads/create-upload.ts';
import { type ErrorCauses, setting, withDefault } from './error-cause.ts';

/** Limits of size, time and rate; failures of the server. */
export const LIMITS_AND_OUTAGES = {
  M40800: {
    cause: [
      `The request did not arrive completely within ${withDefault('requestTimeoutMs')}; or less than 32 KiB of an upload arrived in such a time, or the whole upload took longer than ${withDefault('uploadTimeoutMs')}. The server closes the connection.`,
    ],
    cure: [
      'Retry the request: it had no effect. If the connection is too slow for an upload, the operator can raise the limit.',
    ],
  },
  M41200: {
    cause: ['A request for a resumable upload does not say `Tus-Resumable: 1.0.0`.'],
    cure: [
      'Use a client for the protocol tus 1.0. The header `Tus-Version` of the response names the versions.',
    ],
    answeredBy: 'The four endpoints of [resumable uploads](client-api.md#begin-a-resumable-upload).',
  },
  M41300: {
    cause: [
      `The JSON body is larger than ${withDefault('bodyBytes')}, or the sticker pack is larger than ${withDefault('uploadBytes')}. The limit also applies where the endpoint takes no body.`,
      `A file for a message is larger than files of its kind may be: ${withDefault('imageBytes')} for a picture, ${withDefault('videoBytes')} for a video, ${withDefault('audioBytes')} for audio, ${withDefault('fileBytes')} for others.`,
      'A resumable upload is longer than the largest file of any kind may be, or more bytes arrive than it has.',
      'If a JSON body announces up to 32 MiB (`Content-Length`), the server reads it to the end before it responds. Otherwise it closes the connection at once, which some clients report as a network error.',
    ],
    cure: [
      'Send less at a time. Do not put pictures and files into a message: a message carries their addresses.',
    ],
  },
  M41301: {
    cause: [
      `With this file, the files of the tenant (or of the application without a tenant) would take more than ${setting('storageQuotaBytes')} allows: \`quota\` is then \`tenant\`.`,
      `The files that the user has uploaded would take more than ${withDefault('userQuotaBytes')} allows, or those of a guest more than ${withDefault('guestQuotaBytes')}: \`quota\` is then \`user\`.`,
      'Uploads in progress count: resumable ones with their whole length from their beginning, others with what has arrived, or with the announced size (`Content-Length`).',
    ],
    cure: [
      'Delete messages with files: their bytes are free soon after. A file that others have sent on stays. `GET /file/v1.0/usage` shows how many the tenant takes. Or ask the operator for a larger quota.',
    ],
  },
  M42900: {
    cause: [
      `The API key made more requests within a second than ${setting('rateLimitReads')} or ${setting('rateLimitWrites')} allows; or the signed-in user made more than ${setting('clientRateLimitReads')} or ${setting('clientRateLimitWrites')} allows, including the commands of their realtime connections; or they read more files with a ticket than ${setting('clientRateLimitFiles')} allows. Each node counts separately.`,
      `The user has more concurrent requests than ${setting('clientConcurrentRequests')} allows. A request counts until its whole response is sent.`,
      `The user has as many HTTP connections as ${setting('clientHttpConnections')} allows, and all have been in use within the last second. The server also closes the connection of the refused request.`,
      `The user added more members to groups, or opened more direct threads, within a minute than ${setting('clientRateLimitMembers')} allows.`,
      `The requests and connections of the user make the server hold more memory than ${withDefault('heldBytesPerUser')} allows; or those of an address without a valid key or token more than ${withDefault('heldBytesPerAddress')} ([which memory](../operating.md#memory-for-clients)).`,
      `Without a valid key or token, the address made more requests within a second than ${setting('anonymousRateLimit')} allows. Refused requests count, and requests for pages, documents and stickers. The server also closes the connection.`,
    ],
    cure: [
      'Wait for the number of seconds in `Retry-After`, and retry: the request had no effect. If requests per second of the key or the user are limited, `RateLimit-Remaining` in every response shows how many are left.',
    ],
  },
  M42901: {
    cause: [
      `The user has ${MAX_UPLOADS} unfinished uploads, over all devices; or more is missing of them than ${MAX_MISSING_FILES} of the largest files have.`,
    ],
    cure: [
      'Finish one, or end it with `DELETE /client/v1.0/uploads/{upload_id}`. Uploads of which nothing more arrives are removed after a time.',
    ],
    answeredBy: '[Begin a resumable upload](client-api.md#begin-a-resumable-upload).',
  },
  M43100: {
    cause: ['The address and the headers together have more than 16 KiB. The server closes the connection.'],
    cure: ['Find the header that grows. Often it is the cookies, which Palaver does not read.'],
  },
  M50000: {
    cause: ['An unexpected fault in Palaver or in a layer below it. The response has no details.'],
    cure: [
      'Look for the `request_id` in the log, which has the details, and report the fault. The request may have had its effect: retry a `POST` with its [`Idempotency-Key`](../api.md#idempotency-and-retries); you can retry the other methods as they are.',
    ],
  },
  M50300: {
    cause: [
      'The server is stopping; `/health/ready` is then 503, too.',
      'The server cannot reach the database, or the connection broke, possibly during a commit.',
      'The server that stores the files (`S3_BUCKET`) cannot be reached, or refuses requests.',
      `The virus scanner is away for longer than uploads wait for it (${setting('scanUnavailable')}); or it failed on the file; or too many files wait for it.`,
      'More uploaded files wait to be examined than one node or one uploader may have waiting, or the machine is too busy to examine a file.',
      `More requests are in progress than ${withDefault('maxRequests')} allows, or too many have been.`,
      `The server holds too much [memory for its clients](../operating.md#memory-for-clients) (${setting('heldBytes')}).`,
      `More sends are queued than ${withDefault('sendQueue')} allows, or more than 64 MiB.`,
      '25 test notifications of the application wait already.',
      'The event stream was switched on, and a change that began before has been in progress for 5 seconds since.',
      'Another transaction held the thread, or the `Idempotency-Key`, of a send for more than a second.',
    ],
    cure: [
      'Wait for the number of seconds in `Retry-After`, and retry. The request may have had its effect: a `POST` should carry an [`Idempotency-Key`](../api.md#idempotency-and-retries); you can retry the other methods as they are. See also [When things fail](../when-things-fail.md).',
    ],
  },
  M50700: {
    cause: [
      `An upload would leave less free space on the disk of the server than ${setting('diskReserve')} keeps for messages: at its beginning, by the size that it announces, or while it arrives. Messages can still be sent.`,
      'The disk of the database, or that of the files, is full, or the disk quota of the system user of the server is used up. If it is that of the database, sends are refused, too, and `/health/ready` is 503.',
      'The server that stores the files (`S3_BUCKET`) says that it has no room (507).',
    ],
    cure: [
      'The operator must make room: see [Disk space](../operating.md#disk-space). Wait at least for the number of seconds in `Retry-After`, and retry. A `POST` should carry an [`Idempotency-Key`](../api.md#idempotency-and-retries).',
    ],
  },
} satisfies ErrorCauses;
