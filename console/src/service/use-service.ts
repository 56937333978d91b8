import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { OwnAccount } from './answers.generated.js';
import { type Asked, keepAsking } from './keep-asking.js';
import type { Caller, Service } from './service.js';
import type { ServiceError } from './service-error.js';

export interface SignedIn {
  service: Service;
  account: OwnAccount;
  signOut: () => void;
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** What calls the service, on the holder's side and on the administrator's. */
export const CallerContext = createContext<Caller | undefined>(undefined);

/** For components below the sign-in only. */
export const useCaller = (): Caller => {
  const caller = useContext(CallerContext);
  if (!caller) throw new Error('nobody is signed in');
  return caller;
};

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

export interface AnswerOptions<T> {
  /**
   * Milliseconds after an answer until the next call, which waits until the page is visible. A function says how long
   * for each answer. Undefined: there is no next call.
   */
  everyMs?: number | ((value: T) => number | undefined) | undefined;
}

/** Milliseconds until the next call after an error, if `everyMs` is a function of the answer. */
const retryMs = 5000;

type Ask<T> = (path: string, signal: AbortSignal) => Promise<T>;

/** Asks for a path, and again when the path changes or at `reload`. */
const useAsked = <T>(path: string, ask: Ask<T>, { everyMs }: AnswerOptions<T>): Answer<T> => {
  const [state, setState] = useState<Asked<T> & { path: string }>({ path, error: undefined });
  const [round, setRound] = useState(0);
  const every = useRef(everyMs);
  every.current = everyMs;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const show = (next: Asked<T>) => setState((last) => ({ ...(last.path === path ? last : {}), ...next, path }));
    const periodOf = ({ value }: Asked<T>) => {
      if (typeof every.current !== 'function') return every.current;
      return value === undefined ? retryMs : every.current(value);
    };
    void keepAsking((callSignal) => ask(path, callSignal), { signal, periodOf, show });
    return () => controller.abort();
  }, [ask, path, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  const current = state.path === path ? state : { value: undefined, error: undefined };
  return { value: current.value, error: current.error, reload };
};

/** The JSON of an answer. */
export const useAnswer = <T>(path: string, options: AnswerOptions<T> = {}): Answer<T> => {
  const caller = useCaller();
  const ask = useCallback<Ask<T>>((from, signal) => caller.call<T>(from, { signal }), [caller]);
  return useAsked(path, ask, options);
};

/** The text of an answer with any status. */
export const useText = (path: string, options: AnswerOptions<string> = {}): Answer<string> => {
  const caller = useCaller();
  const ask = useCallback<Ask<string>>((from, signal) => caller.read(from, { signal }), [caller]);
  return useAsked(path, ask, options);
};
