import type { NewMessage } from '@palaver/client';
import { useRef } from 'react';

/** Something else to send than text and files. */
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
  onFiles: (files: readonly File[]) => void;
}

export function AttachmentMenu({ attachments, onPick, onFiles }: AttachmentMenuProps) {
  return (
    <ul className="suggestions" aria-label="Attachments">
      <FilePicker label="Photo or video" accept="image/*,video/*" onFiles={onFiles} />
      <FilePicker label="File" onFiles={onFiles} />
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

interface FilePickerProps {
  label: string;
  accept?: string;
  onFiles: (files: readonly File[]) => void;
}

/** A button that opens the dialog of the browser to choose files. */
function FilePicker({ label, accept, onFiles }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <li>
      <button type="button" className="primary" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple
        hidden
        onChange={({ target }) => onFiles([...(target.files ?? [])])}
      />
    </li>
  );
}
