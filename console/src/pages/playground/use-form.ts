import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type FormState, readForm } from '../../options/form-state.js';
import { setFragment } from '../../routing/location.js';
import { useSignedIn } from '../../service/use-service.js';
import { enteredAt, enteredIn, fragmentOf, keptForm } from './form-address.js';
import type { Order } from './render.js';

/**
 * The form of the playground. The address follows the form, so that a reload or a bookmark restores it. Changing the
 * endpoint, or the form after a render (`keepStep`), adds a step of Back.
 */
export const useForm = (without: readonly string[]) => {
  const { account } = useSignedIn();
  const [state, setState] = useState<FormState>(() => ({ ...enteredAt(location.hash), without }));
  const isStep = useRef(false);
  useEffect(() => {
    const fragment = fragmentOf(state);
    keptForm.write(fragment, state);
    if (fragment === location.hash) return;
    setFragment(fragment, { push: isStep.current });
    isStep.current = false;
  }, [state]);
  useEffect(() => {
    const read = () => {
      isStep.current = true;
      setState((last) => ({ ...last, ...enteredIn(location.hash, last) }));
    };
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const { values, faults } = useMemo(() => readForm(state), [state]);
  const order = useMemo<Order>(
    () => ({ endpoint: state.endpoint, apiKey: account.apiKey, values }),
    [state.endpoint, account.apiKey, values],
  );
  const keepStep = () => {
    isStep.current = true;
  };
  const change = (next: Partial<FormState>) => {
    if (next.endpoint) keepStep();
    setState((last) => ({ ...last, ...next }));
  };
  return { state, order, faults, change, keepStep };
};
