import { type BrowserSession, StoreUnavailable } from '@tintype/crds';
import { NoPodAnswer, NoRespondersError, NotReached, TimeoutError } from '@tintype/runtime';

/** A program: what it has begun goes nowhere any more once it is dead, and no further while it sleeps. */
export interface Actor {
  readonly name: string;
  alive: boolean;
  /** Stalled, with whatever it has begun; its requests that are under way stand still, too. */
  isPaused: boolean;
  /** The session that its pass is about, if it makes one. */
  about?: BrowserSession | undefined;
  /** Of an api: it has asked a pod to confirm its session, and can't know whether the pod did. */
  isInDoubt?: boolean;
  /** Of an api: when it asked for a slot, others had them all. */
  foundNoSlot?: boolean;
}

/**
 * What becomes of a call to the outside. The last two take effect, or do so again, when the caller has given up; one that is
 * answered late has its caller wait: what a read says is old by then.
 */
export const callOutcomes = [
  'goes on',
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
  /** The part of a program that makes it, and the call: a row of the coverage table. */
  part: 'operator' | 'sweeper' | 'api' | 'pool';
  name: string;
  service: Service;
  /** It changes nothing, so nothing can come of it later. */
  isRead?: boolean;
  /** Ends the waiting for an answer; the request is under way all the same. */
  signal?: AbortSignal | undefined;
}

export interface Call {
  actor: Actor;
  request: Request;
  carryOut: (fate: CallOutcome) => Promise<void>;
  /** What its caller has got, when nothing went wrong. */
  answered?: { value: unknown } | { error: unknown };
}

/** A request that nobody waits for any more, or an answer that is still under way. */
export interface LateCall {
  text: string;
  make: () => Promise<unknown>;
}

/** So many calls to a service come to no good: those of one program, or of all; such of one name, or any. */
export interface Outage {
  service: Service;
  calls: number;
  /** What becomes of each: nothing that anybody hears of, by default. */
  outcome?: CallOutcome;
  actor?: Actor | undefined;
  name?: string;
}

/** What a call does, and who waits for it. */
interface PendingCall<T> {
  call: Call;
  work: () => Promise<T>;
  answer: PromiseWithResolvers<T>;
}

/** Every call of every program stops here until the explorer says what becomes of it. */
export class Gate {
  #waiting: Call[] = [];
  #late: LateCall[] = [];
  #outages: Outage[] = [];
  readonly #onError: (error: unknown) => void;

  /** @param thrown Hears of each error that a call comes to by itself, whatever its caller makes of that. */
  constructor(thrown: (error: unknown) => void) {
    this.#onError = thrown;
  }

  /** The calls that may go on, the oldest first. */
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
        const met = fate === 'goes on' ? this.#outcomeOf(call) : fate;
        return this.#carryOut(met, { call, work, answer });
      },
    };
    this.#waiting.push(call);
    request.signal?.addEventListener('abort', () => this.#abandon({ call, work, answer }));
    return answer.promise;
  }

  /** Does work of which nobody may tell what went wrong. */
  async reportingErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#onError(error);
      throw error;
    }
  }

  /** The next calls to a service come to no good. */
  cutOff(outage: Outage): void {
    this.#outages.push({ ...outage });
  }

  /** All services answer again. */
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
      case 'goes on':
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

  /** Its caller has left: the request may be done all the same, some time. */
  #abandon<T>({ call, work, answer }: PendingCall<T>): void {
    if (!this.#waiting.includes(call)) return;
    this.#waiting = this.#waiting.filter((each) => each !== call);
    if (!call.request.isRead) this.#late.push({ text: `${textOf(call)} takes effect late`, make: work });
    answer.reject(errorOf(call.request, 'unknown'));
  }

  /** Of one that nothing else happens to. */
  #outcomeOf({ actor, request }: Call): CallOutcome {
    const isMeant = (each: Outage) =>
      each.service === request.service &&
      (each.actor ?? actor) === actor &&
      (each.name ?? request.name) === request.name;
    const outage = this.#outages.find((each) => each.calls > 0 && isMeant(each));
    if (!outage) return 'goes on';
    outage.calls -= 1;
    return outage.outcome ?? 'times out';
  }
}

export const textOf = ({ actor, request }: Call): string => `${actor.name}: ${request.name}`;

/** What has come of a call that failed, as far as its caller can know. */
type Effect = 'none' | 'unknown';

/** As the real clients throw it, since programs go by that. */
const errorOf = ({ service, name }: Request, effect: Effect): Error => {
  const text = `the explorer's fault, effect ${effect}`;
  switch (service) {
    case 'store':
      return new StoreUnavailable(text, effect);
    case 'pods':
      return effect === 'none' ? new NotReached(text) : new NoPodAnswer(text);
    case 'ledger':
      return effect === 'none' ? new NoRespondersError(name) : new TimeoutError({ cause: text });
  }
};
