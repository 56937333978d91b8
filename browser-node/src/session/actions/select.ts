import { type SessionActionPayload, TintypeError } from '@tintype/contracts';
import { withAftermath } from '../aftermath.js';
import { actOn } from '../elements/act-on.js';
import { type FoundElement, nameOf, whichOf, within } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { ask } from '../page-world/ask.js';
import type { Action, ActionContext } from './action.js';

type Choice = Pick<SessionActionPayload<'select'>, 'value' | 'values' | 'label'>;

const mostNamed = 30;

const wantedOf = ({ value, values, label }: Choice) =>
  label === undefined ? (values ?? [value ?? '']).map((each) => ({ value: each })) : [{ label }];

/** Options that are not there in time are not waited for any longer; whoever chooses is told what there is. */
const checkOptions = async (context: ActionContext, found: FoundElement, choice: Choice): Promise<void> => {
  const { frame, which } = found;
  const ends = Date.now() + 2000;
  for (;;) {
    const options = await ask(frame, 'options', { question: which, within: within(context) });
    // No select: what is done with it says so.
    if (!options) return;
    const missing = wantedOf(choice).filter(
      (wanted) =>
        !options.some((option) => ('value' in wanted ? option.value === wanted.value : option.label === wanted.label)),
    );
    if (missing.length === 0) return;
    if (Date.now() > ends) {
      const [first] = missing;
      const there = options.slice(0, mostNamed).map(({ value, label }) => `${JSON.stringify(value)} (${label})`);
      throw new TintypeError(
        'invalid_request',
        `${nameOf(which)} has no option ${JSON.stringify(first)}. It has ${there.join(', ') || 'none'}.`,
      );
    }
    await context.deadline.sleep(50);
  }
};

export const select: Action<'select'> = async (context, payload) => {
  const which = whichOf(payload);
  if (!which) throw new TintypeError('invalid_request');
  const found = await locate(context, which);
  await checkOptions(context, found, payload);
  const selected = await withAftermath(context, () =>
    actOn(context, found, (locator, limit) => locator.selectOption(wantedOf(payload), limit)),
  );
  return { selected };
};
