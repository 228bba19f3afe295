import type { Sample } from './exchange.ts';
import type { Hearing } from './hearing.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const MAX_UPLOADS = 50;

/** Resumable uploads, whose requests and successes are those of the protocol tus. */
export async function sendUploads(api: Hearing): Promise<void> {
  const create = (headers: Sample['headers'] = {}) => ({
    headers: { ...TUS, 'upload-length': '5', ...headers },
  });
  const { location = '' } = await api.answered(201, 'clientCreateUpload', create());
  const params = { upload_id: location.split('/').at(-1) ?? '' };
  const append = (headers: Sample['headers'] = {}, body = 'bytes') => ({
    params,
    body,
    headers: {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      ...headers,
    },
  });
  const one = (headers: Sample['headers'] = {}) => ({ params, headers: { ...TUS, ...headers } });

  const everywhere: [number, Sample['headers']][] = [
    [400, { 'tus-resumable': ['1.0.0', '1.0.0'] }],
    [401, { authorization: undefined }],
    [412, { 'tus-resumable': '0.2.2' }],
    [431, { 'x-padding': 'x'.repeat(17_000) }],
  ];
  for (const [status, headers] of everywhere) {
    await api.answered(status, 'clientCreateUpload', create(headers));
    // (Before the headers are read, the server does not know that a request is HEAD.)
    if (status !== 431) await api.answered(status, 'clientGetUpload-head', one(headers));
    await api.answered(status, 'clientAppendToUpload', append(headers));
    await api.answered(status, 'clientEndUpload', one(headers));
  }
  const unknown = { upload_id: '0'.repeat(32) };
  await api.answered(404, 'clientGetUpload-head', { ...one(), params: unknown });
  await api.answered(404, 'clientAppendToUpload', { ...append(), params: unknown });
  await api.answered(404, 'clientEndUpload', { ...one(), params: unknown });
  await api.answered(413, 'clientCreateUpload', create({ 'upload-length': '1000000000000' }));
  await api.answered(413, 'clientGetUpload-head', { ...one(), body: {} });
  await api.answered(413, 'clientAppendToUpload', append({}, 'too many bytes'));
  await api.answered(413, 'clientEndUpload', { ...one(), body: {} });
  await api.answered(409, 'clientAppendToUpload', append({ 'upload-offset': '3' }));
  await api.answered(415, 'clientAppendToUpload', append({ 'content-type': 'text/plain' }));

  await api.answered(200, 'clientGetUpload-head', one());
  await api.answered(204, 'clientAppendToUpload', append());
  await api.answered(204, 'clientEndUpload', one());
  for (let count = 0; count < MAX_UPLOADS; count += 1)
    await api.answered(201, 'clientCreateUpload', create());
  await api.answered(429, 'clientCreateUpload', create());
}
