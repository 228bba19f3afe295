import { sizeOf } from '../ui/format.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { useObjectUrl } from '../ui/use-object-url.ts';
import type { Chosen } from './use-tray.ts';

/** The files that the next message is sent with. */
export function Tray({ chosen, onRemove }: { chosen: readonly Chosen[]; onRemove: (id: number) => void }) {
  return (
    <ul className="tray" aria-label="Files to send">
      {chosen.map(({ id, file }) => (
        <li key={id} title={`${file.name} · ${sizeOf(file.size)}`}>
          <Preview file={file} />
          <IconButton icon="close" label={`Remove ${file.name}`} onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  );
}

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  if (file.type.startsWith('image/')) return <img src={url} alt={file.name} />;
  if (file.type.startsWith('video/'))
    return <video src={url} aria-label={file.name} preload="metadata" muted />;
  return (
    <span>
      <Icon name="file" />
      <small>{file.name}</small>
    </span>
  );
}
