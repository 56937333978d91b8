import { useEffect, useMemo, useState } from 'preact/hooks';
import { type FormState, readForm } from '../../options/form-state.js';
import { replaceFragment } from '../../routing/location.js';
import { useSignedIn } from '../../service/use-service.js';
import { enteredAt, fragmentOf, keptForm } from './form-address.js';
import type { Order } from './render.js';

/** The form of the playground. The address follows it, so that Back, a reload and a bookmark bring it again. */
export const useForm = (without: readonly string[]) => {
  const { account } = useSignedIn();
  const [state, setState] = useState<FormState>(() => ({ ...enteredAt(location.hash), without }));
  useEffect(() => {
    const fragment = fragmentOf(state);
    keptForm.write(fragment, state);
    replaceFragment(fragment);
  }, [state]);
  useEffect(() => {
    const read = () => setState((last) => ({ ...last, ...enteredAt(location.hash) }));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const { values, faults } = useMemo(() => readForm(state), [state]);
  const order = useMemo<Order>(
    () => ({ endpoint: state.endpoint, apiKey: account.apiKey, values }),
    [state.endpoint, account.apiKey, values],
  );
  const change = (next: Partial<FormState>) => setState((last) => ({ ...last, ...next }));
  return { state, order, faults, change };
};
