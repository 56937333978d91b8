import type { Frame } from 'playwright-core';
import type { ActionContext } from '../context/action-context.js';
import { ask, nameOwner } from '../page-world/ask.js';
import { ifInTime } from '../waits/in-time.js';
import type { AriaNode } from './aria-node.js';
import { askFrames } from './ask-frames.js';
import { documentLimit } from './tree.js';

/** A frame that is only busy has so long to answer. */
const patienceMs = 2000;

/** Those that keep a tree waiting. */
const silentFrames = async (context: ActionContext): Promise<ReadonlySet<Frame>> => {
  const { page } = context;
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  // They all have their turn while a page is read.
  const question = { most: { ...documentLimit, milliseconds: documentLimit.milliseconds / frames.length } };
  const silent = await askFrames(context, { frames, patienceMs }, (frame, limit) =>
    ask(frame, 'view', { question, limit }),
  );
  // One that has gone keeps nobody waiting.
  return new Set(silent.filter((frame) => !frame.isDetached()));
};

/** Playwright looks for a frame by the number in its name, and there is none of this number. */
const prefix = `f${Number.MAX_SAFE_INTEGER}e`;

/** How many frames a tree shows that were passed over; not all that a page has are to be seen. */
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
 * Makes trees without what is in frames that do not answer: Playwright waits for each that it finds. What it calls an element
 * it keeps beside that, and takes what is there: one with the name of none is passed over. `make` gets what is not to be asked;
 * where it takes too long, as when a frame has answered and hangs only then, it has another try.
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
