import type { Output } from '../run.js';

/** Limit in bytes for accounts without a limit, because a result is held in memory. */
const ceiling = 128 * 2 ** 20;

/** The account's largest result in bytes. */
export const largestResult = (resultBytes: number | null): number => resultBytes ?? ceiling;

/** The largest text in bytes, at most `ceiling`. JSON from the page triples non-ASCII text, and a string holds 512 MiB. */
export const largestText = (resultBytes: number | null): number => Math.min(largestResult(resultBytes), ceiling);

export const jsonOutput = (answer: object): Output => ({
  contentType: 'application/json; charset=utf-8',
  body: Buffer.from(JSON.stringify(answer)),
});
