import { type BrowserSession, isStarting, keyText } from '@tintype/crds';

/** The key of the pool that the session names, whether it is there or not. */
export const poolOfSession = ({ metadata: { namespace }, spec }: BrowserSession): string =>
  keyText({ namespace, name: spec.pool });

/** It waited for its browser, and does not any more. */
export const stopsWaiting = (previous: BrowserSession | undefined, current: BrowserSession | undefined): boolean =>
  previous !== undefined && isStarting(previous) && !(current && isStarting(current));
