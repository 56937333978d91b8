import type { Frame } from 'playwright-core';
import type { ActionContext } from '../context/action-context.js';
import { callLimit } from '../elements/element.js';
import type { CallLimit } from '../page-world/ask.js';

/** However many there are, and whatever comes of them. */
const mostMs = 10_000;
/** Each that there is may keep the others waiting so long, before the first of them answers. */
const eachMs = 50;

/**
 * Asks frames all at once, and answers which are silent. Those of a page that has many answer one after another: one is
 * given up that has not answered so long after the last that has.
 */
export const askFrames = async (
  context: ActionContext,
  { frames, patienceMs }: { frames: readonly Frame[]; patienceMs: number },
  askIn: (frame: Frame, limit: CallLimit) => Promise<unknown>,
): Promise<Frame[]> => {
  const quiet = new AbortController();
  const patience = setTimeout(() => quiet.abort(), patienceMs + eachMs * frames.length);
  const { timeout, signal } = callLimit(context, mostMs);
  const limit = { timeout, signal: AbortSignal.any([signal, quiet.signal]) };
  const silent: Frame[] = [];
  const asked = frames.map((frame) =>
    askIn(frame, limit).then(
      () => void patience.refresh(),
      () => void silent.push(frame),
    ),
  );
  await Promise.all(asked);
  clearTimeout(patience);
  return silent;
};
