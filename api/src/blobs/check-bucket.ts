import { ConfigError } from '@tintype/runtime';
import { folder } from './s3-blobs.js';
import type { S3Bucket, S3Settings } from './s3-bucket.js';
import { S3Failure } from './s3-failure.js';

const advice = ({ status, code }: S3Failure, bucket: string): string => {
  if (code === 'NoSuchBucket') return `There is no bucket "${bucket}": make it, or correct TINTYPE_S3_BUCKET.`;
  if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
    return `The bucket "${bucket}" is of another region: correct TINTYPE_S3_REGION, or TINTYPE_S3_ENDPOINT.`;
  if (status === 401 || status === 403)
    return (
      'The login is refused: correct TINTYPE_S3_KEY and TINTYPE_S3_SECRET, or allow the key to list, read, write and ' +
      `delete in the bucket "${bucket}".`
    );
  return 'Correct TINTYPE_S3_ENDPOINT and TINTYPE_S3_PATH_STYLE, or TINTYPE_S3_KEY and TINTYPE_S3_SECRET.';
};

/**
 * Throws a ConfigError when the store's answer shows that the settings are wrong. A store that does not answer is not
 * held against them: it may come later. A listing, because an answer to HEAD does not say what is wrong.
 */
export const checkBucket = async (store: Pick<S3Bucket, 'list'>, { bucket }: S3Settings): Promise<void> => {
  try {
    await store.list(folder, 1);
  } catch (failure) {
    if (!(failure instanceof S3Failure)) throw failure;
    if (failure.status === undefined || failure.status >= 500) return;
    throw new ConfigError(`The S3 store cannot be used (${failure.message}). ${advice(failure, bucket)}`, {
      cause: failure,
    });
  }
};
