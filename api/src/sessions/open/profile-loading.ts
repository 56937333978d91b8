import { race, Semaphore } from '@tintype/runtime';
import type { ProfilePlace } from '../../profiles/profile.js';
import type { ProfileStore } from '../../profiles/profile-store.js';
import type { LoadingAgent, SessionPod } from '../dependencies.js';

export interface ProfileLoadingOptions {
  profiles: Pick<ProfileStore, 'check' | 'state'>;
  agent: LoadingAgent;
}

export interface LoadCall extends ProfilePlace {
  session: string;
  /** An earlier request for the session may have loaded it: then nothing is read, even if the profile is gone. */
  mayBeLoaded: boolean;
  /** Aborts when the time of the create is up, or its client leaves. */
  signal: AbortSignal;
}

/** A profile of 5 MiB takes about 40 MB while it is unsealed, parsed and sent. */
const loadsAtOnce = 4;

/** Gives browsers the saved logins that their sessions begin with; a few at once, because each is held whole. */
export class ProfileLoading {
  readonly #options: ProfileLoadingOptions;
  readonly #places = new Semaphore(loadsAtOnce);

  constructor(options: ProfileLoadingOptions) {
    this.#options = options;
  }

  /** Reads no contents. Throws `invalid_request` if there is no such profile. */
  check(place: ProfilePlace): Promise<void> {
    return this.#options.profiles.check(place);
  }

  /** Throws what `ProfileStore.state` and the agent throw, or the signal's reason. */
  async load(pod: SessionPod, call: LoadCall): Promise<void> {
    if (call.mayBeLoaded && (await this.#needsNothing(pod, call.session))) return;
    await race(
      this.#places.run(() => this.#load(pod, call)),
      call.signal,
    );
  }

  /** The confirmation finds out about a session that is over. */
  async #needsNothing(pod: SessionPod, session: string): Promise<boolean> {
    const state = await this.#options.agent.read(pod, session);
    return state === 'over' || state.loaded === true;
  }

  async #load(pod: SessionPod, { account, name, session, signal }: LoadCall): Promise<void> {
    const { profiles, agent } = this.#options;
    // The place may become free after the client has left.
    signal.throwIfAborted();
    const state = await profiles.state({ account, name });
    await agent.load(pod, session, state);
  }
}
