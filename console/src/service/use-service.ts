import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import type { AccountAnswer } from './answers.js';
import type { Service } from './service.js';
import { ServiceError } from './service-error.js';

export interface SignedIn {
  service: Service;
  account: AccountAnswer['account'];
  signOut: () => void;
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** For components below the sign-in only. */
export const useSignedIn = (): SignedIn => {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error('nobody is signed in');
  return signedIn;
};

/** What a component shows of an answer. A repeated call keeps the last value until the next arrives. */
export interface Answer<T> {
  value: T | undefined;
  error: ServiceError | undefined;
  reload: () => void;
}

export interface AnswerOptions {
  /** Asks again this long after each answer, while the page is visible. */
  everyMs?: number | undefined;
}

const asServiceError = (error: unknown) => (error instanceof ServiceError ? error : ServiceError.unreachable(error));

/** Calls until the signal ends. */
const keepAsking = async <T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { signal, everyMs, show }: { signal: AbortSignal; everyMs: number | undefined; show: (state: State<T>) => void },
): Promise<void> => {
  while (!signal.aborted) {
    if (!document.hidden) {
      const state = await ask(signal).then(
        (value) => ({ value, error: undefined }),
        (error: unknown) => ({ error: asServiceError(error) }),
      );
      if (signal.aborted) return;
      show(state);
    }
    if (everyMs === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};

interface State<T> {
  value?: T | undefined;
  error: ServiceError | undefined;
}

/** Gets a path, and gets it again when the path changes or at `reload`. */
export const useAnswer = <T>(path: string, { everyMs }: AnswerOptions = {}): Answer<T> => {
  const { service } = useSignedIn();
  const [state, setState] = useState<State<T> & { path: string }>({ path, error: undefined });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const show = (next: State<T>) => setState((last) => ({ ...(last.path === path ? last : {}), ...next, path }));
    void keepAsking((by) => service.call<T>(path, { signal: by }), { signal, everyMs, show });
    return () => controller.abort();
  }, [service, path, everyMs, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  const current = state.path === path ? state : { value: undefined, error: undefined };
  return { value: current.value, error: current.error, reload };
};
