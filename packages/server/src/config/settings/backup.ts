import { backupPlace, integer, listOf, textThat, webAddress } from '../kinds.ts';
import { defineSettings } from '../setting.ts';
import { accessKeyId, region, secretAccessKey } from './objects.ts';

/** Where backups are, and who can read them: for `palaver backup`. */
export const BACKUP = defineSettings({
  backupTo: {
    name: 'PALAVER_BACKUP_TO',
    basic: true,
    kind: backupPlace,
    doc: 'Where `palaver backup` keeps backups: a folder, or `s3://bucket` or `s3://bucket/folder`.',
  },
  recoveryDays: {
    name: 'PALAVER_RECOVERY_DAYS',
    basic: true,
    kind: integer({ min: 0, max: 365 }),
    default: '0',
    doc: 'How many days `palaver backup restore --at` can go back. The server then makes a base backup every day, and copies all changes to `PALAVER_BACKUP_TO` every minute. 0: it does not. Only for the embedded database.',
  },
  backupRecipients: {
    name: 'PALAVER_BACKUP_RECIPIENTS',
    basic: true,
    kind: listOf(
      (one) => (/^age1[02-9ac-hj-np-z]{58}$/.test(one) ? one : undefined),
      'public keys of age (age1…), separated by commas',
    ),
    doc: 'Public keys (`age1…`, separated by commas) for which backups are encrypted; `palaver backup key` makes a pair. Not set: backups are not encrypted.',
  },
  backupIdentity: {
    name: 'PALAVER_BACKUP_IDENTITY',
    kind: textThat(
      (given) => /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(given),
      'a secret key of age: AGE-SECRET-KEY-1…',
    ),
    secret: true,
    doc: 'The secret key that decrypts backups, for `palaver backup verify` and `restore`. Keep it away from the server: creating backups does not need it.',
  },
  backupS3Endpoint: {
    name: 'PALAVER_BACKUP_S3_ENDPOINT',
    kind: webAddress,
    doc: 'The S3 server for backups. Not set: `S3_ENDPOINT`.',
  },
  backupS3Region: {
    name: 'PALAVER_BACKUP_S3_REGION',
    kind: region,
    doc: 'The region of the bucket for backups. Not set: `S3_REGION`.',
  },
  backupS3AccessKeyId: {
    name: 'PALAVER_BACKUP_S3_ACCESS_KEY_ID',
    kind: accessKeyId,
    doc: 'The access key for the bucket for backups. Not set: `S3_ACCESS_KEY_ID`.',
  },
  backupS3SecretAccessKey: {
    name: 'PALAVER_BACKUP_S3_SECRET_ACCESS_KEY',
    kind: secretAccessKey,
    secret: true,
    doc: 'Its secret. Not set: `S3_SECRET_ACCESS_KEY`.',
  },
});
