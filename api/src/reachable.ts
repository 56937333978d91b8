import { TintypeError } from '@tintype/contracts';
import { isConflict, type Nats } from '@tintype/runtime';

/**
 * The result of work on NATS. Throws a TintypeError and a lost compare-and-set unchanged. Throws `unavailable` for any
 * other failure; a failed write may still have happened.
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
 * Like `reachable`, for work that may run twice. Repeats failed work once if the connection is up: NATS never answers a
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
