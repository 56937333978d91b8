import type { KeyObject } from 'node:crypto';
import type { BatchWorkKind } from '@tintype/contracts';
import { z } from 'zod';
import { isAcceptedId } from './batch-ids.js';
import type { BatchKey, BatchLog, BatchUsage } from './batch-log.js';
import {
  type Accepted,
  type Attempt,
  acceptedSchema,
  attemptSchema,
  type BatchItem,
  batchItemSchema,
  type Finished,
  finishedSchema,
  type ItemEnd,
  itemEndSchema,
  type ShownItem,
  shownItemSchema,
  startedSchema,
} from './records.js';
import { RunFacts } from './run-facts.js';
import { SealedFacts } from './sealed-facts.js';

export interface NewBatch extends Omit<Accepted, 'pages' | 'pageItems' | 'notify' | 'total'> {
  notificationUri: string | undefined;
  items: readonly BatchItem[];
}

export interface BatchStoreOptions {
  log: BatchLog;
  masterKey: KeyObject;
}

/** The most bytes of JSON in a message of items. Messages may have 2 MiB, and sealing adds a third. */
const pageBytes = 512 * 1024;
const maxPageItems = 250;

/** How many items each message gets. */
const pageItemsOf = (items: readonly BatchItem[]): number => {
  const largest = Math.max(...items.map((item) => Buffer.byteLength(JSON.stringify(item))), 1);
  return Math.min(Math.max(Math.floor(pageBytes / largest), 1), maxPageItems);
};

/** The estimated bytes of an item's end or of an attempt: sealed, with subject, error and location. */
const factBytes = 800;
/** The estimated number of a batch's facts besides the ends of its items. */
const otherFacts = 20;

/** The most attempts that are read. A day has about 40 attempts, and clients can ask for 20 more days of them. */
const maxAttempts = 1000;

/** The durable state of batches. Every write can be repeated: a fact is written once, and the first one stays. */
export class BatchStore {
  readonly runs: RunFacts;
  readonly #log: BatchLog;
  readonly #facts: SealedFacts;

