import type { Frame } from 'playwright-core';
import type { ActionContext } from '../context/action-context.js';
import { callLimit } from '../elements/element.js';
import type { CallLimit } from '../page-world/ask.js';

/** Limit in all, however many frames there are. */
const maxMs = 10_000;
/** Each frame adds this time to the patience. */
const perFrameMs = 50;

/**
 * Asks all frames, and returns those that stay silent. Frames of a large page answer one after another, so the patience
 * counts from the last answer.
 */
export const askFrames = async (
  context: ActionContext,
  { frames, patienceMs }: { frames: readonly Frame[]; patienceMs: number },
  askIn: (frame: Frame, limit: CallLimit) => Promise<unknown>,
): Promise<Frame[]> => {
  const quiet = new AbortController();
  const patience = setTimeout(() => quiet.abort(), patienceMs + perFrameMs * frames.length);
  const { timeout, signal } = callLimit(context, maxMs);
  const limit = { timeout, signal: AbortSignal.any([signal, quiet.signal]) };
  const silent: Frame[] = [];
  const asking = frames.map((frame) =>
    askIn(frame, limit).then(
      () => void patience.refresh(),
      () => void silent.push(frame),
    ),
  );
  await Promise.all(asking);
  clearTimeout(patience);
  return silent;
};
