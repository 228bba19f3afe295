import { type Config, ConfigError, SETTINGS } from '../../config/config.ts';
import type { BackupPlace } from '../../config/kinds.ts';
import { DiskRoom } from '../disk-room.ts';
import { openFolder } from './folder.ts';
import type { Objects } from './objects.ts';
import { openS3 } from './s3.ts';
import type { S3Options } from './s3-client.ts';

/** Opens the bucket that the settings name, or otherwise the folder, which keeps to `room`. */
export function openObjects(config: Config, folder: string, room?: DiskRoom): Objects {
  const options = s3Options(config);
  return options === undefined ? openFolder(folder, room) : openS3(options);
}

function s3Options(config: Config): S3Options | undefined {
  const { s3Bucket: bucket, s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const endpoint = config.s3Endpoint ?? addressOfAws(config.s3Region);
  return {
    endpoint,
    publicEndpoint: config.s3PublicEndpoint ?? endpoint,
    bucket,
    region: config.s3Region,
    accessKeyId,
    secretAccessKey,
    pathStyle: config.s3PathStyle === 'auto' ? config.s3Endpoint !== undefined : config.s3PathStyle,
  };
}

/**
 * Opens the place for backups: a folder, or a part of a bucket. With `keepsReserve`, storing in a folder keeps to the reserve of its
 * disk. Throws {@link ConfigError} without the access key of a bucket.
 */
export function openBackupPlace(
  config: Config,
  place: BackupPlace,
  { keepsReserve = false }: { keepsReserve?: boolean } = {},
): Objects {
  if (!('bucket' in place)) {
    const { folder } = place;
    return openFolder(folder, keepsReserve ? new DiskRoom(folder, config.diskReserve) : undefined);
  }
  const options = s3Options({
    ...config,
    s3Bucket: place.bucket,
    s3Endpoint: config.backupS3Endpoint ?? config.s3Endpoint,
    s3Region: config.backupS3Region ?? config.s3Region,
    s3AccessKeyId: config.backupS3AccessKeyId ?? config.s3AccessKeyId,
    s3SecretAccessKey: config.backupS3SecretAccessKey ?? config.s3SecretAccessKey,
  });
  if (options === undefined)
    throw new ConfigError(
      `Backups in a bucket need ${SETTINGS.backupS3AccessKeyId.name} and ${SETTINGS.backupS3SecretAccessKey.name}.`,
    );
  const objects = openS3(options);
  return place.folder === '' ? objects : below(objects, place.folder);
}

/** The objects below a key, with keys that begin there. */
function below(objects: Objects, folder: string): Objects {
  // (An invalid key stays invalid with the folder before it.)
  const whole = (key: string) => `${folder}/${key}`;
  return {
    put: (key, content) => objects.put(whole(key), content),
    get: (key, range) => objects.get(whole(key), range),
    remove: (key) => objects.remove(whole(key)),
    removeAll: (key) => objects.removeAll(whole(key)),
    list: (key) => objects.list(whole(key)),
    changedAt: (key) => objects.changedAt(whole(key)),
    linkTo: (key, options) => objects.linkTo(whole(key), options),
    check: () => objects.check(),
    close: () => objects.close(),
  };
}

const addressOfAws = (region: string) =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
