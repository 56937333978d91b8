import type { BrowserSessionStatus } from './browser-session.js';

/** The condition `Ready` gives one of these reasons. */
export const saysReady = ({ conditions }: BrowserSessionStatus, reasons: readonly string[]): boolean =>
  conditions?.some(({ type, reason }) => type === 'Ready' && reasons.includes(reason)) ?? false;

/** An operator has written what the session comes to: all of it, in one write. People may have written a part. */
export const isFixed = ({ phase, closeReason, credits, counts }: BrowserSessionStatus): boolean =>
  closeReason !== undefined &&
  credits !== undefined &&
  (counts !== undefined || phase === 'Rejected' || phase === 'Failed');
