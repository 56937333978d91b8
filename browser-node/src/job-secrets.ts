import type { KeyObject } from 'node:crypto';
import { decryptPairs, type Pairs, type RenderJob, UnsealError } from '@tintype/contracts';

/** The node cannot decrypt the secret options of a job. */
export class SecretsNotDecrypted extends Error {
  override name = 'SecretsNotDecrypted';
}

/** Reads the pairs of jobs, secrets included. Throws `SecretsNotDecrypted` for a job that was sealed under none of the keys. */
export const pairsReader =
  (jobKeys: readonly KeyObject[]) =>
  (job: RenderJob): Pairs => {
    for (const jobKey of jobKeys) {
      try {
        return decryptPairs(jobKey, job);
      } catch (error) {
        if (!(error instanceof UnsealError)) throw error;
      }
    }
    throw new SecretsNotDecrypted(
      'TINTYPE_JOB_KEY of this node lacks the key of the api: set it, and restart the node.',
    );
  };
