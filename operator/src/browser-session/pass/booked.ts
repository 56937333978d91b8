import { type BrowserSession, isFixed } from '@tintype/crds';
import { findCondition } from '../../controller/conditions.js';

/** Closed after its charge was written, or when there was none to write; and not by a person who wrote `Closed`. */
export const isBooked = ({ status }: BrowserSession): boolean => {
  const reason = findCondition(status?.conditions, 'Ready')?.reason;
  return status?.phase === 'Closed' && isFixed(status) && (reason === 'Charged' || reason === 'NotCharged');
};
