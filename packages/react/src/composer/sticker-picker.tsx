import type { StickerPack, StickerPackWithStickers } from '@palaver/client';
import { useCallback, useEffect, useState } from 'react';
import { useSetup } from '../context/chat-context.ts';
import { StickerPicture } from '../message/sticker.tsx';
import { useTexts } from '../texts/language.ts';
import { useReport } from '../ui/notices.tsx';

const RETRY_MS = 300;
const MAX_TRIES = 100;
const isUploaded = ({ status }: StickerPack) => status === 'uploaded';

/** All available stickers, pack by pack. */
export function StickerPicker({ onPick }: { onPick: (packId: string, stickerId: string) => void }) {
  const { client, addStickers } = useSetup();
  const [packs, setPacks] = useState<StickerPackWithStickers[]>();
  const report = useReport();
  const texts = useTexts();
  const load = useCallback(async () => {
    const usable = (await client.stickerPacks()).filter(isUploaded);
    setPacks(await Promise.all(usable.map(({ id }) => client.stickerPack(id))));
  }, [client]);
  useEffect(() => report(load()), [load, report]);

  const add = async (upload: () => Promise<unknown>) => {
    await upload();
    // A pack becomes available shortly after its archive was accepted.
    for (let tries = 0; tries < MAX_TRIES && !(await client.stickerPacks()).some(isUploaded); tries += 1)
      await new Promise((done) => setTimeout(done, RETRY_MS));
    await load();
  };
  if (packs === undefined) return <p className="pv-stickers pv-empty">{texts.loading}</p>;
  if (packs.length === 0)
    return (
      <p className="pv-stickers pv-empty">
        <b>{texts.noStickers}</b> {texts.noStickersHint}
        {addStickers === undefined ? null : (
          <button type="button" className="pv-button" onClick={() => report(add(addStickers))}>
            {texts.uploadStickers}
          </button>
        )}
      </p>
    );
  return (
    <div className="pv-stickers">
      {packs.map(({ id, name, stickers }) => (
        <fieldset key={id}>
          <legend>{name}</legend>
          {stickers.map((file) => (
            <button key={file.id} type="button" onClick={() => onPick(id, file.id)}>
              <StickerPicture file={file} />
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
