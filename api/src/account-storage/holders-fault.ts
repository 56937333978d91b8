import type { S3Failure } from '../s3/s3-bucket.js';
import { accountSettings, type StorageFault, type StorageNeed, storageFaultOf } from '../s3/storage-fault.js';
import type { UploadTarget } from './upload-targets.js';

const installationFault = "The store of this installation fails. Its administrator finds the reason in the api's log.";

/** Replaces the sentence of a fault if the store is the installation's: accounts must not see its details. */
export const hideInstallation = (
  { isInstallationStore }: Pick<UploadTarget, 'isInstallationStore'>,
  fault: StorageFault,
): StorageFault => (isInstallationStore ? { ...fault, sentence: installationFault } : fault);

/** A failure as the holder of the account may see it. */
export const faultForHolder = (
  target: Pick<UploadTarget, 'isInstallationStore' | 'settings'>,
  failure: S3Failure,
  right: StorageNeed['right'],
): StorageFault =>
  hideInstallation(
    target,
    storageFaultOf(failure, { bucket: target.settings.bucket, right, settings: accountSettings }),
  );
