import type { Payload } from './call.ts';
import { randomId } from './random-id.ts';

/** A stream of bytes: a web stream, or a Node stream such as from `fs.createReadStream`. */
export type UploadStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/**
 * A file to upload. The SDK can retry an upload of a `Blob` (`fs.openAsBlob` creates one from a file without reading
 * it), of bytes, or of a function that opens a stream. It cannot retry a bare stream.
 */
export type UploadFile = Blob | Uint8Array | ArrayBuffer | UploadStream | (() => UploadStream);

type Part = Blob | UploadFile;

/** A form with texts and files. Streams are sent piece by piece, not collected in memory. */
export function multipart(fields: Record<string, string>, files: Record<string, UploadFile>): Payload {
  const boundary = `palaver-${randomId()}`;
  const head = (disposition: string, type = '') =>
    new Blob([`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`]);
  const parts: Part[] = [
    ...Object.entries(fields).flatMap(([name, text]) => [head(`name="${name}"`), new Blob([text, '\r\n'])]),
    ...Object.entries(files).flatMap(([name, file]) => [
      head(`name="${name}"; filename="${name}"`, 'Content-Type: application/octet-stream\r\n'),
      file,
      new Blob(['\r\n']),
    ]),
    new Blob([`--${boundary}--\r\n`]),
  ];
  return { type: `multipart/form-data; boundary=${boundary}`, ...bodyOf(parts) };
}

/** The form that uploads a file for messages. `file`: the file, or the id of its resumable upload. */
export function fileForm(
  file: UploadFile | string,
  {
    name,
    poster,
    fallback,
  }: {
    name?: string | null | undefined;
    poster?: UploadFile | undefined;
    fallback?: 'file' | null | undefined;
  },
): Payload {
  const isUploaded = typeof file === 'string';
  const shown = name ?? nameOf(file);
  return multipart(
    {
      ...(shown && { name: shown }),
      ...(fallback && { fallback }),
      ...(isUploaded && { upload_id: file }),
    },
    { ...(!isUploaded && { file }), ...(poster && { poster }) },
  );
}

/** (The name of a `File` can be empty, which the server refuses.) */
export function nameOf(file: unknown): string | undefined {
  return (file as Partial<File>).name || undefined;
}

function bodyOf(parts: readonly Part[]): Omit<Payload, 'type'> {
  if (parts.every(isWhole)) {
    const whole = new Blob(parts.map((part) => part as BlobPart));
    return { open: () => whole, isRepeatable: true };
  }
  return {
    open: (over) => streamOf(bytesOf(parts), over),
    isRepeatable: parts.every((part) => isWhole(part) || typeof part === 'function'),
  };
}

function isWhole(part: Part): part is Blob | Uint8Array | ArrayBuffer {
  return part instanceof Blob || part instanceof Uint8Array || part instanceof ArrayBuffer;
}

async function* bytesOf(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const part of parts) {
    for await (const piece of piecesOf(part)) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
  }
}

function piecesOf(part: Part): AsyncIterable<Uint8Array | string> {
  if (isWhole(part)) return readAll(new Blob([part as BlobPart]).stream());
  const stream = typeof part === 'function' ? part() : part;
  return stream instanceof ReadableStream ? readAll(stream) : stream;
}

/** (Not every browser can iterate over a stream.) */
async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/**
 * When the attempt is over, the stream closes its source, for example a file. (Node's `fetch` reads on after it is aborted,
 * so the stream itself listens to the signal.)
 */
function streamOf(bytes: AsyncGenerator<Uint8Array>, over: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const stop = () => {
        controller.error(over.reason);
        void bytes.return(undefined).catch(() => {});
      };
      over.addEventListener('abort', stop, { once: true });
    },
    async pull(controller) {
      const next = await bytes.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
}
