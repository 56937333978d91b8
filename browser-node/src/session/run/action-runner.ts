import {
  type ActionCounts,
  limits,
  type SessionAction,
  type SessionActionType,
  TintypeError,
} from '@tintype/contracts';
import { Deadline, KeyedMutex, race } from '@tintype/runtime';
import type { ExplainHost } from '../../capture/load/navigation-error.js';
import type { SessionBrowser } from '../browser/session-browser.js';
import { actionErrorFrom } from '../context/action-error.js';

export class ActionCounter {
  readonly #byType: Record<string, { total: number; success: number; error: number }> = {};

  add(type: SessionActionType, outcome: 'success' | 'error'): void {
    const counts = this.#byType[type] ?? { total: 0, success: 0, error: 0 };
    this.#byType[type] = counts;
    counts.total += 1;
    counts[outcome] += 1;
  }

  get totals(): ActionCounts {
    const sum = { actions: 0, success: 0, error: 0 };
    for (const { total, success, error } of Object.values(this.#byType)) {
      sum.actions += total;
      sum.success += success;
      sum.error += error;
    }
    return { ...sum, byType: structuredClone(this.#byType) };
  }
}

export class ActionTurns {
  readonly #maxWaiting: number;
  readonly #turns = new KeyedMutex();
  #underWay = 0;

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** `work` starts at its turn. Throws `rate_limited` if too many wait, or the signal's reason if it aborts before. */
  async take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    // One of the actions runs and does not wait.
    if (this.#underWay > this.#maxWaiting)
      throw new TintypeError(
        'rate_limited',
        `${this.#maxWaiting} actions of this session are waiting already. Send this one later.`,
      );
    this.#underWay += 1;
    const begin = async () => {
      signal.throwIfAborted();
      return work();
    };
    try {
      return await this.#turns.run('actions', begin, signal);
    } finally {
      this.#underWay -= 1;
    }
  }
}

export type Outcome = 'success' | 'error';

export interface ActionRunnerOptions {
  browser: SessionBrowser;
  explain: ExplainHost;
  /** Aborted when the session is over, with the error for waiting callers. */
  over: AbortSignal;
  /** Called once for each started action, also in a batch. */
  onDone: (type: SessionActionType, outcome: Outcome) => void;
}

export interface Caller {
  /** Total time the caller waits. */
  deadlineMs: number | undefined;
  /** Bytes of JSON that the caller accepts, if fewer than the general limit. */
  answerBytes: number | undefined;
  /** Aborted when the caller disconnects. */
  callerLeft: AbortSignal;
  waitForSpace: () => Promise<void>;
  /** Called after each step of a batch. */
  onStep?: (() => void) | undefined;
}

interface Waiter extends Pick<Caller, 'onStep' | 'answerBytes'> {
  ending: AbortSignal;
}

type Running = Pick<SessionAction, 'type'>;

const neverBegan = () =>
  new TintypeError(
    'timeout',
    'The action never started: it waited for its turn until its time was up. Send it again after the earlier actions.',
  );

export class ActionRunner {
  readonly #options: ActionRunnerOptions;
  readonly #turns = new ActionTurns(limits.waitingActions);
  /** Actions in progress: a batch and its current step. */
  readonly #running = new Set<Running>();
  /** Work that the previous action left running. */
  #leftover: Promise<unknown> = Promise.resolve();

  constructor(options: ActionRunnerOptions) {
    this.#options = options;
  }

  /** Loads the code of actions, for the first action or before it. */
  load = () => import('./run-action.js');

  async act(body: unknown, { deadlineMs, answerBytes, callerLeft, waitForSpace, onStep }: Caller): Promise<object> {
    const { over } = this.#options;
    const { readAction } = await this.load();
    const action = readAction(body);
    const waiting = deadlineMs === undefined ? undefined : Deadline.in(deadlineMs);
    const ending = AbortSignal.any([over, callerLeft]);
    const patience = AbortSignal.any([ending, ...(waiting ? [waiting.signal] : [])]);
    let hasBegun = false;
    const begin = async () => {
      await race(waitForSpace(), patience);
      hasBegun = true;
      return this.#run(action, { ending, onStep, answerBytes }, waiting?.remaining);
    };
    try {
      return await this.#turns.take(begin, patience);
    } catch (error) {
      if (over.aborted) throw over.reason;
      throw !hasBegun && waiting?.passed ? neverBegan() : actionErrorFrom(error);
    } finally {
      waiting?.clear();
    }
  }

  /** Returns the actions in progress. They are never reported again. */
  cutOff(): SessionActionType[] {
    const types = [...this.#running].map(({ type }) => type);
    this.#running.clear();
    return types;
  }

  async #run(action: SessionAction, waiter: Waiter, maxMs = Infinity): Promise<object> {
    const { ending } = waiter;
    const seconds = action.type === 'batch' ? limits.batchActionSeconds : limits.actionSeconds;
    const deadline = Deadline.in(Math.min(seconds * 1000, maxMs));
    const cancel = () => deadline.cancel(ending.reason);
    const running = { type: action.type };
    ending.addEventListener('abort', cancel, { once: true });
    try {
      ending.throwIfAborted();
      this.#running.add(running);
      await deadline.race(this.#leftover);
      const answer = await this.#execute(action, waiter, deadline);
      this.#report(running, 'success');
      return answer;
    } catch (error) {
      this.#report(running, 'error');
      throw error;
    } finally {
      ending.removeEventListener('abort', cancel);
      deadline.clear();
    }
  }

  async #execute(action: SessionAction, { ending, onStep, answerBytes }: Waiter, deadline: Deadline): Promise<object> {
    const { runAction } = await this.load();
    const { browser, explain } = this.#options;
    const act = (step: SessionAction, stepMs: number) =>
      this.#run(step, { ending, answerBytes }, Math.min(stepMs, deadline.remaining)).finally(onStep);
    const finishLater = (over: Promise<unknown>) => {
      this.#leftover = over;
    };
    const maxBytes = answerBytes ?? limits.actionAnswerBytes;
    return runAction(action, { browser, explain, deadline, maxBytes, act, finishLater });
  }

  /** Reports an action once: `cutOff` has already returned the others. */
  #report(running: Running, outcome: Outcome): void {
    if (this.#running.delete(running)) this.#options.onDone(running.type, outcome);
  }
}
