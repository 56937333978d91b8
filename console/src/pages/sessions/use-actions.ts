import { useCallback, useRef, useState } from 'preact/hooks';
import { ServiceError } from '../../service/service-error.js';
import { useSignedIn } from '../../service/use-service.js';

export interface Picture {
  contentType: string;
  bodyBase64: string;
}

/** An action that ran, newest first in the log. */
export interface ActionRun {
  number: number;
  type: string;
  payload: Readonly<Record<string, unknown>>;
  milliseconds: number | undefined;
  answer: Readonly<Record<string, unknown>> | undefined;
  error: ServiceError | undefined;
}

export interface Actions {
  runs: readonly ActionRun[];
  isBusy: boolean;
  run: (type: string, payload: Record<string, unknown>) => Promise<void>;
}

const kept = 30;

/** Runs actions of a session. The log lives as long as the page. */
export const useActions = (session: string, onEnd: () => void): Actions => {
  const { service } = useSignedIn();
  const [runs, setRuns] = useState<readonly ActionRun[]>([]);
  const [waiting, setWaiting] = useState(0);
  const count = useRef(0);
  const run = useCallback(
    async (type: string, payload: Record<string, unknown>) => {
      count.current += 1;
      const number = count.current;
      const begun = { number, type, payload, milliseconds: undefined, answer: undefined, error: undefined };
      setRuns((last) => [begun, ...last].slice(0, kept));
      setWaiting((last) => last + 1);
      const begin = performance.now();
      const body = Object.keys(payload).length > 0 ? { type, payload } : { type };
      const outcome: Pick<ActionRun, 'answer' | 'error'> = await service
        .call<Record<string, unknown>>(`/v1/sessions/${session}/actions`, { method: 'POST', body })
        .then(
          (answer) => ({ answer, error: undefined }),
          (error: unknown) => ({ answer: undefined, error: ServiceError.of(error) }),
        );
      const ended = { ...begun, ...outcome, milliseconds: performance.now() - begin };
      setRuns((last) => last.map((each) => (each.number === number ? ended : each)));
      setWaiting((last) => last - 1);
      onEnd();
    },
    [service, session, onEnd],
  );
  return { runs, isBusy: waiting > 0, run };
};
