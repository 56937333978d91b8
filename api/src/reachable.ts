import { TintypeError } from '@tintype/contracts';
import { isConflict } from '@tintype/runtime';

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
