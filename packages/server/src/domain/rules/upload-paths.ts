import type { UploadId } from '@palaver/protocol/files';

/** Where the bytes of unfinished uploads are, and their addresses. */

/** Whether the text may be the id of an upload: 16 random bytes in hex, which are also a part of the keys of its objects. */
export const isUploadId = (text: string): text is UploadId => /^[0-9a-f]{32}$/.test(text);

/** The folder with everything that is stored of an upload. */
export const uploadFolder = (id: UploadId) => `uploads/${id.slice(0, 2)}/${id}`;
export const partKey = (id: UploadId, object: string) => `${uploadFolder(id)}/${object}`;

export const UPLOADS_PATH = '/client/v1.0/uploads';
export const uploadPath = (id: UploadId) => `${UPLOADS_PATH}/${id}`;
