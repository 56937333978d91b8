import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { TintypeError } from '@tintype/contracts';
import type { MarkdownOptions } from './convert.js';

const convertMs = 10_000;
/** A page of 5 MiB takes 250. */
const memoryMb = 512;

const tooHard = (cause: unknown) =>
  new TintypeError(
    'result_too_large',
    `The Markdown did not become a page within ${(2 * convertMs) / 1000} s and ${memoryMb} MiB. Send less of it, or HTML.`,
    { cause },
  );

const convertOnce = async (text: string, options: MarkdownOptions, signal: AbortSignal): Promise<string> => {
  const worker = new Worker(new URL('./markdown-worker.js', import.meta.url), {
    workerData: { text, ...options },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  try {
    const [html] = await once(worker, 'message', { signal: AbortSignal.any([signal, AbortSignal.timeout(convertMs)]) });
    return html;
  } finally {
    void worker.terminate();
  }
};

/**
 * Converts Markdown in a thread of its own, which hostile text cannot keep: first with colours in its code, then without.
 * Throws `result_too_large`, and the signal's reason.
 */
export const convertApart = async (
  text: string,
  options: Omit<MarkdownOptions, 'highlight'>,
  signal: AbortSignal,
): Promise<string> => {
  for (const highlight of [true, false]) {
    try {
      return await convertOnce(text, { ...options, highlight }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!highlight) throw tooHard(error);
    }
  }
  throw tooHard(undefined);
};
