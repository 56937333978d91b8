import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { Form, Submit } from '../../components/form.js';
import { formatNumber } from '../../components/format.js';
import { faultsBeside } from '../../components/labels.js';
import { FormFault, SavedNote } from '../../components/states.js';
import { eachUnlessTyped } from '../../components/typed.js';
import type { Account, AdminAccountAnswer } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';
import type { AccountFormProps } from './credits-form.js';
import { changesOf, inForm, type LimitTexts, limitLabels, limitTitles, textsOf } from './limit-form.js';

const formatLimit = (value: number | null | undefined) =>
  typeof value === 'number' ? formatNumber(value) : 'unlimited';

/** The fields follow the account, also after another administrator's change, except those that a person has changed. */
const useTexts = (account: Account) => {
  const [before, setBefore] = useState(() => textsOf(account));
  const [texts, setTexts] = useState(before);
  const follow = (from: LimitTexts, next: Account) => {
    const to = textsOf(next);
    setBefore(to);
    setTexts(eachUnlessTyped({ from, to }));
  };
  useEffect(() => follow(before, account), [account]);
  return { before, texts, setTexts, follow };
};

/** Own limits of the account; an empty field is the default. */
export const LimitsForm = ({ account, path, onChanged }: AccountFormProps) => {
  const { before, texts, setTexts, follow } = useTexts(account);
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error, clear } = useCall();
  const changes = changesOf(before, texts);
  const isChanged = Object.keys(changes).length > 0;
  const faults = faultsBeside(error && inForm(error.message), limitLabels);
  const save = async () => {
    setSaved(false);
    const answer = await run<AdminAccountAnswer>(path, { method: 'PATCH', body: { limits: changes } });
    if (!answer) return;
    follow(texts, answer.account);
    setSaved(true);
    onChanged();
  };
  return (
    <section class="card stack">
      <h2>Limits</h2>
      <p class="muted">Empty: the default. “unlimited” lifts those that allow it.</p>
      <Form
        class="form pairs"
        {...{ isBusy, error, isChanged }}
        isOff={!isChanged}
        onStale={clear}
        onSubmit={() => void save()}
      >
        {limitTitles.map(([name, title]) => (
          <Field
            key={name}
            label={title}
            name={name}
            value={texts[name] ?? ''}
            fault={faults[name]}
            placeholder={formatLimit(account.limits[name])}
            autocomplete="off"
            onInput={({ currentTarget: { value } }) => setTexts((last) => ({ ...last, [name]: value }))}
          />
        ))}
        {error && <FormFault error={error} labels={limitLabels} />}
        {isSaved && !isChanged && <SavedNote />}
        <div class="row">
          <Submit busy="Saving…">Save limits</Submit>
        </div>
      </Form>
    </section>
  );
};
