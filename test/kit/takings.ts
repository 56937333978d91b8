import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Answer } from './service.js';

/** What clients were given and what they were told that it cost, as they counted it themselves. */
export class Takings {
  /** By SHA-256 of the bytes, so each picture of the tests must be another one. */
  readonly #results = new Set<string>();
  #credits = 0;
  /** Charges of results that reached nobody, because the api died between the charge and the answer. */
  undelivered = 0;
  /** Results whose bytes lie there without a record, because the api that stored them died before it wrote one. */
  orphans = 0;

  get results(): number {
    return this.#results.size;
  }

  get credits(): number {
    return this.#credits;
  }

  /** Notes an answer; throws when its bytes are not what its ETag says. */
  add({ status, headers, body }: Answer): void {
    if (status !== 200) return;
    const sha256 = createHash('sha256').update(body).digest('hex');
    assert.equal(headers.get('etag'), `"${sha256}"`, 'the bytes of an answer are those of its ETag');
    this.#results.add(sha256);
    this.#credits += Number(headers.get('x-credits-charged'));
  }
}
