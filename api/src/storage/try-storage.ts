import { randomBytes } from 'node:crypto';
import { CallFailed, type GuardedFetch, type Logger } from '@tintype/runtime';
import { S3Failure } from '../blobs/s3-bucket.js';
import { publicUrlOf, testFolder } from './object-place.js';
import { holdersFault, type StorageFault, type StorageNeed, storageFaultOf } from './storage-fault.js';
import type { UploadTarget } from './upload-targets.js';

export interface TrialStep {
  step: 'write' | 'read' | 'delete';
  works: boolean;
  milliseconds: number;
  /** What failed, and what to do. */
  error?: string;
}

/** Whether clients that follow `s3Redirect` can read objects. */
export interface PublicRead {
  url: string;
  works: boolean;
  /** Why not, and what to do. */
  error?: string;
}

export interface StorageTrial {
  /** All steps work. Uploads need the first one only. */
  works: boolean;
  /** The name of the object in the bucket. */
  object: string;
  /** Only the first one if it fails. */
  steps: TrialStep[];
  /** Not for the store of this installation, and not after a failed write. */
  publicRead?: PublicRead;
}

const timeoutMs = 10_000;
const publicReadMs = 5000;
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

export interface TrialOptions {
  target: UploadTarget;
  log: Pick<Logger, 'warn'>;
  /** Reads the public URL without a login. */
  fetch: GuardedFetch;
}

interface Trial extends TrialOptions {
  object: string;
}

const run = async ({ target, object }: Trial, step: TrialStep['step']): Promise<StorageFault | undefined> => {
  const client = await target.bucket();
  if (step === 'write') await client.put(object, text, { contentType: 'text/plain', timeoutMs });
  else if (step === 'delete') await client.delete(object);
  else if (!text.equals((await client.get(object, text.length)) ?? Buffer.alloc(0))) return changed;
  return undefined;
};

const publicAdvice =
  'Redirects of `s3Redirect` lead there. Allow the public to read the bucket, request `s3Acl=public-read`, or set `publicUrl`. Uploads work without it.';

const failureOfRead = async ({ fetch }: Trial, url: string): Promise<string | undefined> => {
  try {
    const { status, body } = await fetch(url, { timeoutMs: publicReadMs, maxBytes: 64 * 1024 });
    if (status === 200 && text.equals(body)) return undefined;
    return status === 200 ? 'The public URL answers with another file.' : `The public URL answers ${status}.`;
  } catch (error) {
    if (error instanceof CallFailed) return `The public URL cannot be read. ${error.message}`;
    throw error;
  }
};

const tryPublicRead = async (trial: Trial): Promise<PublicRead> => {
  const url = publicUrlOf(trial.target.settings, trial.object);
  const failure = await failureOfRead(trial, url);
  return failure === undefined ? { url, works: true } : { url, works: false, error: `${failure} ${publicAdvice}` };
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
export const tryStorage = async (options: TrialOptions): Promise<StorageTrial> => {
  const { settings, isOperators } = options.target;
  const object = `${testFolder(settings.prefix)}tintype-test-${randomBytes(8).toString('hex')}.txt`;
  const trial = { ...options, object };
  const write = await tryStep(trial, 'write');
  if (!write.works) return { works: false, object, steps: [write] };
  const read = await tryStep(trial, 'read');
  const publicRead = isOperators ? {} : { publicRead: await tryPublicRead(trial) };
  // Also after a failed read: the object should not stay.
  const steps = [write, read, await tryStep(trial, 'delete')];
  return { works: steps.every(({ works }) => works), object, steps, ...publicRead };
};
