import type { Config } from '../../config/config.ts';
import { openFolder } from './folder.ts';
import type { Objects } from './objects.ts';
import { openS3 } from './s3.ts';
import type { S3Options } from './s3-client.ts';

/** Opens the bucket that the settings name, or otherwise the folder. */
export function openObjects(config: Config, folder: string): Objects {
  const options = s3Options(config);
  return options === undefined ? openFolder(folder) : openS3(options);
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

const addressOfAws = (region: string) =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
