import type { Output } from '../run.js';

/** Bytes of a result for an account without a limit of its own: it is held in memory on its way. */
const ceiling = 128 * 2 ** 20;

/** Bytes of the largest result that an account can have. */
export const largestResult = (resultBytes: number | null): number => resultBytes ?? ceiling;

/**
 * And of the largest answer of text: what is not ASCII takes up to three times its bytes on its way from the page, and a
 * string is no longer than 512 MiB.
 */
export const largestText = (resultBytes: number | null): number => Math.min(largestResult(resultBytes), ceiling);

/** An answer of JSON as a file. */
export const jsonOutput = (answer: object): Output => ({
  contentType: 'application/json; charset=utf-8',
  body: Buffer.from(JSON.stringify(answer)),
});
