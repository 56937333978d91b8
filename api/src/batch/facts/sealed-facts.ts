import type { KeyObject } from 'node:crypto';
import { seal, unseal } from '@tintype/contracts';
import { z } from 'zod';
import type { BatchKey, BatchLog } from './batch-log.js';

/**
 * Reads facts of a log by their schemas, and writes them. `readSealed` and `writeSealed` are for facts that may have
 * secrets: passwords in options, or tokens in URLs and messages.
 */
export class SealedFacts {
  readonly log: BatchLog;
  readonly #masterKey: KeyObject;

  constructor(log: BatchLog, masterKey: KeyObject) {
    this.log = log;
    this.#masterKey = masterKey;
  }

  /** Writes the fact, and answers true. If the batch has a fact of this name, keeps that one and answers false. */
  writeSealed(batchKey: BatchKey, name: string, value: unknown): Promise<boolean> {
    return this.log.write(batchKey, name, this.seal(batchKey, name, value));
  }

  async read<T>(batchKey: BatchKey, name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const fact = await this.log.read(batchKey, name);
    return fact === undefined ? undefined : schema.parse(fact);
  }

  async readSealed<T>(batchKey: BatchKey, name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const fact = await this.log.read(batchKey, name);
    return fact === undefined ? undefined : schema.parse(this.unseal(batchKey, name, fact));
  }

  seal({ account, batch }: BatchKey, name: string, value: unknown): string {
    return seal(this.#masterKey, { account, secretId: `${batch}.${name}` }, JSON.stringify(value));
  }

  unseal({ account, batch }: BatchKey, name: string, fact: unknown): unknown {
    return JSON.parse(unseal(this.#masterKey, { account, secretId: `${batch}.${name}` }, z.string().parse(fact)));
  }
}
