import type { ErrorCode } from '@palaver/protocol/errors';
import { UploadParams } from '@palaver/protocol/files';
import type { FastifySchema } from 'fastify';
import { describedResponse, failuresOf, IDEMPOTENCY_HEADER } from './document.ts';

/** How the OpenAPI document describes resumable uploads, whose requests and successes are those of tus 1.0. */

const text = (description: string) => ({ type: 'string', description });
const count = (description: string) => ({ type: 'integer', minimum: 0, description });

const TUS = { 'Tus-Resumable': { type: 'string', const: '1.0.0', description: 'The version of tus.' } };
const EXPIRES = {
  'Upload-Expires': text('When the upload is removed unless more of it arrives: an HTTP date.'),
};
const OFFSET = { 'Upload-Offset': count('How many bytes have arrived.') };

const EVERYWHERE: readonly ErrorCode[] = ['M40003', 'M40111', 'M40112', 'M41200', 'M41300'];
const ONE: readonly ErrorCode[] = ['M40412'];

interface Operation {
  id: string;
  summary: string;
  description: string;
  status: number;
  success: string;
  /** Of the response. */
  headers: object;
  errors: readonly ErrorCode[];
}

function operation({ id, summary, description, status, success, headers, errors }: Operation) {
  return {
    operationId: id,
    tags: ['Client: Files'],
    summary,
    description,
    security: [{ clientToken: [] }],
    response: {
      [status]: describedResponse(success, { ...TUS, ...headers }),
      ...failuresOf([...EVERYWHERE, ...errors]),
    },
  } satisfies FastifySchema;
}

const requestHeaders = (headers: object, required: readonly string[]) => ({
  type: 'object',
  properties: { ...TUS, ...headers },
  required: ['Tus-Resumable', ...required],
});

export const UPLOAD_OPERATIONS = {
  create: {
    ...operation({
      id: 'clientCreateUpload',
      summary: 'Begin a resumable upload',
      description:
        'Begins an upload of the protocol tus 1.0, for a large file: its bytes may arrive in any number of requests. Then `clientUploadFile` takes its `upload_id`, the last part of `Location`, in place of the file.',
      status: 201,
      success: 'The upload has begun.',
      headers: {
        Location: text('The address of the upload, which may be relative to that of the request.'),
        ...EXPIRES,
      },
      errors: ['M40002', 'M40004', 'M40014', 'M40902', 'M41301', 'M42201', 'M42901'],
    }),
    headers: requestHeaders(
      {
        'Upload-Length': count('Size of the file in bytes.'),
        'Upload-Metadata': text('`filename` and its value in base64. Other keys are ignored.'),
        ...IDEMPOTENCY_HEADER,
      },
      ['Upload-Length'],
    ),
  },
  get: {
    ...operation({
      id: 'clientGetUpload',
      summary: 'Find out how much of an upload has arrived',
      description: 'An upload continues with the byte at `Upload-Offset`.',
      status: 200,
      success: 'The upload is there.',
      headers: { ...OFFSET, 'Upload-Length': count('Size of the file in bytes.'), ...EXPIRES },
      errors: ONE,
    }),
    params: UploadParams,
    headers: requestHeaders({}, []),
  },
  append: {
    ...operation({
      id: 'clientAppendToUpload',
      summary: 'Send bytes of an upload',
      description:
        'The body has any number of bytes, but at least 256 KiB, or all that are missing. If the connection is lost, what has arrived is kept: ask how much that is, and continue there.',
      status: 204,
      success: 'The bytes are stored.',
      headers: { ...OFFSET, ...EXPIRES },
      errors: ['M40001', 'M40002', ...ONE, 'M40904', 'M41500'],
    }),
    params: UploadParams,
    headers: requestHeaders({ 'Upload-Offset': count('Where the bytes begin in the file.') }, [
      'Upload-Offset',
    ]),
    consumes: ['application/offset+octet-stream'],
    body: { type: 'string', contentMediaType: 'application/offset+octet-stream' },
  },
  end: {
    ...operation({
      id: 'clientEndUpload',
      summary: 'Give up an upload',
      description: 'Removes an upload that has not become a file.',
      status: 204,
      success: 'The upload is gone.',
      headers: {},
      errors: ONE,
    }),
    params: UploadParams,
    headers: requestHeaders({}, []),
  },
};