  constructor({ log, masterKey }: BatchStoreOptions) {
    this.#log = log;
    this.#facts = new SealedFacts(log, masterKey);
    this.runs = new RunFacts(this.#facts);
  }

  /**
   * Writes the items, then the record, then the work. So a record always has its items. A crash in between leaves the
   * request unanswered, and the client repeats it.
   */
  async accept(batchKey: BatchKey, { items, notificationUri, ...details }: NewBatch): Promise<void> {
    const pageItems = pageItemsOf(items);
    const pages = Array.from({ length: Math.ceil(items.length / pageItems) }, (_, page) =>
      this.#facts.seal(batchKey, `items.${page}`, items.slice(page * pageItems, (page + 1) * pageItems)),
    );
    const bytes = pages.reduce((sum, { length }) => sum + length, (items.length + otherFacts) * factBytes);
    // Write the size first, so that the bytes of a partly written batch count, too.
    await this.#log.write(batchKey, `stored.${bytes}`, {});
    for (const [page, text] of pages.entries()) await this.#log.write(batchKey, `items.${page}`, text);
    const notify = notificationUri === undefined ? null : this.#facts.seal(batchKey, 'notify', notificationUri);
    const accepted: Accepted = { ...details, total: items.length, pages: pages.length, pageItems, notify };
    await this.#log.write(batchKey, 'accepted', accepted);
    await this.queue('feed', batchKey);
  }

  queue(kind: BatchWorkKind, batchKey: BatchKey): Promise<void> {
    return this.#log.queue(kind, batchKey);
  }

  hasten(kind: BatchWorkKind, batchKey: BatchKey): Promise<void> {
    return this.#log.hasten(kind, batchKey);
  }

  queued(kind: BatchWorkKind, account: string): Promise<number> {
    return this.#log.queued(kind, account);
  }

  oldestQueuedAt(kind: BatchWorkKind): Promise<number | undefined> {
    return this.#log.oldestQueuedAt(kind);
  }

  usage(account: string): Promise<BatchUsage> {
    return this.#log.usage(account);
  }

  find(batchKey: BatchKey): Promise<Accepted | undefined> {
    return this.#facts.read(batchKey, 'accepted', acceptedSchema);
  }

  /** The ids of an account's accepted batches, newest first. */
  async batchesOf(account: string): Promise<string[]> {
    const batches = await this.#log.batchesWith(account, 'accepted');
    return batches.filter(isAcceptedId).sort().reverse();
  }

  /** The URL for the notification, unsealed; undefined if the client wants none. */
  notificationUri(batchKey: BatchKey, { notify }: Accepted): string | undefined {
    return notify === null ? undefined : z.string().parse(this.#facts.unseal(batchKey, 'notify', notify));
  }

  async items(batchKey: BatchKey, page: number): Promise<BatchItem[]> {
    const items = await this.#facts.readSealed(batchKey, `items.${page}`, z.array(batchItemSchema));
    if (!items) throw new Error(`The batch has no page ${page} of items.`);
    return items;
  }

  /**
   * Removes the options of a finished batch's items, and the facts that only its runs need. Corrects its stored size.
   */
  async removeOptions(batchKey: BatchKey, { pages, total }: Accepted): Promise<void> {
    if (pages === 0) return;
    await this.runs.removeAll(batchKey);
    let bytes = (total + otherFacts) * factBytes;
    for (let page = 0; page < pages; page += 1) {
      const shown = await this.#shownItems(batchKey, page);
      const text = this.#facts.seal(batchKey, `shown.${page}`, shown);
      bytes += text.length;
      await this.#log.write(batchKey, `shown.${page}`, text);
    }
    await this.#log.write(batchKey, `stored.${bytes}`, {});
    const sizes = await this.#log.readMany(batchKey, ['stored.*']);
    for (const name of sizes.keys()) if (name !== `stored.${bytes}`) await this.#log.remove(batchKey, name);
    await this.#log.remove(batchKey, 'items.*');
  }

  async #shownItems(batchKey: BatchKey, page: number): Promise<ShownItem[]> {
    const schema = z.array(shownItemSchema);
    const items = await this.#facts.readSealed(batchKey, `items.${page}`, schema);
    return items ?? (await this.#facts.readSealed(batchKey, `shown.${page}`, schema)) ?? [];
  }

  /** The items with numbers from `from` up to `to` (exclusive). */
  async itemsBetween(batchKey: BatchKey, { pageItems, total }: Accepted, [from, to]: [number, number]) {
    const last = Math.min(to, total);
    const first = Math.floor(from / pageItems);
    const found: ShownItem[] = [];
    for (let page = first; page * pageItems < last; page += 1) found.push(...(await this.#shownItems(batchKey, page)));
    return found.slice(from - first * pageItems, last - first * pageItems);
  }

  async start(batchKey: BatchKey): Promise<void> {
    await this.#log.write(batchKey, 'started', { at: new Date().toISOString() });
  }

  async startedAt(batchKey: BatchKey): Promise<string | undefined> {
    return (await this.#facts.read(batchKey, 'started', startedSchema))?.at;
  }

  /** Writes how an item ended, unless its end is stored. Answers the stored end. */
  async endItem(batchKey: BatchKey, item: number, end: ItemEnd): Promise<ItemEnd> {
    const name = `ended.${item}`;
    if (await this.#facts.writeSealed(batchKey, name, end)) return end;
    return (await this.#facts.readSealed(batchKey, name, itemEndSchema)) ?? end;
  }

  /**
   * The ends of items with numbers from `from` up to `to` (exclusive), by number. Items that have not ended are absent.
   * Without `mustBeComplete`, ends of the last second may be absent, too.
   */
  async ends(batchKey: BatchKey, [from, to]: [number, number], mustBeComplete = false): Promise<Map<number, ItemEnd>> {
    const names = Array.from({ length: Math.max(to - from, 0) }, (_, at) => `ended.${from + at}`);
    const found = await this.#log.readMany(batchKey, names);
    for (const name of mustBeComplete ? names.filter((each) => !found.has(each)) : [])
      found.set(name, await this.#log.read(batchKey, name));
    return new Map(
      [...found].map(([name, fact]) => {
        const end = itemEndSchema.parse(this.#facts.unseal(batchKey, name, fact));
        return [Number(name.slice('ended.'.length)), end] as const;
      }),
    );
  }

  async cancel(batchKey: BatchKey): Promise<void> {
    await this.#log.write(batchKey, 'cancelled', { at: new Date().toISOString() });
  }

  async isCancelled(batchKey: BatchKey): Promise<boolean> {
    return (await this.#log.read(batchKey, 'cancelled')) !== undefined;
  }

  /** Records that the batch is finished, unless that is recorded. Answers the stored record. */
  async finish(batchKey: BatchKey, finished: Finished): Promise<Finished> {
    if (await this.#log.write(batchKey, 'finished', finished)) return finished;
    return (await this.finished(batchKey)) ?? finished;
  }

  finished(batchKey: BatchKey): Promise<Finished | undefined> {
    return this.#facts.read(batchKey, 'finished', finishedSchema);
  }

  /** The attempts to notify the client, and the client's requests for another round; oldest first. */
  async attempts(batchKey: BatchKey): Promise<Attempt[]> {
    const found: Attempt[] = [];
    const stored = await this.#log.readMany(batchKey, ['attempt.*']);
    for (let at = 0; at < maxAttempts; at += 1) {
      const name = `attempt.${at}`;
      // `readMany` may lack the latest attempt, so read that from the stream's leader.
      const attempt = stored.get(name) ?? (await this.#log.read(batchKey, name));
      if (attempt === undefined) break;
      found.push(attemptSchema.parse(this.#facts.unseal(batchKey, name, attempt)));
    }
    return found;
  }

  /** Stores the attempt, and answers true. If another attempt has this number, answers false. */
  addAttempt(batchKey: BatchKey, number: number, attempt: Attempt): Promise<boolean> {
    const name = `attempt.${number}`;
    return this.#facts.writeSealed(batchKey, name, attempt);
  }
}
