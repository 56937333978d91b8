import { StoreError } from '@tintype/crds';

/** A write that failed so has changed nothing, and will not. */
export const hadNoEffect = (error: unknown): boolean => error instanceof StoreError && error.effect === 'none';
