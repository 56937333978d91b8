import { type BrowserSession, keyText } from '@tintype/crds';

/** The key of the pool that the session names, whether it is there or not. */
export const poolOfSession = ({ metadata: { namespace }, spec }: BrowserSession): string =>
  keyText({ namespace, name: spec.pool });

/** It waits for its browser. */
export const isStarting = ({ metadata, status }: BrowserSession): boolean =>
  metadata.deletionTimestamp === undefined && [undefined, 'Pending', 'Binding'].includes(status?.phase);

/** It does not any more. */
export const stopsWaiting = (previous: BrowserSession | undefined, current: BrowserSession | undefined): boolean =>
  previous !== undefined && isStarting(previous) && !(current && isStarting(current));
