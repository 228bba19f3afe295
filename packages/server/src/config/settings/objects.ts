import { choice, textThat, webAddress } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

export const bucketName = textThat(
  (given) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(given),
  'the name of a bucket: 3 to 63 of a-z, 0-9, dots and hyphens',
);
export const region = textThat((given) => /^[a-z0-9-]{1,64}$/.test(given), 'a region such as eu-central-1');
export const accessKeyId = textThat(
  (given) => /^[!-~]{1,256}$/.test(given) && !/[/,]/.test(given),
  'an access key id, without spaces, slashes and commas',
);
export const secretAccessKey = textThat(
  (given) => /^[!-~]{1,1024}$/.test(given),
  'a secret access key, without spaces',
);

/** Where files are stored. */
export const OBJECTS = defineSettings({
  s3Endpoint: {
    name: 'S3_ENDPOINT',
    basic: true,
    kind: webAddress,
    doc: 'The address of the server that speaks S3, such as `https://minio.example.com:9000`. Not set: that of AWS in `S3_REGION`.',
  },
  s3Bucket: {
    name: 'S3_BUCKET',
    basic: true,
    kind: bucketName,
    doc: 'The bucket for uploaded files and sticker packs, which must exist. It needs `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY`. Not set: files are in the folder `objects` in `DATA_DIR`.',
  },
  s3Region: {
    name: 'S3_REGION',
    basic: true,
    kind: region,
    default: 'us-east-1',
    doc: 'The region of the bucket. Servers without regions want `us-east-1`, or what is configured there.',
  },
  s3AccessKeyId: {
    name: 'S3_ACCESS_KEY_ID',
    basic: true,
    kind: accessKeyId,
    doc: 'The access key, which may list, read, write and delete the objects of the bucket.',
  },
  s3SecretAccessKey: {
    name: 'S3_SECRET_ACCESS_KEY',
    basic: true,
    kind: secretAccessKey,
    secret: true,
    doc: 'The secret of the access key.',
  },
  s3PathStyle: {
    name: 'S3_PATH_STYLE',
    kind: choice({ 0: false, 1: true, auto: 'auto' }),
    default: 'auto',
    doc: 'Whether addresses name the bucket in the path (1), or in the host name (0), as AWS does. `auto`: in the path if `S3_ENDPOINT` is set.',
  },
  s3PublicEndpoint: {
    name: 'S3_PUBLIC_ENDPOINT',
    kind: webAddress,
    doc: 'The address at which browsers reach the server, if it is not `S3_ENDPOINT`.',
  },
});
