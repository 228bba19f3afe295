import { DEFAULT_PICTURE_LIMITS } from '@palaver/protocol/limits';
import { either, hours, integer, oneOf, scannerAddress } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

const MIB = 1024 * 1024;

const limit = (name: string, mib: number, what: string) => ({
  name,
  kind: integer({ min: 1024, max: 4 * 1024 * MIB }),
  default: String(mib * MIB),
  doc: `Maximum size of ${what} that is uploaded for messages, in bytes.`,
});

/** Files that users and back ends upload for messages. */
export const FILES = defineSettings({
  imageBytes: limit('PALAVER_MAX_IMAGE_BYTES', 20, 'a picture'),
  imageSide: {
    name: 'PALAVER_MAX_IMAGE_SIDE',
    kind: integer({ min: 100, max: 65_535 }),
    default: String(DEFAULT_PICTURE_LIMITS.side),
    doc: 'Maximum width and height of a picture, in pixels. A larger one can be sent as a file.',
  },
  imagePixels: {
    name: 'PALAVER_MAX_IMAGE_PIXELS',
    kind: integer({ min: 10_000, max: 1_000_000_000 }),
    default: String(DEFAULT_PICTURE_LIMITS.pixels),
    doc: 'Maximum number of pixels of a picture (width × height). A larger one can be sent as a file.',
  },
  avifPixels: {
    name: 'PALAVER_MAX_AVIF_PIXELS',
    kind: integer({ min: 10_000, max: 1_000_000_000 }),
    default: String(DEFAULT_PICTURE_LIMITS.avifPixels),
    doc: 'The same for AVIF, which takes far more memory than other formats: 20 to 26 bytes for each pixel.',
  },
  mediaMemoryBytes: {
    name: 'PALAVER_MEDIA_MEMORY_BYTES',
    kind: integer({ min: 256 * MIB, max: 16 * 1024 * MIB }),
    default: String(1024 * MIB),
    doc: 'How much memory the process that examines a picture or a recording may take, in bytes. A file that needs more is refused; a picture can then be sent as a file. Palaver measures it on Linux.',
  },
  videoBytes: limit('PALAVER_MAX_VIDEO_BYTES', 500, 'a video'),
  audioBytes: limit('PALAVER_MAX_AUDIO_BYTES', 50, 'an audio recording'),
  fileBytes: limit('PALAVER_MAX_FILE_BYTES', 100, 'any other file'),
  storageQuotaBytes: {
    name: 'PALAVER_STORAGE_QUOTA_BYTES',
    basic: true,
    kind: integer({ min: 0, max: 999_999_999_999 }),
    default: '0',
    doc: 'How many bytes the files of one tenant (or of an application without a tenant) may take together, with the uploads in progress; 0: no limit.',
  },
  userQuotaBytes: {
    name: 'PALAVER_USER_QUOTA_BYTES',
    kind: integer({ min: 0, max: 999_999_999_999 }),
    default: String(2 * 1024 * MIB),
    doc: 'How many bytes the files that one user has uploaded may take together, with the uploads in progress; 0: no limit.',
  },
  guestQuotaBytes: {
    name: 'PALAVER_GUEST_QUOTA_BYTES',
    kind: integer({ min: 0, max: 999_999_999_999 }),
    default: String(200 * MIB),
    doc: 'The same for a guest. A guest who becomes a user keeps the files, which then count toward the quota of users.',
  },
  diskReserve: {
    name: 'PALAVER_DISK_RESERVE_BYTES',
    kind: either('auto', integer({ min: 0, max: 999_999_999_999 })),
    default: 'auto',
    doc: 'How many bytes uploads and backups leave free on the disk of `DATA_DIR`, and backups on that of a folder for them: messages need it. `auto`: 5 % of the file system, but no more than 2 GiB. 0: they fill the disk.',
  },
  unnamedFileMs: {
    name: 'PALAVER_UNNAMED_FILE_HOURS',
    kind: hours({ min: 1, max: 8_760 }),
    default: '24',
    doc: 'How long an uploaded file is kept that no message and no picture names.',
  },
  unfinishedUploadMs: {
    name: 'PALAVER_UNFINISHED_UPLOAD_HOURS',
    kind: hours({ min: 1, max: 8_760 }),
    default: '24',
    doc: 'How long a resumable upload is kept after the last of its bytes that have arrived.',
  },
  scanUrl: {
    name: 'PALAVER_SCAN_URL',
    kind: scannerAddress,
    doc: 'The virus scanner (clamd of ClamAV) that every uploaded file must pass: `tcp://host:port`, or `unix:/path` of its socket. Not set: files are not scanned.',
  },
  scanUnavailable: {
    name: 'PALAVER_SCAN_UNAVAILABLE',
    kind: oneOf('wait', 'refuse'),
    default: 'wait',
    doc: 'What becomes of uploads while the virus scanner is away. `wait`: they wait for it, for up to 2 minutes. `refuse`: they are refused at once (M50300).',
  },
});
