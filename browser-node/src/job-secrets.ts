import type { KeyObject } from 'node:crypto';
import { openPairs, type Pairs, type RenderJob, UnsealError } from '@tintype/contracts';

/** The node cannot decrypt the secret options of a job. */
export class SecretsUnopened extends Error {
  override name = 'SecretsUnopened';
}

/** Reads the pairs of jobs, secrets included. Throws `SecretsUnopened` for a job that was sealed under another key. */
export const pairsReader =
  (jobKey: KeyObject) =>
  (job: RenderJob): Pairs => {
    try {
      return openPairs(jobKey, job);
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      throw new SecretsUnopened('TINTYPE_JOB_KEY of this node is not that of the api: set it, and restart both.');
    }
  };
