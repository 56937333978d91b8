import type { RenderJob, Timings } from '@tintype/contracts';
import type { ResultRecord } from './result-record.js';
import type { StoredResult } from './result-store.js';

export interface RenderRequest {
  /** Without an id: every attempt to publish makes a new one. */
  job: Omit<RenderJob, 'id' | 'publishedAt'>;
  /** Milliseconds of the Unix epoch; a little later than the job's, so that its outcome still arrives. */
  deadline: number;
  fresh: boolean;
  cacheSeconds: number;
  /** Jobs of the account at once; null: no limit. */
  concurrentRenders: number | null;
  /** Whether the bytes of a cached result are asked for; throws when it may not be delivered. */
  wantsBody: (record: ResultRecord) => Promise<boolean>;
}

export interface Obtained extends StoredResult {
  /** HIT: stored before; MISS: rendered for this request; COALESCED: rendered for another one at the same time. */
  cache: 'HIT' | 'MISS' | 'COALESCED';
  timings: Timings;
}
