import type { BatchKey } from './batch-log.js';
import { type Paused, pausedSchema, type Tried, triedSchema } from './records.js';
import type { SealedFacts } from './sealed-facts.js';

/** An item that a process has in work. */
export interface ItemMark {
  item: number;
  /** The UUID of the process. */
  process: string;
}

const triedName = (item: number, { attempts }: Tried) => `tried.${item}-${attempts}`;

/** The item and the rest of a name such as `begun.<item>-<rest>`. */
const partsOfName = (name: string): [item: number, rest: string] => {
  const [item, rest = ''] = name.slice(name.indexOf('.') + 1).split(/-(.*)/);
  return [Number(item), rest];
};

/** Facts of an unfinished batch, which its later runs and its client read. */
export class RunFacts {
  readonly #facts: SealedFacts;

  constructor(facts: SealedFacts) {
    this.#facts = facts;
  }

  async mark(batchKey: BatchKey, { item, process }: ItemMark): Promise<void> {
    await this.#facts.log.write(batchKey, `begun.${item}-${process}`, {});
  }

  unmark(batchKey: BatchKey, { item, process }: ItemMark): Promise<void> {
    return this.#facts.log.remove(batchKey, `begun.${item}-${process}`);
  }

  async marks(batchKey: BatchKey): Promise<ItemMark[]> {
    const found = await this.#facts.log.readMany(batchKey, ['begun.*']);
    return [...found.keys()].map((name) => {
      const [item, process] = partsOfName(name);
      return { item, process };
    });
  }

  /**
   * Records that the item waits for another attempt. Removes `earlier`, the record of the item's attempt before.
   */
  async noteTry(batchKey: BatchKey, item: number, tried: Tried, earlier?: Tried): Promise<void> {
    await this.#facts.writeSealed(batchKey, triedName(item, tried), tried);
    if (earlier) await this.forgetTry(batchKey, item, earlier);
  }

  forgetTry(batchKey: BatchKey, item: number, tried: Tried): Promise<void> {
    return this.#facts.log.remove(batchKey, triedName(item, tried));
  }

  /**
   * The latest failures of items that wait for another attempt, by the item's number. Failures of the last second may
   * be missing.
   */
  async tries(batchKey: BatchKey): Promise<Map<number, Tried>> {
    const latest = new Map<number, Tried>();
    for (const [name, fact] of await this.#facts.log.readMany(batchKey, ['tried.*'])) {
      const [item] = partsOfName(name);
      const tried = triedSchema.parse(this.#facts.unseal(batchKey, name, fact));
      if (tried.attempts > (latest.get(item)?.attempts ?? 0)) latest.set(item, tried);
    }
    return latest;
  }

  /** Records that the batch is paused. The first record stays. */
  async pause(batchKey: BatchKey, paused: Paused): Promise<void> {
    await this.#facts.writeSealed(batchKey, 'paused', paused);
  }

  resume(batchKey: BatchKey): Promise<void> {
    return this.#facts.log.remove(batchKey, 'paused');
  }

  paused(batchKey: BatchKey): Promise<Paused | undefined> {
    return this.#facts.readSealed(batchKey, 'paused', pausedSchema);
  }

  /** How many batches of all accounts are paused. */
  countPaused(): Promise<number> {
    return this.#facts.log.count('paused');
  }

  /** Records that the batch's work is parked: no run begins until the queue delivers it again. */
  async park(batchKey: BatchKey): Promise<void> {
    await this.#facts.log.write(batchKey, 'parked', {});
  }

  unpark(batchKey: BatchKey): Promise<void> {
    return this.#facts.log.remove(batchKey, 'parked');
  }

  async isParked(batchKey: BatchKey): Promise<boolean> {
    return (await this.#facts.log.read(batchKey, 'parked')) !== undefined;
  }

  async removeAll(batchKey: BatchKey): Promise<void> {
    for (const name of ['begun.*', 'tried.*', 'paused', 'parked']) await this.#facts.log.remove(batchKey, name);
  }
}
