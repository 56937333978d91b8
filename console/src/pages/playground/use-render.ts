import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ServiceError } from '../../service/service-error.js';
import { useSignedIn } from '../../service/use-service.js';
import { type Order, type RenderAnswer, render } from './render.js';

export interface Rendering {
  /** What the last successful render answered. */
  answer: RenderAnswer | undefined;
  error: ServiceError | undefined;
  /** The order of the last answer or error. */
  order: Order | undefined;
  isBusy: boolean;
  start: (order: Order) => void;
  cancel: () => void;
}

/** One render at a time: the next one cancels the last. */
export const useRender = (): Rendering => {
  const { service } = useSignedIn();
  const [state, setState] = useState<Partial<Pick<Rendering, 'answer' | 'error' | 'order'>>>({});
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  const start = useCallback(
    (order: Order) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setBusy(true);
      const end = (next?: typeof state) => {
        if (running.current !== controller) return;
        setBusy(false);
        if (next) setState(next);
      };
      render(service, order, controller.signal).then(
        (answer) => end({ order, answer }),
        (error: unknown) => {
          if (controller.signal.aborted) return end();
          end({ order, error: ServiceError.of(error) });
        },
      );
    },
    [service],
  );
  return { answer: state.answer, error: state.error, order: state.order, isBusy, start, cancel };
};
