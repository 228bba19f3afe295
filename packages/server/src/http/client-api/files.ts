import { envelopeWith } from '@palaver/protocol/envelope';
import { FileTicket, UploadFileAsUser } from '@palaver/protocol/files';
import { ThreadParams } from '@palaver/protocol/threads';
import { signedIn } from '../../domain/context.ts';
import { checkUploader, finishUpload, uploadAsUser } from '../../domain/operations/files/upload-as-user.ts';
import { issueFileTicket } from '../../domain/operations/tokens/issue-file-ticket.ts';
import { fileServices, ofUpload, receivedFile } from '../back-end-api/files.ts';
import { endpoint } from '../endpoint.ts';

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
    ids: { 'params.thread_id': 'thread' },
    params: ThreadParams,
    errors: ['M40014', 'M40304', 'M40401', 'M40412', 'M41301'],
    checkBeforeFiles: (ctx, { thread_id }) => checkUploader(signedIn(ctx), thread_id),
    handleOnce: (call) => {
      const { params, body, upload, idempotency } = call;
      const { thread_id: threadId } = params;
      const [ctx, services] = [signedIn(call.ctx), fileServices(call)];
      if (body.upload_id === undefined)
        return uploadAsUser(ctx, services, threadId, receivedFile(call), idempotency);
      if (upload === undefined) throw new Error('unreachable: the endpoint takes files');
      const { files, folder } = upload;
      const rest = { name: body.name, posterPath: files.poster?.path, left: call.clientLeft() };
      const finished = { id: body.upload_id, folder, ...rest };
      const { finishes } = call;
      return finishUpload(ctx, { ...services, finishes }, threadId, finished, idempotency);
    },
  }),

  getTicket: endpoint({
    id: 'clientGetFileTicket',
    summary: 'Get a ticket for files',
    description:
      'The address of a file with `?ticket=` and this ticket is for the `src` of an image, a video or a link. The ticket reads the files that the user may read at that moment, and nothing else. The response is the same for a day; then there is a new ticket, and the former one is valid for another day. A ticket also becomes invalid with the tokens of the user. The frame `authenticated` of the realtime protocol has one, too.',
    tag: 'Client: Files',
    access: 'token',
    ids: {},
    response: envelopeWith(FileTicket),
    errors: [],
    unshared: true,
    handle: async ({ tokens, bearer }) => {
      if (bearer === undefined) throw new Error('the caller has not signed in');
      return issueFileTicket(tokens, bearer);
    },
  }),
};
