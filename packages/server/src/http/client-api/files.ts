import { envelopeWith } from '@palaver/protocol/envelope';
import {
  FileTicket,
  UploadedFile,
  UploadFileAsUser,
  type UploadId,
  UploadPicture,
} from '@palaver/protocol/files';
import type { ThreadId } from '@palaver/protocol/ids';
import { ThreadParams } from '@palaver/protocol/threads';
import { signedIn } from '../../domain/context.ts';
import {
  checkUploader,
  finishUpload,
  uploadAsUser,
  uploadPicture,
} from '../../domain/operations/files/upload-as-user.ts';
import { issueFileTicket } from '../../domain/operations/tokens/issue-file-ticket.ts';
import { fileServices, ofUpload, receivedFile } from '../back-end-api/files.ts';
import { type EndpointCall, endpoint } from '../endpoint.ts';
import { FORM_BYTES } from '../multipart-upload.ts';

/** Makes a file of a resumable upload. Without a thread, it is a picture for a profile. */
function finish(
  call: EndpointCall<unknown, undefined, UploadFileAsUser>,
  id: UploadId,
  threadId: ThreadId | undefined,
) {
  const { body, upload, idempotency, services } = call;
  if (upload === undefined) throw new Error('unreachable: the endpoint takes files');
  const { files, folder, reservation } = upload;
  const posterPath = files.poster?.path;
  const { name, fallback } = body;
  const finished = { id, folder, name, posterPath, fallback, reservation, left: call.clientLeft() };
  return finishUpload(
    signedIn(call.ctx),
    { ...fileServices(services), finishes: services.finishes },
    threadId,
    finished,
    idempotency,
  );
}

export const clientFileEndpoints = {
  upload: endpoint({
    ...ofUpload,
    body: UploadFileAsUser,
    inPlaceOf: { file: 'upload_id' },
    id: 'clientUploadFile',
    summary: 'Upload a file',
    description:
      'Stores a file that the user wants to send to this thread: a message then names it by its `file_id`. Until then only the user can read it. It is removed if no message names it within a day. The field `upload_id` takes the place of the part `file` if the file has arrived as a resumable upload.',
    tag: 'Client: Files',
    access: 'token',
    params: ThreadParams,
    errors: ['M40014', 'M40304', 'M40412', 'M41301'],
    checkBeforeFiles: (ctx, { thread_id }) => checkUploader(signedIn(ctx), thread_id),
    handleOnce: (call) => {
      const { thread_id: threadId } = call.params;
      if (call.body.upload_id !== undefined) return finish(call, call.body.upload_id, threadId);
      return uploadAsUser(
        signedIn(call.ctx),
        fileServices(call.services),
        threadId,
        receivedFile(call),
        call.idempotency,
      );
    },
  }),

  uploadPicture: endpoint({
    id: 'clientUploadPicture',
    summary: 'Upload a picture for a profile',
    description:
      'Stores a picture that the user wants for themself or for a group, which then names it by its `file_id`. Until then only the user can read it. It is removed if nothing names it within a day. A file that is no picture is M40014. The field `upload_id` takes the place of the part `file` if the picture has arrived as a resumable upload.',
    tag: 'Client: Files',
    access: 'token',
    body: UploadPicture,
    files: { file: 'The picture. Its content decides whether it is one.' },
    inPlaceOf: { file: 'upload_id' },
    countsTowardQuotas: true,
    maxBytes: (config) => config.imageBytes + FORM_BYTES,
    response: envelopeWith(UploadedFile),
    errors: ['M40014', 'M40412', 'M41301'],
    handleOnce: (call) =>
      call.body.upload_id === undefined
        ? uploadPicture(signedIn(call.ctx), fileServices(call.services), receivedFile(call), call.idempotency)
        : finish(call, call.body.upload_id, undefined),
  }),

  getTicket: endpoint({
    id: 'clientGetFileTicket',
    summary: 'Get a ticket for files',
    description:
      'The address of a file with `?ticket=` and this ticket is for the `src` of an image, a video or a link. The ticket reads the files that the user may read at that moment, and nothing else. The response is the same for a day; then there is a new ticket, and the former one is valid for another day. A ticket also becomes invalid with the tokens of the user. The frame `authenticated` of the realtime protocol has one, too.',
    tag: 'Client: Files',
    access: 'token',
    response: envelopeWith(FileTicket),
    unshared: true,
    handle: async ({ bearer, services: { tokens } }) => {
      if (bearer === undefined) throw new Error('the caller has not signed in');
      return issueFileTicket(tokens, bearer);
    },
  }),
};
