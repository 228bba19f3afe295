import type { UploadedFile } from '@palaver/protocol/files';
import { expect, test } from 'vitest';
import { expectRefused } from '../harness/api.ts';
import { MY_PICTURES, MY_THREADS, myThreadUrl, signInAll } from '../harness/client-api.ts';
import { png } from '../harness/sticker-pack.ts';
import { uploadForm } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();

test.each(['source_url', 'source_thumb_url'] as const)(
  'a signed-in user may name an uploaded picture by its %s',
  async (field) => {
    const [ann, ben] = await signInAll(server, 2);
    const form = uploadForm({ content: png(), fileName: 'sun.png' });
    const uploaded: UploadedFile = await ann.ok('POST', MY_PICTURES, { body: form });
    const { [field]: avatar_url, source_thumb_url } = uploaded;
    const body = { type: 'group', name: 'G', avatar_url };
    const made = await ann.ok('POST', MY_THREADS, { body });
    expect(made.avatar_url).toBe(source_thumb_url);
    const changed = await ann.ok('PATCH', myThreadUrl(made.id), { body: { avatar_url, name: 'Sun' } });
    expect(changed.avatar_url).toBe(source_thumb_url);
    // The file of somebody else is as one that does not exist, at whatever host.
    const elsewhere = `https://pictures.example${new URL(avatar_url ?? '').pathname}`;
    const refused = { ...body, avatar_url: elsewhere };
    await expectRefused(server, ['POST', MY_THREADS, { token: ben.token, body: refused }], 'M40411', [
      'avatar_file_id',
    ]);
  },
);
