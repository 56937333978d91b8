import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/**
 * Of this process alone, also after a restart in the same pod: two of the same identity would both lead. So whatever name it
 * is given, be it by one setting for all replicas, is but the beginning.
 */
export const ownIdentity = (given = hostname().slice(0, 63)): string => `${given}-${randomUUID()}`;
