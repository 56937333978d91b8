import { TintypeError } from '@tintype/contracts';
import { isConflict, type Nats } from '@tintype/runtime';

/** Throws `unavailable` for a failure; a failed write may still have happened. Passes on a lost compare-and-set. */
export const reachable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TintypeError || isConflict(error)) throw error;
    throw new TintypeError('unavailable', undefined, { cause: error });
  }
};

/** For work that may run twice: repeats it if the connection is up. Requests before a loss get no answer. */
export const reachableAgain = async <T>(nats: Pick<Nats, 'connected'>, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TintypeError || isConflict(error)) throw error;
    if (!nats.connected) throw new TintypeError('unavailable', undefined, { cause: error });
    return reachable(work());
  }
};
