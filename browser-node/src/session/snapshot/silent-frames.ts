import type { Frame } from 'playwright-core';
import type { ActionContext } from '../context/action-context.js';
import { ask, nameOwner } from '../page-world/ask.js';
import { ifInTime } from '../waits/in-time.js';
import type { AriaNode } from './aria-node.js';
import { askFrames } from './ask-frames.js';
import { documentLimit } from './tree.js';

/** Patience with a busy frame. */
const patienceMs = 2000;

/** The frames that would block a tree. */
const silentFrames = async (context: ActionContext): Promise<ReadonlySet<Frame>> => {
  const { page } = context;
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  // The frames share the time for one document.
  const question = { most: { ...documentLimit, milliseconds: documentLimit.milliseconds / frames.length } };
  const silent = await askFrames(context, { frames, patienceMs }, (frame, limit) =>
    ask(frame, 'view', { question, limit }),
  );
  // A detached frame blocks nothing.
  return new Set(silent.filter((frame) => !frame.isDetached()));
};

/** Playwright finds a frame by the number in its name. No frame has this number. */
const prefix = `f${Number.MAX_SAFE_INTEGER}e`;

/** The skipped frames that the tree shows. Some frames are invisible. */
export const countPassedOver = (tree: readonly (AriaNode | string)[]): number => {
  let sum = 0;
  for (const node of tree)
    if (typeof node !== 'string') sum += (node.ref?.startsWith(prefix) ? 1 : 0) + countPassedOver(node.children ?? []);
  return sum;
};

type Make<T> = (silent: ReadonlySet<Frame>) => Promise<T>;

const makeOnce = async <T>(context: ActionContext, make: Make<T>): Promise<T> => {
  const silent = await silentFrames(context);
  const outermost = [...silent].filter((frame) => !silent.has(frame.parentFrame() as Frame));
  const nameAll = (nameOf: (at: number) => string | null) =>
    Promise.all(outermost.map((frame, at) => ifInTime(nameOwner(frame, nameOf(at)), patienceMs)));
  await nameAll((at) => `${prefix}${at}`);
  try {
    return await make(silent);
  } finally {
    await nameAll(() => null);
  }
};

/**
 * Makes trees without silent frames, for which Playwright would wait. Playwright stores an element's name on it and
 * reuses it. So a silent frame gets a name that matches no frame, and Playwright skips it. `make` gets the silent
 * frames. It runs again after a timeout, since a frame may hang after its answer.
 */
export const aroundSilentFrames = async <T>(context: ActionContext, make: Make<T>): Promise<T> => {
  try {
    return await makeOnce(context, make);
  } catch (error) {
    const tookTooLong = error instanceof Error && error.name === 'TimeoutError';
    if (!tookTooLong || context.deadline.remaining < patienceMs) throw error;
    return makeOnce(context, make);
  }
};
