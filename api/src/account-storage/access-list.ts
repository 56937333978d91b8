import type { CannedAcl } from '@tintype/contracts';
import { S3Failure } from '../s3/s3-bucket.js';
import { mayRefuseAcl } from '../s3/storage-fault.js';

/** Undefined for `private`. Stores keep an object private without a list, and many refuse any list. */
export const aclOf = (acl: CannedAcl): CannedAcl | undefined => (acl === 'private' ? undefined : acl);

export const aclWarning = (acl: CannedAcl): string =>
  `The account's storage refused the access \`${acl}\`, so the object has the access that the bucket gives. Allow access lists on the bucket, or leave out \`s3Acl\`.`;

/**
 * Stores an object with an access list, or without one if the store refuses it. Answers whether the object has the
 * list.
 */
export const putWithAcl = async (
  acl: CannedAcl | undefined,
  put: (acl: CannedAcl | undefined) => Promise<void>,
): Promise<boolean> => {
  try {
    await put(acl);
    return true;
  } catch (error) {
    if (!acl || !(error instanceof S3Failure) || !mayRefuseAcl(error)) throw error;
    await put(undefined);
    return false;
  }
};
