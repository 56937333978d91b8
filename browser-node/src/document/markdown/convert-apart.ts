import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { TintypeError } from '@tintype/contracts';
import { race } from '@tintype/runtime';
import type { MarkdownOptions } from './convert.js';

const convertMs = 10_000;
/** The most memory of a conversion. A page of 5 MiB takes 250 MiB. */
const memoryMb = 512;
const maxConversions = 2;

const mebibyte = 2 ** 20;
/** References to links repeat their URLs. Above 100 MiB in one message, Chromium closes its pipe and ends. */
const maxPageMb = 16;

const tooLarge = () =>
  new TintypeError(
    'result_too_large',
    `The Markdown became a page of more than ${maxPageMb} MiB. Send less of it, or repeat fewer references to long links.`,
  );

const tooHard = (cause: unknown) =>
  new TintypeError(
    'result_too_large',
    `The Markdown did not become a page within ${(2 * convertMs) / 1000} s and ${memoryMb} MiB. Send less of it, or HTML.`,
    { cause },
  );

const convertOnce = async (text: string, options: MarkdownOptions, signal: AbortSignal): Promise<string> => {
  const worker = new Worker(new URL('./markdown-worker.js', import.meta.url), {
    workerData: { text, maxBytes: maxPageMb * mebibyte, ...options },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  // `once` listens until the signal aborts; a worker that then reaches its memory limit would end this process.
  worker.on('error', () => undefined);
  try {
    const [html] = await once(worker, 'message', { signal: AbortSignal.any([signal, AbortSignal.timeout(convertMs)]) });
    if (html === null) throw tooLarge();
    return html;
  } finally {
    await worker.terminate();
  }
};

type Options = Omit<MarkdownOptions, 'highlight'>;

const convert = async (text: string, options: Options, signal: AbortSignal): Promise<string> => {
  for (const highlight of [true, false]) {
    signal.throwIfAborted();
    try {
      return await convertOnce(text, { ...options, highlight }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!highlight) throw error instanceof TintypeError ? error : tooHard(error);
    }
  }
  throw tooHard(undefined);
};

interface Waiting {
  account: string;
  begin: () => void;
}

/**
 * The conversions of a node: two at once, so that they take 1 GiB at most. The others wait in line. An account gets
 * the second place only while no other account waits.
 */
export class MarkdownConverter {
  /** The account of each running conversion. */
  readonly #running: string[] = [];
  readonly #waiting: Waiting[] = [];

  /**
   * Converts Markdown in a thread of its own, which ends after 10 s, even for hostile text. If colours in code fail, a
   * second thread converts without them. Throws `result_too_large`, and the signal's reason.
   */
  async convert(account: string, text: string, options: Options, signal: AbortSignal): Promise<string> {
    await this.#enter(account, signal);
    // The thread of a request that left keeps its place until it has ended.
    const page = convert(text, options, signal).finally(() => this.#leave(account));
    return race(page, signal);
  }

  async #enter(account: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve } = Promise.withResolvers<void>();
    const place = { account, begin: resolve };
    this.#waiting.push(place);
    this.#beginNext();
    try {
      await race(promise, signal);
    } catch (error) {
      const at = this.#waiting.indexOf(place);
      if (at >= 0) this.#waiting.splice(at, 1);
      // The request got its place between the abort and this line.
      else this.#leave(account);
      throw error;
    }
  }

  #leave(account: string): void {
    this.#running.splice(this.#running.indexOf(account), 1);
    this.#beginNext();
  }

  #beginNext(): void {
    if (this.#running.length >= maxConversions) return;
    const ofIdleAccount = this.#waiting.findIndex(({ account }) => !this.#running.includes(account));
    const [next] = this.#waiting.splice(Math.max(ofIdleAccount, 0), 1);
    if (!next) return;
    this.#running.push(next.account);
    next.begin();
  }
}
