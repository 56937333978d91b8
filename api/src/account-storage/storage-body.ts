import { cannedAcls } from '@tintype/contracts';
import { z } from 'zod';
import { bucketPattern, canBeInHost, isPlainUrl, keyPattern, regionPattern, secretPattern } from '../s3/s3-address.js';

const endpointError =
  'an http or https URL such as https://s3.eu-central-1.amazonaws.com, without login, query or control characters';
const publicUrlError =
  'null, or an http or https URL such as https://files.example.com, without login, query or control characters';
const bucketError = 'a bucket name: 3 to 63 letters, digits, dots, hyphens and underscores';
const regionError = 'a region such as eu-central-1: up to 40 letters, digits and hyphens';
const hostStyleError =
  "true for an endpoint without a host name. With false, the bucket's name takes only lowercase letters, digits and hyphens";
const prefixError =
  'a folder such as captures/2026: up to 200 printable ASCII characters without a backslash, and no segment `.` or `..`';
const keyError = 'the id of an access key: up to 256 printable ASCII characters without spaces or slashes';
const secretError = 'the secret of the access key: up to 1024 printable ASCII characters';

const maxUrl = 2048;

const plainUrl = (error: string) =>
  z
    .string({ error })
    .max(maxUrl, { error })
    .refine(
      (text) => {
        const url = URL.parse(text);
        // URLs drop line breaks and tabs silently.
        return url !== null && isPlainUrl(url) && /^\P{Cc}*$/u.test(text);
      },
      { error },
    )
    .transform((text) => new URL(text).href);

const folder = (text: string) => {
  const path = text.replace(/^\/+|\/+$/g, '');
  return path === '' ? '' : `${path}/`;
};

const isFolder = (text: string) =>
  /^[\x20-\x5b\x5d-\x7e]*$/.test(text) && !text.split('/').some((segment) => /^\.{1,2}$/.test(segment));

const pattern = (form: RegExp, error: string) => z.string({ error }).regex(form, { error });

/** `PUT …/storage` */
export const storageBody = z
  .strictObject({
    endpoint: plainUrl(endpointError).meta({ description: "The store's URL, without the bucket." }),
    region: pattern(regionPattern, regionError)
      .default('us-east-1')
      .meta({ description: "The store's region. Stores without regions take `us-east-1`." }),
    bucket: pattern(bucketPattern, bucketError).meta({ description: 'An existing bucket.' }),
    key: pattern(keyPattern, keyError).meta({ description: 'The id of an access key.' }),
    secret: pattern(secretPattern, secretError).optional().meta({
      description:
        'The secret of the access key; never shown again. Leave it out to keep the stored one, for the same `endpoint` and `key`.',
    }),
    pathStyle: z.boolean({ error: 'true or false' }).default(true).meta({
      description:
        'True: `<endpoint>/<bucket>/…`; false: `<bucket>.<endpoint>/…`, for a bucket without dots and an endpoint with a host name.',
    }),
    prefix: z
      .string({ error: prefixError })
      .max(200, { error: prefixError })
      .refine(isFolder, { error: prefixError })
      .transform(folder)
      .default('')
      .meta({ description: 'The folder of all objects in the bucket; a slash is added at its end.' }),
    publicUrl: plainUrl(publicUrlError)
      .nullable()
      .default(null)
      .meta({ description: 'Where the public reads the bucket, such as its CDN; null: at the endpoint.' }),
  })
  .refine(({ pathStyle, bucket, endpoint }) => pathStyle || canBeInHost(bucket, new URL(endpoint)), {
    path: ['pathStyle'],
    error: hostStyleError,
  })
  .meta({ description: "The account's own S3-compatible storage." });

/** `POST …/storage/test` */
export const storageTestBody = z
  .strictObject({
    s3Acl: z
      .enum(cannedAcls, { error: `one of ${cannedAcls.join(', ')}` })
      .default('private')
      .meta({ description: 'The access list of the test object, as requests name it.' }),
  })
  .meta({ description: 'What the test tries; may be empty.' });

export type StorageChange = z.output<typeof storageBody>;

/**
 * Warns of a bucket name in the endpoint. Such an endpoint works, but objects then lie in a folder named like the
 * bucket. It is no error, because the addresses of some stores really contain such a name.
 */
export const storageWarnings = ({ endpoint, bucket }: Pick<StorageChange, 'endpoint' | 'bucket'>): string[] => {
  const { hostname, pathname } = new URL(endpoint);
  const isNamed = hostname.startsWith(`${bucket.toLowerCase()}.`) || pathname.split('/').includes(bucket);
  return isNamed
    ? [`The \`endpoint\` seems to name the bucket \`${bucket}\`: it takes the URL of the store, without the bucket.`]
    : [];
};
