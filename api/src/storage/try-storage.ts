import { randomBytes } from 'node:crypto';
import type { Logger } from '@tintype/runtime';
import { S3Failure } from '../blobs/s3-bucket.js';
import { testFolder } from './object-place.js';
import { holdersFault, type StorageFault, type StorageNeed, storageFaultOf } from './storage-fault.js';
import type { UploadTarget } from './upload-targets.js';

export interface TrialStep {
  step: 'write' | 'read' | 'delete';
  works: boolean;
  milliseconds: number;
  /** What failed, and what to do. */
  error?: string;
}

export interface StorageTrial {
  /** All steps work. Uploads need the first one only. */
  works: boolean;
  /** The name of the object in the bucket. */
  object: string;
  /** Only the first one if it fails. */
  steps: TrialStep[];
}

const timeoutMs = 10_000;
const text = Buffer.from('Tintype tests whether it can write here. Delete this file.\n');

const changed: StorageFault = {
  kind: 'failed',
  sentence:
    'The store answers, but not with the file that was written. Check that `endpoint` is an S3-compatible store.',
};

const rights: Record<TrialStep['step'], StorageNeed['right']> = {
  write: 's3:PutObject',
  read: 's3:GetObject',
  delete: 's3:DeleteObject',
};

interface Trial {
  target: UploadTarget;
  object: string;
  log: Pick<Logger, 'warn'>;
}

const run = async ({ target, object }: Trial, step: TrialStep['step']): Promise<StorageFault | undefined> => {
  const client = await target.bucket();
  if (step === 'write') await client.put(object, text, { contentType: 'text/plain', timeoutMs });
  else if (step === 'delete') await client.delete(object);
  else if (!text.equals((await client.get(object, text.length)) ?? Buffer.alloc(0))) return changed;
  return undefined;
};

const tryStep = async (trial: Trial, step: TrialStep['step']): Promise<TrialStep> => {
  const { target, object, log } = trial;
  const begun = performance.now();
  const fault = await run(trial, step).catch((failure) => {
    if (!(failure instanceof S3Failure)) throw failure;
    log.warn({ err: failure, step, object }, 'a test of storage failed');
    return storageFaultOf(failure, { bucket: target.settings.bucket, right: rights[step] });
  });
  const milliseconds = Math.round(performance.now() - begun);
  if (!fault) return { step, works: true, milliseconds };
  const { sentence } = holdersFault(target, fault);
  const error = step === 'write' ? sentence : `${sentence} Uploads need only ${rights.write}.`;
  return { step, works: false, milliseconds, error };
};

/** Writes, reads and deletes one object, in the folder of pictures: keys may have rights to that one alone. */
export const tryStorage = async (target: UploadTarget, log: Pick<Logger, 'warn'>): Promise<StorageTrial> => {
  const folder = testFolder(target.settings.prefix);
  const object = `${folder}tintype-test-${randomBytes(8).toString('hex')}.txt`;
  const trial = { target, object, log };
  const steps = [await tryStep(trial, 'write')];
  // Also after a failed read: the object should not stay.
  if (steps[0]?.works) steps.push(await tryStep(trial, 'read'), await tryStep(trial, 'delete'));
  return { works: steps.every(({ works }) => works), object, steps };
};
