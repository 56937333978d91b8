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
  load(pod: SessionPod, call: LoadCall): Promise<void> {
    return race(
      this.#places.run(() => this.#load(pod, call)),
      call.signal,
    );
  }

  async #load(pod: SessionPod, { account, name, session, signal }: LoadCall): Promise<void> {
    const { profiles, agent } = this.#options;
    // The place may become free after the client has left.
    signal.throwIfAborted();
    const state = await profiles.state({ account, name });
    await agent.load(pod, session, state);
  }
}
