/** A reconcile failed in a way that the same object would meet again: it is logged, and not retried until something changes. */
export class TerminalError extends Error {
  override name = 'TerminalError';
}
