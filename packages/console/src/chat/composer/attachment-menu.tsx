import type { NewMessage } from '@palaver/client';

/** Content to send besides text. Your app would upload a file here and send its URL. */
export interface Attachment {
  label: string;
  /** A message to send as the user. */
  message?: Exclude<NewMessage, string>;
  /** Any other action, which may take a while. */
  run?: (threadId: string) => Promise<unknown>;
}

interface AttachmentMenuProps {
  attachments: readonly Attachment[];
  onPick: (attachment: Attachment) => void;
}

export function AttachmentMenu({ attachments, onPick }: AttachmentMenuProps) {
  return (
    <ul className="suggestions" aria-label="Attachments">
      {attachments.map((attachment) => (
        <li key={attachment.label}>
          <button type="button" onClick={() => onPick(attachment)}>
            {attachment.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
