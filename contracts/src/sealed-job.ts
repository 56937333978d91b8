import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { type SecretLocation, seal, unseal } from './account/sealing.js';
import type { RenderJob } from './job.js';
import type { Pairs } from './options/parse.js';

/** Options with secrets of the page's owner. The queue keeps jobs on disk, so these options are sealed. */
export const secretOptions = ['cookies', 'headers', 'httpAuth'] as const;

const secretNames: ReadonlySet<string> = new Set(secretOptions);
const pairsSchema = z.record(z.string(), z.string());

type SealableJob = Pick<RenderJob, 'account' | 'id' | 'pairs'>;

/** Binds the secrets to their job: a copy of the sealed text decrypts in no other job. */
const locationOf = ({ account, id }: SealableJob): SecretLocation => ({ account, secretId: `job.${id}` });

/** Moves the job's secret options from `pairs` to `sealed`. Returns the same job if it has none. */
export const sealJob = <Job extends SealableJob>(key: KeyObject, job: Job): Job & { sealed?: string } => {
  const pairs = Object.entries(job.pairs);
  const secrets = pairs.filter(([name]) => secretNames.has(name));
  if (secrets.length === 0) return job;
  const publicPairs = Object.fromEntries(pairs.filter(([name]) => !secretNames.has(name)));
  return {
    ...job,
    pairs: publicPairs,
    sealed: seal(key, locationOf(job), JSON.stringify(Object.fromEntries(secrets))),
  };
};

/**
 * All pairs of a job, secret options included. Throws UnsealError if the options were sealed under another key, or for
 * another job.
 */
export const decryptPairs = (key: KeyObject, job: SealableJob & Pick<RenderJob, 'sealed'>): Pairs =>
  job.sealed === undefined
    ? job.pairs
    : { ...job.pairs, ...pairsSchema.parse(JSON.parse(unseal(key, locationOf(job), job.sealed))) };
