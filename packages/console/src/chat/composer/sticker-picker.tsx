import type { Chat, StickerPack, StickerPackWithStickers } from '@palaver/client';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { StickerPicture } from '../message/sticker.tsx';
import { useReport } from '../ui/notices.tsx';

/** Uploads stickers if there are none. An app would leave this out, or say whom to ask. */
export const AddStickers = createContext<(() => Promise<unknown>) | undefined>(undefined);

const RETRY_MS = 300;
const MAX_TRIES = 100;
const isUploaded = ({ status }: StickerPack) => status === 'uploaded';

/** All available stickers, pack by pack. */
export function StickerPicker({
  chat,
  onPick,
}: {
  chat: Chat;
  onPick: (packId: string, stickerId: string) => void;
}) {
  const [packs, setPacks] = useState<StickerPackWithStickers[]>();
  const addStickers = useContext(AddStickers);
  const report = useReport();
  const load = useCallback(async () => {
    const usable = (await chat.stickerPacks()).filter(isUploaded);
    setPacks(await Promise.all(usable.map(({ id }) => chat.stickerPack(id))));
  }, [chat]);
  useEffect(() => report(load()), [load, report]);

  const add = async (upload: () => Promise<unknown>) => {
    await upload();
    // A pack becomes available shortly after its archive was accepted.
    for (let tries = 0; tries < MAX_TRIES && !(await chat.stickerPacks()).some(isUploaded); tries += 1)
      await new Promise((done) => setTimeout(done, RETRY_MS));
    await load();
  };
  if (packs === undefined) return <p className="stickers empty">Loading …</p>;
  if (packs.length === 0)
    return (
      <p className="stickers empty">
        <b>No sticker packs yet.</b> Your back end uploads them.
        {addStickers === undefined ? null : (
          <button type="button" className="button" onClick={() => report(add(addStickers))}>
            Upload one
          </button>
        )}
      </p>
    );
  return (
    <div className="stickers">
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
