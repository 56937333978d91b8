import { type RenderJob, type Timings, TintypeError } from '@tintype/contracts';
import type { StoredResult } from '../results/result-store.js';
import type { Candidate } from './admission.js';
import type { ReservedOutput } from './job-offer.js';

/** The request was withdrawn. Other requests that share its wait continue to wait. */
export class Withdrawn extends TintypeError {
  override name = 'Withdrawn';

  constructor() {
    super('unavailable', 'The request was withdrawn.');
  }
}

export interface RenderRequest {
  /** Without an id, because each publish makes a new one. */
  job: Omit<RenderJob, 'id' | 'publishedAt'>;
  /** The bytes of the job's document. */
  document?: Uint8Array | undefined;
  /** The output's place in the offer of a shared page load. */
  place?: ReservedOutput | undefined;
  /** Milliseconds of the Unix epoch. 500 ms after the job's deadline, so that the job's outcome arrives in time. */
  deadline: number;
  fresh: boolean;
  /** The id under which a result of this request is charged; by default the id of its job. */
  chargeId?: string;
  /** Aborts with a `Withdrawn` when the result is not wanted any more. The wait then ends unless a node has the job. */
  withdrawn?: AbortSignal;
  cacheSeconds: number;
  /** The most jobs of the account and class on the queue at once; null: no limit. */
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
