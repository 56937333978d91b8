import { TintypeError } from '@tintype/contracts';
import { race, Semaphore } from '@tintype/runtime';
import type { ProfileId } from '../../profiles/profile.js';
import type { ProfileStore } from '../../profiles/profile-store.js';
import type { LoadingAgent, SessionPod } from '../dependencies.js';

export interface ProfileLoadingOptions {
  profiles: Pick<ProfileStore, 'check' | 'state'>;
  agent: LoadingAgent;
}

export interface LoadCall extends ProfileId {
  session: string;
  /** An earlier request for the session may have loaded the profile. Then it is not read again, even if it is gone. */
  mayBeLoaded: boolean;
  /** Aborts when the time of the create is up, or its client leaves. */
  signal: AbortSignal;
}

/** Loads that may run at once. A profile of 5 MiB takes about 40 MB while it is decrypted, parsed and sent. */
const loadsAtOnce = 4;
/** Loads of one account at once. A browser that does not answer holds a turn for 17 s: other accounts keep two. */
const loadsAtOnceOfAccount = 2;
/** At most 50 loads of an account run or wait. A load takes 0.3 s, so they end within a create's time. */
const maxLoadsOfAccount = 50;

interface Share {
  turns: Semaphore;
  /** Loads that run or wait. */
  loads: number;
}

/** Gives browsers the saved logins that their sessions begin with; a few at once, because each is whole in memory. */
export class ProfileLoading {
  readonly #options: ProfileLoadingOptions;
  readonly #turns = new Semaphore(loadsAtOnce);
  readonly #shares = new Map<string, Share>();

  constructor(options: ProfileLoadingOptions) {
    this.#options = options;
  }

  /** Reads no contents. Throws `invalid_request` if there is no such profile, and `rate_limited` as `load`. */
  async check(profile: ProfileId): Promise<void> {
    this.#shareOf(profile.account);
    await this.#options.profiles.check(profile);
  }

  /**
   * Throws `rate_limited` if 50 loads of the account run or wait. Throws what `ProfileStore.state` and the agent throw, or
   * the signal's reason.
   */
  async load(pod: SessionPod, call: LoadCall): Promise<void> {
    if (call.mayBeLoaded && (await this.#needsNothing(pod, call.session))) return;
    await race(
      this.#inTurn(call.account, () => this.#load(pod, call)),
      call.signal,
    );
  }

  /** Throws `rate_limited`. */
  #shareOf(account: string): Share {
    const share = this.#shares.get(account) ?? { turns: new Semaphore(loadsAtOnceOfAccount), loads: 0 };
    if (share.loads < maxLoadsOfAccount) return share;
    const why = `The account already begins ${maxLoadsOfAccount} sessions with saved logins: try again when some have begun.`;
    throw new TintypeError('rate_limited', why, { retryAfterSeconds: 5 });
  }

  async #inTurn(account: string, load: () => Promise<void>): Promise<void> {
    const share = this.#shareOf(account);
    share.loads += 1;
    this.#shares.set(account, share);
    try {
      await share.turns.run(() => this.#turns.run(load));
    } finally {
      share.loads -= 1;
      if (share.loads === 0) this.#shares.delete(account);
    }
  }

  /** Whether the browser has the profile already, or the session is over. The confirmation reports the latter. */
  async #needsNothing(pod: SessionPod, session: string): Promise<boolean> {
    const state = await this.#options.agent.read(pod, session);
    return state === 'over' || state.loaded === true;
  }

  async #load(pod: SessionPod, { account, name, session, signal }: LoadCall): Promise<void> {
    const { profiles, agent } = this.#options;
    // The client may have left before the turn came.
    signal.throwIfAborted();
    const state = await profiles.state({ account, name });
    await agent.load(pod, session, state);
  }
}
