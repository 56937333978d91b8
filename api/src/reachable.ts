import { TintypeError } from '@tintype/contracts';
import { isConflict, type Nats } from '@tintype/runtime';

/**
 * Throws `unavailable` for a failure of NATS; a failed write may still have happened. Passes on a TintypeError and a
 * lost compare-and-set.
 */
export const reachable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TintypeError || isConflict(error)) throw error;
    throw new TintypeError('unavailable', undefined, { cause: error });
  }
};

/**
 * For work that may run twice. After a failure, it repeats the work once if the connection is up. NATS never answers a
 * request that was sent before a reconnect.
 */
export const reachableAgain = async <T>(nats: Pick<Nats, 'connected'>, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TintypeError || isConflict(error)) throw error;
    if (!nats.connected) throw new TintypeError('unavailable', undefined, { cause: error });
    return reachable(work());
  }
};
