import { ifInTime } from '@tintype/runtime';
import type { Frame } from 'playwright-core';
import type { ActionContext } from '../context/action-context.js';
import { ask, nameOwner } from '../page-world/ask.js';
import type { AriaNode } from './aria-node.js';
import { askFrames } from './ask-frames.js';
import { documentLimit } from './tree.js';

const patienceMs = 2000;

const silentFrames = async (context: ActionContext): Promise<ReadonlySet<Frame>> => {
  const { page } = context;
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  // All frames share the time for one document.
  const question = { bound: { ...documentLimit, milliseconds: documentLimit.milliseconds / frames.length } };
  const silent = await askFrames(context, { frames, patienceMs }, (frame, limit) =>
    ask(frame, 'view', { question, limit }),
  );
  return new Set(silent.filter((frame) => !frame.isDetached()));
};

/** The beginning of a ref. Playwright finds frames by their number, and no frame has this number. */
const prefix = `f${Number.MAX_SAFE_INTEGER}e`;

export const countSkipped = (tree: readonly (AriaNode | string)[]): number => {
  let sum = 0;
  for (const node of tree)
    if (typeof node !== 'string') sum += (node.ref?.startsWith(prefix) ? 1 : 0) + countSkipped(node.children ?? []);
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
 * Makes trees without silent frames, for which Playwright would wait. Playwright reuses the name that it stored on an
 * element. A name that matches no frame makes Playwright skip the element. `make` runs again after a timeout, since a
 * frame may hang later.
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
