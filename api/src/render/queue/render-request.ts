import type { RenderJob, Timings } from '@tintype/contracts';
import type { StoredResult } from '../results/result-store.js';
import type { Candidate } from './admission.js';
import type { Place } from './job-offer.js';

export interface RenderRequest {
  /** Each attempt to publish makes a new id. */
  job: Omit<RenderJob, 'id' | 'publishedAt'>;
  /** The bytes of the job's document. */
  document?: Uint8Array | undefined;
  /** In the offer of a page load that other outputs share. */
  place?: Place | undefined;
  /** Milliseconds of the Unix epoch; a little later than the job's, so that its outcome arrives in time. */
  deadline: number;
  fresh: boolean;
  /** The id under which a result of this request is charged; by default the id of its job. */
  chargeId?: string;
  /** Aborts when the result is not wanted any more. The job then does not enter the queue; one that is there runs. */
  withdrawn?: AbortSignal;
  cacheSeconds: number;
  /** Jobs of the account and class at once; null: no limit. */
  concurrentRenders: number | null;
}

export const candidateOf = ({ job, concurrentRenders }: RenderRequest): Candidate => ({
  account: job.account,
  key: job.key,
  class: job.class,
  limit: concurrentRenders,
});

export interface Obtained extends StoredResult {
  /** HIT: stored before; MISS: rendered for this request; COALESCED: rendered for a simultaneous one. */
  cache: 'HIT' | 'MISS' | 'COALESCED';
  timings: Timings;
}
