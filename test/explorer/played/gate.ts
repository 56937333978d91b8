import { type BrowserSession, StoreUnavailable } from '@tintype/crds';
import { NoPodAnswer, NoRespondersError, PodNotReached, TimeoutError } from '@tintype/runtime';

/** A program. Once dead, it does nothing more; while paused, nothing either. */
export interface Actor {
  readonly name: string;
  alive: boolean;
  /** Its requests in flight stop too. */
  isPaused: boolean;
  /** The session of its present pass. */
  about?: BrowserSession | undefined;
  /** An api asked a pod to confirm its session, and cannot know the result. */
  isInDoubt?: boolean;
  /** An api asked for a slot while other sessions had them all. */
  foundNoSlot?: boolean;
}

/**
 * What happens to an external call. The last two take effect (again) after the caller gave up. `is answered late` keeps
 * the caller waiting, so a read is stale by then.
 */
export const callOutcomes = [
  'proceeds',
  'crashes before',
  'crashes after',
  'fails',
  'times out',
  'answer lost',
  'is answered late',
  'takes effect late',
  'is repeated late',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export type Service = 'store' | 'ledger' | 'pods';

export interface Request {
  /** Together a row of the coverage table. */
  part: 'operator' | 'sweeper' | 'api' | 'pool';
  name: string;
  service: Service;
  /** Has no effect that could come late. */
  isRead?: boolean;
  /** Ends the wait, not the request. */
  signal?: AbortSignal | undefined;
}

export interface Call {
  actor: Actor;
  request: Request;
  carryOut: (fate: CallOutcome) => Promise<void>;
  /** The answer, if no fault struck. */
  answered?: { value: unknown } | { error: unknown };
}

/** An abandoned request, or an answer in transit. */
export interface LateCall {
  text: string;
  make: () => Promise<unknown>;
}

/** The next calls to a service fail. Optionally only those of one program or name. */
export interface Outage {
  service: Service;
  calls: number;
  /** Default: times out. */
  outcome?: CallOutcome;
  actor?: Actor | undefined;
  name?: string;
}

interface PendingCall<T> {
  call: Call;
  work: () => Promise<T>;
  answer: PromiseWithResolvers<T>;
}

/** Holds every call of every program until the explorer decides its outcome. */
export class Gate {
  #waiting: Call[] = [];
  #late: LateCall[] = [];
  #outages: Outage[] = [];
  readonly #onError: (error: unknown) => void;

  /** @param thrown gets each error of a call's own work */
  constructor(thrown: (error: unknown) => void) {
    this.#onError = thrown;
  }

  /** The calls that may proceed, oldest first. */
  get waiting(): readonly Call[] {
    return this.#waiting.filter(({ actor }) => actor.alive && !actor.isPaused);
  }

  get late(): readonly LateCall[] {
    return this.#late;
  }

  through<T>(actor: Actor, request: Request, asked: () => Promise<T>): Promise<T> {
    const work = () => this.reportingErrors(asked);
    const answer = Promise.withResolvers<T>();
    if (!actor.alive) return answer.promise;
    if (request.signal?.aborted) return Promise.reject(errorOf(request, 'none'));
    const call: Call = {
      actor,
      request,
      carryOut: (fate) => {
        this.#waiting = this.#waiting.filter((each) => each !== call);
        const met = fate === 'proceeds' ? this.#outcomeOf(call) : fate;
        return this.#carryOut(met, { call, work, answer });
      },
    };
    this.#waiting.push(call);
    request.signal?.addEventListener('abort', () => this.#abandon({ call, work, answer }));
    return answer.promise;
  }

  /** Reports every error of the work. */
  async reportingErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#onError(error);
      throw error;
    }
  }

  cutOff(outage: Outage): void {
    this.#outages.push({ ...outage });
  }

  endOutages(): void {
    this.#outages = [];
  }

  async carryOutLate(call: LateCall): Promise<void> {
    this.#late = this.#late.filter((each) => each !== call);
    await call.make().catch(() => undefined);
  }

  async #carryOut<T>(fate: CallOutcome, { call, work, answer }: PendingCall<T>): Promise<void> {
    const { actor, request } = call;
    const effective = () => work().then(undefined, () => undefined);
    const fail = (effect: Effect) => answer.reject(errorOf(request, effect));
    const later = () => this.#late.push({ text: `${textOf(call)} takes effect late`, make: work });
    switch (fate) {
      case 'proceeds':
        return work().then(
          (value) => {
            call.answered = { value };
            answer.resolve(value);
          },
          (error) => {
            call.answered = { error };
            answer.reject(error);
          },
        );
      case 'crashes before':
        actor.alive = false;
        return;
      case 'crashes after':
        await effective();
        actor.alive = false;
        return;
      case 'fails':
        return fail('none');
      case 'times out':
        return fail('unknown');
      case 'answer lost':
        await effective();
        return fail('unknown');
      case 'is answered late':
        return this.#answerLate({ call, work, answer });
      case 'takes effect late':
        later();
        return fail('unknown');
      case 'is repeated late':
        await effective();
        later();
        return fail('unknown');
    }
  }

  async #answerLate<T>({ call, work, answer }: PendingCall<T>): Promise<void> {
    const [outcome] = await Promise.allSettled([work()]);
    const make = async () =>
      outcome.status === 'fulfilled' ? answer.resolve(outcome.value) : answer.reject(outcome.reason);
    this.#late.push({ text: `${textOf(call)} is answered`, make });
  }

  /** The caller left; the request may still happen. */
  #abandon<T>({ call, work, answer }: PendingCall<T>): void {
    if (!this.#waiting.includes(call)) return;
    this.#waiting = this.#waiting.filter((each) => each !== call);
    if (!call.request.isRead) this.#late.push({ text: `${textOf(call)} takes effect late`, make: work });
    answer.reject(errorOf(call.request, 'unknown'));
  }

  /** The outcome without a fault of its own. */
  #outcomeOf({ actor, request }: Call): CallOutcome {
    const isMeant = (each: Outage) =>
      each.service === request.service &&
      (each.actor ?? actor) === actor &&
      (each.name ?? request.name) === request.name;
    const outage = this.#outages.find((each) => each.calls > 0 && isMeant(each));
    if (!outage) return 'proceeds';
    outage.calls -= 1;
    return outage.outcome ?? 'times out';
  }
}

export const textOf = ({ actor, request }: Call): string => `${actor.name}: ${request.name}`;

/** The effect of a failed call, as far as its caller can know. */
type Effect = 'none' | 'unknown';

/** Programs distinguish the errors of the real clients, so these are the same. */
const errorOf = ({ service, name }: Request, effect: Effect): Error => {
  const text = `the explorer's fault, effect ${effect}`;
  switch (service) {
    case 'store':
      return new StoreUnavailable(text, effect);
    case 'pods':
      return effect === 'none' ? new PodNotReached(text) : new NoPodAnswer(text);
    case 'ledger':
      return effect === 'none' ? new NoRespondersError(name) : new TimeoutError({ cause: text });
  }
};
