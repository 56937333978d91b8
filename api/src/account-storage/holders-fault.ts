import type { S3Failure } from '../s3/s3-bucket.js';
import { accountSettings, type StorageFault, type StorageNeed, storageFaultOf } from '../s3/storage-fault.js';
import type { UploadTarget } from './upload-targets.js';

const installationFault = "The store of this installation fails. Its administrator finds the reason in the api's log.";

/** Hides what concerns the store of this installation from its accounts. */
export const forHolder = (
  { ofInstallation }: Pick<UploadTarget, 'ofInstallation'>,
  fault: StorageFault,
): StorageFault => (ofInstallation ? { ...fault, sentence: installationFault } : fault);

/** What the holder of the account reads about a failure. */
export const holdersFault = (
  target: Pick<UploadTarget, 'ofInstallation' | 'settings'>,
  failure: S3Failure,
  right: StorageNeed['right'],
): StorageFault =>
  forHolder(target, storageFaultOf(failure, { bucket: target.settings.bucket, right, settings: accountSettings }));
