import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { type SecretLocation, seal, unseal } from './account/sealing.js';
import type { RenderJob } from './job.js';
import type { Pairs } from './options/parse.js';

/** Options with secrets of the page's owner. The queue keeps jobs on disk, so these travel encrypted. */
export const secretOptions = ['cookies', 'headers', 'httpAuth'] as const;

const names: ReadonlySet<string> = new Set(secretOptions);
const pairsSchema = z.record(z.string(), z.string());

type Sealable = Pick<RenderJob, 'account' | 'id' | 'pairs'>;

/** Binds the secrets to their job: a copy of the text decrypts in no other job. */
const placeOf = ({ account, id }: Sealable): SecretLocation => ({ account, secretId: `job.${id}` });

/** The job with its secret options in `sealed` instead of `pairs`; the same job if it has none. */
export const sealJob = <Job extends Sealable>(key: KeyObject, job: Job): Job & { sealed?: string } => {
  const pairs = Object.entries(job.pairs);
  const secrets = pairs.filter(([name]) => names.has(name));
  if (secrets.length === 0) return job;
  const plain = Object.fromEntries(pairs.filter(([name]) => !names.has(name)));
  return { ...job, pairs: plain, sealed: seal(key, placeOf(job), JSON.stringify(Object.fromEntries(secrets))) };
};

/** All pairs of a job. Throws an UnsealError if it was sealed under another key, or for another job. */
export const decryptPairs = (key: KeyObject, job: Sealable & Pick<RenderJob, 'sealed'>): Pairs =>
  job.sealed === undefined
    ? job.pairs
    : { ...job.pairs, ...pairsSchema.parse(JSON.parse(unseal(key, placeOf(job), job.sealed))) };
