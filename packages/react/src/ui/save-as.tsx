import { useTexts } from '../texts/language.ts';
import { Icon } from './icon.tsx';

/** A link that saves a file. Without an address, its place is kept. */
export function SaveAs({ name, url }: { name: string; url: string | undefined }) {
  const texts = useTexts();
  if (url === undefined) return <span className="pv-icon-button" hidden />;
  return (
    <a
      className="pv-icon-button"
      href={url}
      download={name}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={texts.save(name)}
      title={texts.saveAs}
    >
      <Icon name="save" />
    </a>
  );
}
