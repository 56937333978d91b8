import type { KeyObject } from 'node:crypto';
import { openPairs, type Pairs, type RenderJob, TintypeError, UnsealError } from '@tintype/contracts';

/** The node cannot decrypt the secret options of a job. */
export class SecretsUnopened extends Error {
  override name = 'SecretsUnopened';
}

const forClients = 'The service cannot read `headers`, `cookies` or `httpAuth` of its own job. Report the request id.';

/** Reads the pairs of jobs, secrets included. Throws `internal` for a job that was sealed under another key. */
export const pairsReader =
  (jobKey: KeyObject) =>
  (job: RenderJob): Pairs => {
    try {
      return openPairs(jobKey, job);
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      const cause = new SecretsUnopened(
        'TINTYPE_JOB_KEY of this node is not that of the api: set it, and restart both.',
      );
      throw new TintypeError('internal', forClients, { cause });
    }
  };
