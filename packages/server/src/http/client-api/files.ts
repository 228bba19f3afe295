import { envelopeWith } from '@palaver/protocol/envelope';
import { FileTicket } from '@palaver/protocol/files';
import { ThreadParams } from '@palaver/protocol/threads';
import { signedIn } from '../../domain/context.ts';
import { uploadAsUser } from '../../domain/operations/files/upload-as-user.ts';
import { issueFileTicket } from '../../domain/operations/tokens/issue-file-ticket.ts';
import { fileServices, ofUpload, receivedFile } from '../back-end-api/files.ts';
import { endpoint } from '../endpoint.ts';

export const clientFileEndpoints = {
  upload: endpoint({
    ...ofUpload,
    id: 'clientUploadFile',
    summary: 'Upload a file',
    description:
      'Stores a file that the user wants to send to this thread: a message then names it by its `file_id`. Until then only the user can read it. It is removed if no message names it within a day.',
    tag: 'Client: Files',
    access: 'token',
    ids: { 'params.thread_id': 'thread' },
    params: ThreadParams,
    errors: ['M40014', 'M40304', 'M40401', 'M41301'],
    handleOnce: (call) =>
      uploadAsUser(
        signedIn(call.ctx),
        fileServices(call),
        call.params.thread_id,
        receivedFile(call),
        call.idempotency,
      ),
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
