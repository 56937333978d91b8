import { randomBytes } from 'node:crypto';
import { S3Failure } from '../blobs/s3-bucket.js';
import { type StorageNeed, storageFaultOf } from './storage-fault.js';
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
  /** Ends with the first failed step. */
  steps: TrialStep[];
}

const timeoutMs = 10_000;
const text = Buffer.from('Tintype tests whether it can write here. Delete this file.\n');

const changed =
  'The store answers, but not with the file that was written. Check that `endpoint` is an S3-compatible store.';

const steps = ['write', 'read', 'delete'] as const;

const rights: Record<TrialStep['step'], StorageNeed['right']> = {
  write: 's3:PutObject',
  read: 's3:GetObject',
  delete: 's3:DeleteObject',
};

const run = async ({ bucket }: UploadTarget, step: TrialStep['step'], object: string): Promise<string | undefined> => {
  const client = await bucket();
  if (step === 'write') await client.put(object, text, { contentType: 'text/plain', timeoutMs });
  else if (step === 'delete') await client.delete(object);
  else if (!text.equals((await client.get(object, text.length)) ?? Buffer.alloc(0))) return changed;
  return undefined;
};

const tryStep = async (target: UploadTarget, step: TrialStep['step'], object: string): Promise<TrialStep> => {
  const begun = performance.now();
  const { bucket } = target.settings;
  const error = await run(target, step, object).catch((failure) => {
    if (!(failure instanceof S3Failure)) throw failure;
    const { sentence } = storageFaultOf(failure, { bucket, right: rights[step] });
    return step === 'write' ? sentence : `${sentence} Uploads need only ${rights.write}.`;
  });
  const milliseconds = Math.round(performance.now() - begun);
  return error === undefined ? { step, works: true, milliseconds } : { step, works: false, milliseconds, error };
};

/** Writes, reads and deletes one object. */
export const tryStorage = async (target: UploadTarget): Promise<StorageTrial> => {
  const object = `${target.settings.prefix}tintype-test-${randomBytes(8).toString('hex')}.txt`;
  const done: TrialStep[] = [];
  for (const step of steps) {
    const result = await tryStep(target, step, object);
    done.push(result);
    if (!result.works) break;
  }
  return { works: done.every(({ works }) => works), object, steps: done };
};
