import type { Output } from '../run.js';

/** An answer of JSON as a file. */
export const jsonOutput = (answer: object): Output => ({
  contentType: 'application/json; charset=utf-8',
  body: Buffer.from(JSON.stringify(answer)),
});
