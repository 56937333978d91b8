import { isServiceFailure, limits, TintypeError } from '@tintype/contracts';
import { Backoff, pause } from '@tintype/runtime';
import { guessMs } from '../../account-storage/upload-faults.js';
import type { BatchKey } from '../facts/batch-log.js';
import type { Accepted, Tried } from '../facts/records.js';
import type { BatchRunOptions, RunSignals } from './batch-run.js';
import { type ItemOrder, type ItemOutcome, isGuess, maxTries } from './item-attempt.js';
import { isUnanswered, type StorageOutage } from './storage-outage.js';

export interface PendingItem extends Pick<ItemOrder, 'number' | 'item'> {
  accepted: Accepted;
  /** How many apis died while they rendered the item. */
  deaths: number;
  /** The last failed attempt that an earlier run recorded. */
  tried: Tried | undefined;
}

interface EndedItem {
  outcome: ItemOutcome;
  attempts: number;
}

export interface ItemRunOptions {
  options: Omit<BatchRunOptions, 'onEnd'>;
  batchKey: BatchKey;
  /** `draining` also aborts when the run of the batch ends early. The item then has no outcome. */
  signals: RunSignals;
  outage: StorageOutage;
  /** Aborts when the batch is cancelled. */
  withdrawn: AbortSignal;
  /** The answer may be half a second old. */
  wasCancelled: () => Promise<boolean>;
  /** Shows clients whether the account's storage answers. */
  showPause: () => Promise<void>;
  pending: PendingItem;
}

const retryDelays = { firstMs: 1000, maxMs: 30_000 };
/** After two crashes of apis that rendered the item, it is a suspect. Suspects run one at a time. */
const suspectDeaths = 2;
/** A suspect fails after three more crashes. */
const maxDeaths = suspectDeaths + 3;
/** While the storage does not answer, waiting items ask at least every 5 s whether their batch is cancelled. */
const maxWaitMs = 5000;

const failed = (code: TintypeError['code'], message: string): ItemOutcome => ({
  status: 'failed',
  error: { code, message },
});

const cancelled: ItemOutcome = { status: 'cancelled' };

const tooLate = failed(
  'timeout',
  `The item was not done ${limits.batchSeconds / 86_400} days after its batch was accepted. Send it again in a new batch.`,
);

const tooManyCrashes = failed(
  'render_failed',
  `The service ended ${maxDeaths} times while it processed this item. Leave the item out, and report it.`,
);

/** The account's record cannot be read now: the batch is delivered again later. */
export class AccountAway extends Error {
  override name = 'AccountAway';
}

/** Tries one item of a batch until it has an outcome. */
export class ItemRun {
  readonly #parts: ItemRunOptions;
  /**
   * The number of failed attempts by error code. Attempts that uploaded nothing, because the store had just refused
   * other files, count as `guess`.
   */
  readonly #failures = new Map<string, number>();
  /** Number of the last outage of the storage that counted as a failed attempt; -1 before the first. */
  #lastCountedOutage = -1;
  /** The failure of the last attempt, which leads to another attempt. */
  #failure = new TintypeError('internal');
  /** The last failed attempt, as clients see it. */
  #tried: Tried | undefined;

  constructor(parts: ItemRunOptions) {
    this.#parts = parts;
    this.#tried = parts.pending.tried;
  }

  get number(): number {
    return this.#parts.pending.number;
  }

