import {
  type BrowserSession,
  billingFinalizer,
  type Kind,
  type Kinds,
  type ResourceStore,
  recordFinalizer,
  type WatchEvent,
} from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { PlayedProcess } from '../played/played-process.js';

/** Before a call is sent, or after its effect and before its answer. */
export type Moment = 'before' | 'after';

// biome-ignore lint/suspicious/noExplicitAny: calls take any arguments
type Calls = Record<string, (...parameters: any[]) => Promise<unknown>>;

const phaseOf = (object: Kinds[Kind]): string =>
  object.kind === 'BrowserSession' ? ` ${(object as BrowserSession).status?.phase}` : '';

/** One call claims and releases. */
const purposeOf = ({ kind, metadata }: Kinds[Kind]): string => {
  if (kind !== 'Pod' && kind !== 'BrowserSession') return '';
  const isHeld = metadata.finalizers?.some((each) => each === recordFinalizer || each === billingFinalizer);
  return isHeld ? ', finalizer set' : ', finalizer removed';
};

/**
 * A program in this process that can die or stop like its own. Time, answers and calls pass only while it runs. Tests
 * can act at a call.
 */
export class SessionProcess extends PlayedProcess {
  readonly #strikes = new Map<string, () => void>();

  constructor(world: Clock) {
    super({ world, rate: 1, offset: 0 });
  }

  /** Acts at the next call with this name, such as `ledger.charge` or `update Pod`. */
  strike(call: string, moment: Moment, act: () => void): void {
    this.#strikes.set(`${moment} ${call}`, act);
  }

  /** The program's view of some calls. */
  link<T extends object, N extends keyof T & string>(name: string, outside: T, ...calls: N[]): Pick<T, N> {
    const all = outside as unknown as Calls;
    const linked = calls.map((call) => [
      call,
      (...parameters: unknown[]) => this.#through(`${name}.${call}`, () => all[call]!.apply(outside, parameters)),
    ]);
    return Object.fromEntries(linked);
  }

  linkStore(store: ResourceStore): ResourceStore {
    return {
      get: (kind, ...call) => this.#through(`get ${kind}`, () => store.get(kind, ...call)),
      list: (kind, ...call) => this.#through(`list ${kind}`, () => store.list(kind, ...call)),
      watch: (...call) => this.#hearWatch(store.watch(...call)),
      create: (kind, ...call) => this.#through(`create ${kind}`, () => store.create(kind, ...call)),
      update: (kind, object, options) =>
        this.#through(`update ${kind}${purposeOf(object)}`, () => store.update(kind, object, options)),
      updateStatus: (kind, object, options) =>
        this.#through(`status ${kind}${phaseOf(object)}`, () => store.updateStatus(kind, object, options)),
      delete: (kind, ...call) => this.#through(`delete ${kind}`, () => store.delete(kind, ...call)),
    };
  }

  async #through<T>(name: string, send: () => Promise<T>): Promise<T> {
    this.#meet(`before ${name}`);
    await this.hear(Promise.resolve());
    const answer = send();
    const met = () => this.#meet(`after ${name}`);
    answer.then(met, met);
    return this.hear(answer);
  }

  #meet(moment: string): void {
    const act = this.#strikes.get(moment);
    this.#strikes.delete(moment);
    act?.();
  }

  async *#hearWatch<T>(watch: AsyncIterable<WatchEvent<T>>): AsyncGenerator<WatchEvent<T>> {
    const events = watch[Symbol.asyncIterator]();
    for (let next = await this.hear(events.next()); !next.done; next = await this.hear(events.next())) yield next.value;
  }
}
