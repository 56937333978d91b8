import { StoreUnavailable } from '@tintype/crds';

/** What becomes of one call to the outside. */
export const fates = ['goes on', 'crash before', 'crash after', 'fails', 'times out', 'answer lost'] as const;
export type Fate = (typeof fates)[number];

/** A program: what it has begun goes nowhere any more once it is dead. */
export interface Actor {
  readonly name: string;
  alive: boolean;
}

export interface Call {
  actor: Actor;
  /** As in the coverage table: `store.updateStatus BrowserSession`. */
  name: string;
  /** A read has no effect that an answer could be lost of. */
  isRead: boolean;
  carryOut: (fate: Fate) => Promise<void>;
}

const crash = (actor: Actor) => {
  actor.alive = false;
};

/** Every call of every program stops here until the explorer says what becomes of it. */
export class Gate {
  #waiting: Call[] = [];

  /** The calls that wait, the oldest first. */
  get waiting(): readonly Call[] {
    this.#waiting = this.#waiting.filter(({ actor }) => actor.alive);
    return this.#waiting;
  }

  through<T>(actor: Actor, name: string, isRead: boolean, work: () => Promise<T>): Promise<T> {
    const answer = Promise.withResolvers<T>();
    if (!actor.alive) return answer.promise;
    const call: Call = {
      actor,
      name,
      isRead,
      carryOut: async (fate) => {
        this.#waiting = this.#waiting.filter((each) => each !== call);
        await carryOut(fate, actor, work, answer);
      },
    };
    this.#waiting.push(call);
    return answer.promise;
  }
}

const unavailable = (effect: 'none' | 'unknown') =>
  new StoreUnavailable(`the explorer's fault, effect ${effect}`, effect);

const carryOut = async <T>(fate: Fate, actor: Actor, work: () => Promise<T>, answer: PromiseWithResolvers<T>) => {
  switch (fate) {
    case 'goes on':
      return work().then(answer.resolve, answer.reject);
    case 'crash before':
      return crash(actor);
    case 'crash after':
      await work().catch(() => undefined);
      return crash(actor);
    case 'fails':
      return answer.reject(unavailable('none'));
    case 'times out':
      return answer.reject(unavailable('unknown'));
    case 'answer lost':
      await work().catch(() => undefined);
      return answer.reject(unavailable('unknown'));
  }
};
