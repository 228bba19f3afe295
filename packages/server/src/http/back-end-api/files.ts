import { envelopeWith } from '@palaver/protocol/envelope';
import { FileUsage, UploadedFile, UploadFile } from '@palaver/protocol/files';
import type { Config } from '../../config/config.ts';
import { getFileUsage } from '../../domain/operations/files/get-file-usage.ts';
import {
  type FileServices,
  type ReceivedFile,
  storeUpload,
} from '../../domain/operations/files/store-upload.ts';
import { type EndpointCall, endpoint } from '../endpoint.ts';
import type { EndpointServices } from '../endpoint-services.ts';
import { largestFile } from '../largest-file.ts';
import { FORM_BYTES } from '../multipart-upload.ts';

/** Shared by all endpoints that take a file for messages. */
export const ofUpload = {
  body: UploadFile,
  files: {
    file: 'The file. Its content decides what it is, and its size is limited by its kind.',
    poster:
      'A picture to show in place of the file, such as a frame of a video. Ignored if the file is a picture itself.',
  },
  optionalFiles: ['poster'],
  countsTowardQuotas: true,
  maxBytes: (config: Config) => largestFile(config) + config.imageBytes + FORM_BYTES,
  response: envelopeWith(UploadedFile),
} as const;

type UploadCall = Pick<EndpointCall<undefined, undefined, UploadFile>, 'upload' | 'body' | 'clientLeft'>;

export function receivedFile({ upload, body, clientLeft }: UploadCall): ReceivedFile {
  const { file, poster } = upload?.files ?? {};
  if (file === undefined) throw new Error('unreachable: the endpoint requires a file');
  const { path, size, name } = file;
  const { reservation } = upload ?? {};
  const { name: given = name, fallback } = body;
  const posterPath = poster?.path;
  return { path, size, name: given, posterPath, fallback, reservation, left: clientLeft() };
}

export function fileServices(services: EndpointServices): FileServices {
  const { objects, media, scanner, fileLimits, room } = services;
  return { objects, media, scanner, fileLimits, room, baseUrl: services.baseUrl() };
}

export const fileEndpoints = {
  upload: endpoint({
    ...ofUpload,
    id: 'uploadFile',
    summary: 'Upload a file',
    description:
      'Stores a file, which messages of any sender may then name by its `file_id`. It is removed if no message names it within a day. Pictures lose their metadata, such as the place where they were taken, and get a thumbnail.',
    tag: 'Files',
    access: 'messages:write',
    errors: ['M40014', 'M41301'],
    handleOnce: (call) =>
      storeUpload(call.ctx, fileServices(call.services), receivedFile(call), call.idempotency),
  }),

  usage: endpoint({
    id: 'getFileUsage',
    summary: 'Get what the files take',
    description: 'Counts the files of the tenant, or of the application without a tenant.',
    tag: 'Files',
    access: 'read',
    response: envelopeWith(FileUsage),
    handle: ({ ctx, services: { fileLimits } }) => getFileUsage(ctx, fileLimits.quotas.tenantBytes),
  }),
};