  /**
   * Resolves with how the item ended. `release` frees the first turn. Between attempts, the item has no turn. Throws
   * the reason of a signal, or AccountAway.
   */
  async run(release: () => void): Promise<EndedItem> {
    const { options, signals, withdrawn } = this.#parts;
    const wake = AbortSignal.any([signals.draining, withdrawn]);
    const backoff = new Backoff(retryDelays);
    let releaseTurn = release;
    for (let attempts = (this.#tried?.attempts ?? 0) + 1; ; attempts += 1) {
      try {
        const earlyOutcome = await this.#earlyEnd();
        if (earlyOutcome) return { outcome: earlyOutcome, attempts: attempts - 1 };
        return { outcome: await this.#attempt(), attempts };
      } catch (error) {
        const end = this.#endedBy(error, attempts);
        if (end) return end;
      } finally {
        releaseTurn();
      }
      await this.#noteTry(attempts);
      await pause(options.clock, Math.max(backoff.next(), isGuess(this.#failure) ? guessMs : 0), wake);
      releaseTurn = await this.takeTurn();
    }
  }

  /**
   * Waits for a turn, and resolves with a function that ends it. Cancelled and invalid items need no turn. A suspect
   * first waits, without a turn, until no other suspect runs.
   */
  async takeTurn(): Promise<() => void> {
    const { signals, withdrawn } = this.#parts;
    const { draining } = signals;
    draining.throwIfAborted();
    if (this.#refusal() || (await this.#wasCancelledDuringOutage())) return () => undefined;
    try {
      return await this.#waitForTurn(AbortSignal.any([draining, withdrawn]));
    } catch (error) {
      if (withdrawn.aborted && error === withdrawn.reason) return () => undefined;
      throw error;
    }
  }

  /** Throws the signal's reason. */
  async #waitForTurn(signal: AbortSignal): Promise<() => void> {
    const { options, batchKey, pending } = this.#parts;
    const { turns, suspectTurns, accountOf } = options;
    const limit = accountOf(batchKey.account)?.limits.concurrentRenders ?? undefined;
    if (pending.deaths < suspectDeaths) return turns.take(batchKey, signal, limit);
    const releaseSuspectTurn = await suspectTurns.take(batchKey, signal);
    try {
      const release = await turns.take(batchKey, signal, limit);
      return () => {
        release();
        releaseSuspectTurn();
      };
    } catch (error) {
      releaseSuspectTurn();
      throw error;
    }
  }

  /** Waits while the account's storage does not answer. Answers whether the batch was cancelled before or meanwhile. */
  async #wasCancelledDuringOutage(): Promise<boolean> {
    const { options, signals, outage, wasCancelled } = this.#parts;
    const { clock } = options;
    for (;;) {
      if (await wasCancelled()) return true;
      const waitMs = outage.wait(clock.now());
      if (waitMs === 0) return false;
      await pause(clock, Math.min(waitMs, maxWaitMs), signals.draining);
      signals.draining.throwIfAborted();
    }
  }

  /** Why no attempt can succeed, judged by the account's current record. */
  #refusal(): ItemOutcome | undefined {
    const { options, batchKey, pending } = this.#parts;
    const account = options.accountOf(batchKey.account);
    if (!account) return undefined;
    try {
      options.check({ account, endpoint: pending.accepted.endpoint, item: pending.item });
      return undefined;
    } catch (error) {
      if (!(error instanceof TintypeError)) throw error;
      return failed(error.code, error.message);
    }
  }

  /** The outcome of an item that gets no further attempt; undefined: attempt it. */
  async #earlyEnd(): Promise<ItemOutcome | undefined> {
    const { options, batchKey, outage, pending } = this.#parts;
    const { store, clock, log } = options;
    const { accepted, number, deaths } = pending;
    if (await store.isCancelled(batchKey)) return cancelled;
    if (clock.now() > Date.parse(accepted.acceptedAt) + limits.batchSeconds * 1000) return tooLate;
    const fault = outage.faultOf(clock.now());
    if (fault) return failed(fault.code, fault.message);
    if (deaths < maxDeaths) return this.#refusal();
    log.error({ ...batchKey, number, deaths }, `failing a batch item: ${deaths} apis crashed while they rendered it`);
    return tooManyCrashes;
  }

  async #attempt(): Promise<ItemOutcome> {
    const { options, batchKey, outage, pending } = this.#parts;
    const outcome = await options.marks.withMark(batchKey, pending.number, () => this.#render());
    outage.end();
    return outcome;
  }

  #render(): Promise<ItemOutcome> {
    const { options, batchKey, signals, withdrawn, pending } = this.#parts;
    const { accepted, number, item } = pending;
    const account = options.accountOf(batchKey.account);
    if (!account) throw new AccountAway('The account of a batch cannot be read.');
    const { endpoint } = accepted;
    const acceptedAt = Date.parse(accepted.acceptedAt);
    return options.render({ batchKey, account, endpoint, acceptedAt, number, item, withdrawn }, signals.ending);
  }

  /** How the item ends with this failure; undefined if it is tried again. */
  #endedBy(error: unknown, attempts: number): EndedItem | undefined {
    const { withdrawn } = this.#parts;
    // The batch was cancelled before a node began this attempt, so the attempt does not count.
    if (withdrawn.aborted && error === withdrawn.reason) return { outcome: cancelled, attempts: attempts - 1 };
    const failure = this.#failureOf(error);
    if (this.#countsAsLast(failure)) return { outcome: failed(failure.code, failure.message), attempts };
    this.#failure = failure;
    return undefined;
  }

  /**
   * Records a failed attempt. Without the record, clients would see an item that has not begun. If NATS does not store
   * the record, the next attempt's record counts this attempt, too.
   */
  async #noteTry(attempts: number): Promise<void> {
    const { options, batchKey, showPause } = this.#parts;
    const earlier = this.#tried;
    const { code, message } = this.#failure;
    this.#tried = { attempts, error: { code, message } };
    try {
      await options.store.runs.noteTry(batchKey, this.number, this.#tried, earlier);
      await showPause();
    } catch (err) {
      options.log.info({ err, ...batchKey, number: this.number }, 'cannot record the failed attempt of a batch item');
    }
  }

  /** Removes the record of the last failed attempt. Call it once the item has ended. */
  async forgetTry(): Promise<void> {
    const { options, batchKey } = this.#parts;
    if (!this.#tried) return;
    await options.store.runs
      .forgetTry(batchKey, this.number, this.#tried)
      .catch((err: unknown) =>
        options.log.info({ err, ...batchKey }, 'cannot delete the failed attempt of a batch item'),
      );
  }

  /**
   * The failure as an error of the catalogue. Throws errors that are no failure of the item: the end of the run, or an
   * unreadable account.
   */
  #failureOf(error: unknown): TintypeError {
    const { options, batchKey, signals, pending } = this.#parts;
    signals.ending.throwIfAborted();
    if (error instanceof AccountAway) throw error;
    const failure = error instanceof TintypeError ? error : new TintypeError('internal', undefined, { cause: error });
    const about = { ...batchKey, number: pending.number, code: failure.code };
    if (isServiceFailure(failure.code))
      options.log.warn({ err: failure.cause ?? failure, ...about }, 'a batch item failed');
    return failure;
  }

  /**
   * Counts the failure. True if the item fails with it, false if the item is tried again. All attempts during one
   * outage of the account's storage count as one.
   */
  #countsAsLast(failure: TintypeError): boolean {
    const { outage, options } = this.#parts;
    if (isUnanswered(failure)) {
      outage.noteFailure(failure, options.clock.now());
      if (this.#lastCountedOutage === outage.number) return false;
      this.#lastCountedOutage = outage.number;
    } else if (failure.code === 'storage_failed') outage.end();
    const countedAs = isGuess(failure) ? 'guess' : failure.code;
    const count = (this.#failures.get(countedAs) ?? 0) + 1;
    this.#failures.set(countedAs, count);
    return count >= maxTries(failure);
  }
}
