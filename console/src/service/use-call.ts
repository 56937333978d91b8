import { useState } from 'preact/hooks';
import type { CallOptions } from './service.js';
import { ServiceError } from './service-error.js';
import { useCaller } from './use-service.js';

export interface Call {
  /** The answer, or undefined after an error, which `error` then has. */
  run: <T>(path: string, options: CallOptions) => Promise<T | undefined>;
  error: ServiceError | undefined;
  isBusy: boolean;
  clear: () => void;
}

/** A call that a person starts, such as a form's. */
export const useCall = (): Call => {
  const caller = useCaller();
  const [error, setError] = useState<ServiceError>();
  const [isBusy, setBusy] = useState(false);
  const run: Call['run'] = async <T>(path: string, options: CallOptions) => {
    setBusy(true);
    setError(undefined);
    try {
      return await caller.call<T>(path, options);
    } catch (failure) {
      setError(ServiceError.of(failure));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { run, error, isBusy, clear: () => setError(undefined) };
};
