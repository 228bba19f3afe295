import type { UnsentUpload } from '@palaver/client';
import { useTexts } from '../texts/language.ts';
import { IconButton } from '../ui/icon.tsx';

/** How much of a file is uploaded (it turns until that is known), around the button that cancels it. */
export function UploadRing({
  upload: { name, sent, total },
  onCancel,
}: {
  upload: UnsentUpload;
  onCancel: () => void;
}) {
  const texts = useTexts();
  const percent = total === 0 ? 0 : Math.round((100 * sent) / total);
  return (
    <span className="pv-upload-ring" data-begun={percent > 0}>
      <svg viewBox="0 0 40 40" role="progressbar" aria-label={texts.uploadOf(name)} aria-valuenow={percent}>
        <circle cx="20" cy="20" r="18" />
        <circle cx="20" cy="20" r="18" pathLength="100" strokeDasharray={`${percent || 20} 100`} />
      </svg>
      <IconButton icon="close" label={texts.cancelUpload} onClick={onCancel} />
    </span>
  );
}
