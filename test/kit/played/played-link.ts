import { type CallOptions, type ResourceStore, StoreUnavailable, Throttled, type WatchEvent } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import type { PlayedProcess } from './played-process.js';
import type { SeededRandom } from './seeded-random.js';

export const faultWeights = {
  none: 80,
  refused: 4,
  throttled: 2,
  'request lost': 3,
  'answer lost': 4,
  'answer an error': 4,
  'request late': 3,
} as const;

export type LinkFault = keyof typeof faultWeights;

export interface PlayedLinkOptions {
  world: Clock;
  process: PlayedProcess;
  store: ResourceStore;
  random: SeededRandom;
  /** No faults while false. */
  isBad: () => boolean;
  isAway: () => boolean;
}

type ElectionStore = Pick<ResourceStore, 'get' | 'list' | 'watch' | 'create' | 'update'>;

/** The longest delay of a request, also after its sender gave up; longer than a renew deadline. */
const latestMs = 14_000;

/** A store behind a lossy, slow network, for one played process. */
export const playedLink = (options: PlayedLinkOptions): ElectionStore => {
  const { store } = options;
  return {
    get: (kind, key, call) => carry(options, call, () => store.get(kind, key)),
    list: (kind, selector, call) => carry(options, call, () => store.list(kind, selector)),
    create: (kind, object, call) => carry(options, call, () => store.create(kind, object)),
    update: (kind, object, call) => carry(options, call, () => store.update(kind, object)),
    watch: (kind, call) => carryWatch(options, store.watch(kind, call), call.signal),
  };
};

const after = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => clock.after(milliseconds, resolve));

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

const unknown = () => new StoreUnavailable('The answer was lost.', 'unknown');

const carry = <T>(options: PlayedLinkOptions, call: CallOptions | undefined, work: () => Promise<T>): Promise<T> => {
  const { process, isAway, isBad, random } = options;
  const fault = isAway() ? 'refused' : isBad() ? random.weighted(faultWeights) : 'none';
  const ended = new Promise<never>((_resolve, reject) =>
    call?.signal?.addEventListener('abort', () => reject(unknown())),
  );
  return process.hear(Promise.race([ended, carriedWith(fault, options, work)]));
};

const carriedWith = async <T>(fault: LinkFault, options: PlayedLinkOptions, work: () => Promise<T>): Promise<T> => {
  const { world, random } = options;
  await after(world, random.between(0, 200));
  if (fault === 'refused') throw new StoreUnavailable('refused', 'none');
  if (fault === 'throttled') throw new Throttled('busy', 1000);
  if (fault === 'request lost') return await never();
  if (fault === 'request late') await after(world, random.between(0, latestMs));
  const answer = await work();
  await after(world, random.between(0, 200));
  if (fault === 'answer lost') return await never();
  if (fault === 'answer an error') throw unknown();
  return answer;
};

/** May end or fall silent at any event. */
async function* carryWatch<T>(
  { process, isBad, random }: PlayedLinkOptions,
  watch: AsyncIterable<WatchEvent<T>>,
  signal: AbortSignal,
): AsyncIterable<WatchEvent<T>> {
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  for await (const event of watch) {
    if (signal.aborted || (isBad() && random.chance(0.05))) return;
    if (isBad() && random.chance(0.05)) return await process.hear(ended);
    await process.hear(Promise.resolve());
    yield event;
  }
}
