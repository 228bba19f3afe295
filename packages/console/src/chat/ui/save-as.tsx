import { Icon } from './icon.tsx';

/** A link that saves a file. Without an address, its place is kept. */
export function SaveAs({ name, url }: { name: string; url: string | undefined }) {
  if (url === undefined) return <span className="icon-button" hidden />;
  return (
    <a
      className="icon-button"
      href={url}
      download={name}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Save ${name}`}
      title="Save as"
    >
      <Icon name="save" />
    </a>
  );
}
