import type { FastifyInstance, InjectOptions } from 'fastify';

/** Requests of the protocol tus 1.0, as a client writes them itself. */

export const UPLOADS = '/client/v1.0/uploads';
export const TUS = { 'tus-resumable': '1.0.0' };
export const BYTES = 'application/offset+octet-stream';
export const uploadUrl = (id: string) => `${UPLOADS}/${id}`;
/** The path of an upload that was just created. */
export const createdPath = (location = '') => new URL(location, `http://localhost${UPLOADS}`).pathname;
/** The least that a request brings which does not end the upload. */
export const LEAST = 256 * 1024;

/** A response; the body is that of a failure. */
export interface TusAnswer {
  status: number;
  headers: Record<string, string>;
  code: string | undefined;
  errors: { field: string; rule: string; message: string }[] | undefined;
}

type Headers = Record<string, string | undefined>;

/** A client with this token. A header that is undefined is left out. */
export function tusClient({ app }: { app: FastifyInstance }, token: string) {
  const ask = async (
    method: string,
    url: string,
    headers: Headers = {},
    payload?: Buffer,
  ): Promise<TusAnswer> => {
    const all = { authorization: `Bearer ${token}`, ...TUS, ...headers };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const response = await app.inject({
      method,
      url,
      headers: given,
      ...(payload === undefined ? {} : { payload }),
    } as InjectOptions);
    const body =
      response.body === ''
        ? undefined
        : response.json<{ message_code: string; errors?: TusAnswer['errors'] }>();
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      code: body?.message_code,
      errors: body?.errors,
    };
  };
  const create = (length: number | string, headers: Headers = {}) =>
    ask('POST', UPLOADS, { 'upload-length': String(length), ...headers });
  const begin = async (length: number, name = 'a.txt'): Promise<string> => {
    const metadata = `filename ${Buffer.from(name).toString('base64')}`;
    const { headers, ...answer } = await create(length, { 'upload-metadata': metadata });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer));
    return headers.location?.split('/').at(-1) ?? '';
  };
  const append = (id: string, offset: number | string, content: Buffer, headers: Headers = {}) =>
    ask(
      'PATCH',
      uploadUrl(id),
      { 'content-type': BYTES, 'upload-offset': String(offset), ...headers },
      content,
    );
  const offsetOf = async (id: string) => {
    const { status, headers } = await ask('HEAD', uploadUrl(id));
    return status === 200 ? Number(headers['upload-offset']) : status;
  };
  /** A whole upload, which only has to be stored. */
  const put = async (content: Buffer, name?: string): Promise<string> => {
    const id = await begin(content.length, name);
    const { status, code } = await append(id, 0, content);
    if (status !== 204) throw new Error(`${status} ${code}`);
    return id;
  };
  const end = (id: string) => ask('DELETE', uploadUrl(id));
  return { ask, create, begin, append, offsetOf, put, end };
}

/** The form of a request that stores an upload as a file. */
export function finishForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
