import { useRef } from 'react';
import type { Attachment } from '../context/attachment.ts';
import { useSetup } from '../context/chat-context.ts';
import { useTexts } from '../texts/language.ts';

interface AttachmentMenuProps {
  onPick: (attachment: Attachment) => void;
  onFiles: (files: readonly File[]) => void;
}

export function AttachmentMenu({ onPick, onFiles }: AttachmentMenuProps) {
  const { attachments } = useSetup();
  const texts = useTexts();
  return (
    <ul className="pv-suggestions" aria-label={texts.attachments}>
      <FilePicker label={texts.photoOrVideo} accept="image/*,video/*" onFiles={onFiles} />
      <FilePicker label={texts.file} onFiles={onFiles} />
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
      <button type="button" className="pv-primary" onClick={() => input.current?.click()}>
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
