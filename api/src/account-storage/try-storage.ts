import { randomBytes } from 'node:crypto';
import type { CannedAcl } from '@tintype/contracts';
import { CallFailed, type GuardedFetch, type Logger } from '@tintype/runtime';
import { S3Failure } from '../s3/s3-bucket.js';
import type { StorageFault, StorageNeed } from '../s3/storage-fault.js';
import { aclOf, aclWarning, putWithAcl } from './access-list.js';
import { faultForHolder, hideInstallation } from './holders-fault.js';
import { publicUrlOf, testFolder } from './object-location.js';
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

/** Whether the store takes the access list of the test. */
export interface AccessTrial {
  s3Acl: CannedAcl;
  works: boolean;
  /** What the refusal means, and what to do. */
  error?: string;
}

export interface StorageTrial {
  /** Results can be stored: the write works, and a read does not find another file. */
  uploads: boolean;
  /** All steps work. Uploads need the first one only. */
  works: boolean;
  /** The name of the object in the bucket. */
  object: string;
  /** All steps, or the first one only if it fails. */
  steps: TrialStep[];
  /** Present if the test names an access list other than `private`, and the write works. */
  access?: AccessTrial;
  /** Absent for the store of this installation, and after a failed write. */
  publicRead?: PublicRead;
}

/** The whole test takes at most 18 s: many clients give up after 20 or 30 s. */
const stepMs: Record<TrialStep['step'], number> = { write: 6000, read: 4000, delete: 4000 };
const publicReadMs = 4000;
const text = Buffer.from('Tintype tests whether it can write here. Delete this file.\n');

const otherContent: StorageFault = {
  ...{ kind: 'failed', reach: 'settings' },
  sentence:
    'The store answers, but not with the file that was written. Check that `endpoint` is an S3-compatible store.',
};

const rights: Record<TrialStep['step'], StorageNeed['right']> = {
  write: 's3:PutObject',
  read: 's3:GetObject',
  delete: 's3:DeleteObject',
};

export interface TrialOptions {
  /** Id of the account, for the log. */
  account: string;
  target: UploadTarget;
  /** The access list of the object. */
  acl: CannedAcl;
  log: Pick<Logger, 'warn'>;
  /** Reads the public URL without a login. */
  fetch: GuardedFetch;
}

interface Trial extends TrialOptions {
  object: string;
  /** The store refused the access list. */
  isWithoutAcl: boolean;
  /** A read did not find the written file: the endpoint probably is no store. */
  isLost: boolean;
}

const write = async (trial: Trial): Promise<void> => {
  const { target, object, acl } = trial;
  const client = await target.bucket();
  const until = Date.now() + stepMs.write;
  const hasAcl = await putWithAcl(aclOf(acl), (access) => {
    const timeoutMs = Math.max(until - Date.now(), 1);
    return client.put(object, text, { contentType: 'text/plain', timeoutMs, acl: access });
  });
  trial.isWithoutAcl = !hasAcl;
};

const run = async (trial: Trial, step: TrialStep['step']): Promise<StorageFault | undefined> => {
  const { target, object } = trial;
  const client = await target.bucket();
  const timeoutMs = stepMs[step];
  if (step === 'write') await write(trial);
  else if (step === 'delete') await client.delete(object, { timeoutMs });
  else {
    trial.isLost = !text.equals((await client.get(object, text.length, { timeoutMs })) ?? Buffer.alloc(0));
    if (trial.isLost) return hideInstallation(target, otherContent);
  }
  return undefined;
};

const publicAdvice = (acl: CannedAcl) => {
  const isPrivate = acl === 'private';
  const byList = isPrivate ? ', send `s3Acl=public-read` in the request,' : ',';
  const ofTest = isPrivate ? " The test's body takes `s3Acl`, too." : '';
  return `Requests with \`s3Redirect\` lead to this URL. Make the bucket readable for everyone${byList} or set \`publicUrl\`.${ofTest} Uploads do not need public reading.`;
};

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
  return failure === undefined
    ? { url, works: true }
    : { url, works: false, error: `${failure} ${publicAdvice(trial.acl)}` };
};

/** Why a failed step does not stop uploads. */
const notNeeded = {
  read: `Uploads need only the right ${rights.write}, not ${rights.read}.`,
  delete: `Uploads need only the right ${rights.write}, not ${rights.delete}. The object of this test stays.`,
};

const tryStep = async (trial: Trial, step: TrialStep['step']): Promise<TrialStep> => {
  const { account, target, object, log } = trial;
  const begun = performance.now();
  const fault = await run(trial, step).catch((failure) => {
    if (!(failure instanceof S3Failure)) throw failure;
    log.warn({ err: failure, account, step, object }, 'a test of storage failed');
    return faultForHolder(target, failure, rights[step]);
  });
  const milliseconds = Math.round(performance.now() - begun);
  if (!fault) return { step, works: true, milliseconds };
  const { sentence } = fault;
  const error = step === 'write' || trial.isLost ? sentence : `${sentence} ${notNeeded[step]}`;
  return { step, works: false, milliseconds, error };
};

const accessOf = ({ acl, isWithoutAcl }: Trial): { access?: AccessTrial } => {
  if (aclOf(acl) === undefined) return {};
  const refusal = isWithoutAcl ? { error: aclWarning(acl) } : {};
  return { access: { s3Acl: acl, works: !isWithoutAcl, ...refusal } };
};

/** Writes, reads and deletes an object in the folder of pictures, since an access key may be limited to it. */
export const tryStorage = async (options: TrialOptions): Promise<StorageTrial> => {
  const { settings, isInstallationStore } = options.target;
  const object = `${testFolder(settings.prefix)}tintype-test-${randomBytes(8).toString('hex')}.txt`;
  const trial = { ...options, object, isWithoutAcl: false, isLost: false };
  const written = await tryStep(trial, 'write');
  if (!written.works) return { uploads: false, works: false, object, steps: [written] };
  const read = await tryStep(trial, 'read');
  const publicRead = isInstallationStore ? {} : { publicRead: await tryPublicRead(trial) };
  // Also after a failed read: the object should not stay.
  const steps = [written, read, await tryStep(trial, 'delete')];
  const uploads = !trial.isLost;
  return { uploads, works: steps.every(({ works }) => works), object, steps, ...accessOf(trial), ...publicRead };
};
