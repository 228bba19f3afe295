import { Refusal } from '../domain/refusal.ts';

const FIELD = 'Upload-Metadata';
const MAX_BYTES = 4_096;

/**
 * The name of a file in the metadata of a tus upload: `filename`, in base64 and UTF-8, among other keys, which are ignored. Empty if
 * there is none. Refuses with M40004 (more than 4 KiB) and M40003.
 */
export function fileNameIn(metadata = ''): string {
  if (metadata.length > MAX_BYTES) {
    const message = `must have at most ${MAX_BYTES} bytes`;
    throw new Refusal('M40004', [{ field: FIELD, rule: 'max_length', message }]);
  }
  if (metadata.trim() === '') return '';
  const values = new Map<string, string>();
  for (const pair of metadata.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ');
    if (!/^[\x21-\x7e]+$/.test(key) || more.length > 0)
      throw fault('syntax', 'must be a list of keys, each with a space and its value in base64');
    if (values.has(key)) throw fault('unique', 'must have each key once');
    if (Buffer.from(value, 'base64').toString('base64') !== value)
      throw fault('base64', 'must have its values in base64, with padding');
    values.set(key, value);
  }
  const bytes = Buffer.from(values.get('filename') ?? '', 'base64');
  const name = bytes.toString('utf8');
  if (!Buffer.from(name).equals(bytes)) throw fault('utf8', 'must have the filename in UTF-8');
  return name;
}

function fault(rule: string, message: string): Refusal {
  return new Refusal('M40003', [{ field: FIELD, rule, message }]);
}
