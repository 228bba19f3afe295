import type { ChosenFile } from '../context/drafts.ts';
import { useLanguage } from '../texts/language.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { useBroken } from '../ui/use-broken.ts';
import { useObjectUrl } from '../ui/use-object-url.ts';

/** The files that the next message is sent with. */
export function Tray({
  chosen,
  onRemove,
}: {
  chosen: readonly ChosenFile[];
  onRemove: (id: number) => void;
}) {
  const { texts, size } = useLanguage();
  return (
    <ul className="pv-tray" aria-label={texts.filesToSend}>
      {chosen.map(({ id, file }) => (
        <li key={id} title={`${file.name} · ${size(file.size)}`}>
          <Preview file={file} />
          <IconButton icon="close" label={texts.remove(file.name)} onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  );
}

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const { isBroken, onError } = useBroken(url);
  if (file.type.startsWith('image/') && !isBroken) return <img src={url} alt={file.name} onError={onError} />;
  if (file.type.startsWith('video/'))
    return <video src={url} aria-label={file.name} preload="metadata" muted />;
  return (
    <span>
      <Icon name="file" />
      <small>{file.name}</small>
    </span>
  );
}
