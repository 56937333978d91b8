import { useCallback, useRef, useState } from 'preact/hooks';
import { ServiceError } from '../../service/service-error.js';
import { useSignedIn } from '../../service/use-service.js';
import { pictureOf, type SeenPage, seenAfter } from './picture.js';

type AnswerBody = Readonly<Record<string, unknown>>;

/** An action that runs or ran. */
export interface ActionRun {
  number: number;
  type: string;
  payload: Readonly<Record<string, unknown>>;
  milliseconds: number | undefined;
  answer: AnswerBody | undefined;
  error: ServiceError | undefined;
}

export interface Actions {
  runs: readonly ActionRun[];
  isBusy: boolean;
  /** Answers whether the action succeeded. */
  run: (type: string, payload: Record<string, unknown>) => Promise<boolean>;
  page: SeenPage;
  /** Reads address and picture of the page, by an action that the log leaves out. */
  look: () => Promise<void>;
  isLooking: boolean;
  /** How many actions may have changed the page, and answered no picture of it. */
  unseenChanges: number;
  /** The live view shows this address. */
  onUrl: (url: string) => void;
}

const maxRuns = 30;

/** Actions that leave the page as it is. */
const readingActions: ReadonlySet<string> = new Set([
  ...['snapshot', 'content', 'query', 'title', 'url', 'console', 'errors', 'cursor_position', 'screenshot'],
  'save_profile',
]);

type Call = (type: string, payload: Record<string, unknown>) => Promise<AnswerBody>;

const useActionCall = (session: string): Call => {
  const { service } = useSignedIn();
  return useCallback<Call>(
    (type, payload) => {
      const body = Object.keys(payload).length > 0 ? { type, payload } : { type };
      return service.call(`/v1/sessions/${session}/actions`, { method: 'POST', body });
    },
    [service, session],
  );
};

const useSeenPage = (call: Call) => {
  const [page, setPage] = useState<SeenPage>({ url: undefined, picture: undefined });
  const [looks, setLooks] = useState(0);
  const see = useCallback((answer: AnswerBody) => setPage((last) => seenAfter(last, answer)), []);
  const look = useCallback(async () => {
    setLooks((last) => last + 1);
    // Without an answer the page stays as last seen. The next action shows what is wrong.
    const answer = await call('url', { screenshot: true }).catch(() => undefined);
    setLooks((last) => last - 1);
    if (answer) setPage((last) => seenAfter(last, answer, true));
  }, [call]);
  const onUrl = useCallback((url: string) => see({ url }), [see]);
  return { page, see, look, isLooking: looks > 0, onUrl };
};

/** Runs actions of a session. The log lives as long as the page. */
export const useActions = (session: string, onEnd: () => void): Actions => {
  const call = useActionCall(session);
  const { see, ...seen } = useSeenPage(call);
  const [runs, setRuns] = useState<readonly ActionRun[]>([]);
  const [waiting, setWaiting] = useState(0);
  const [unseenChanges, setUnseenChanges] = useState(0);
  const count = useRef(0);
  const run = useCallback(
    async (type: string, payload: Record<string, unknown>) => {
      count.current += 1;
      const number = count.current;
      const begun = { number, type, payload, milliseconds: undefined, answer: undefined, error: undefined };
      setRuns((last) => [begun, ...last].slice(0, maxRuns));
      setWaiting((last) => last + 1);
      const begin = performance.now();
      const outcome: Pick<ActionRun, 'answer' | 'error'> = await call(type, payload).then(
        (answer) => ({ answer, error: undefined }),
        (error: unknown) => ({ answer: undefined, error: ServiceError.of(error) }),
      );
      const ended = { ...begun, ...outcome, milliseconds: performance.now() - begin };
      setRuns((last) => last.map((each) => (each.number === number ? ended : each)));
      setWaiting((last) => last - 1);
      if (outcome.answer) see(outcome.answer);
      if (outcome.answer && !pictureOf(outcome.answer) && !readingActions.has(type))
        setUnseenChanges((last) => last + 1);
      onEnd();
      return outcome.answer !== undefined;
    },
    [call, see, onEnd],
  );
  return { runs, isBusy: waiting > 0, run, unseenChanges, ...seen };
};
