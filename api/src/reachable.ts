import { TintypeError } from '@tintype/contracts';
import { isConflict, type Nats } from '@tintype/runtime';

/**
 * What a bucket answers. Whatever keeps it from answering is `unavailable`, and a write may then have happened or not;
 * a lost compare-and-set is passed on.
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
 * The same for work that may be done twice: once more when the connection is up again, since whatever was asked before
 * it was lost is not answered any more.
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
