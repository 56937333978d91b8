import { useState } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-button.js';
import { Field } from '../../components/field.js';
import { Form, Submit } from '../../components/form.js';
import { formatNumber } from '../../components/format.js';
import { faultsBeside } from '../../components/labels.js';
import { FormFault, SavedNote } from '../../components/states.js';
import { unlessTyped } from '../../components/typed.js';
import type { Account } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';

export interface AccountFormProps {
  account: Account;
  path: string;
  onChanged: () => void;
}

const Unlimited = ({ account: { id }, path, onChanged }: AccountFormProps) => (
  <ConfirmButton
    label="Make unlimited"
    question={`Unlimited credits for ${id}?`}
    yes="Make them unlimited"
    no="Leave them"
    path={path}
    method="PATCH"
    body={{ credits: null }}
    onDone={onChanged}
  >
    No balance then limits its renders and sessions. Its present balance is lost.
  </ConfirmButton>
);

const labels = { credits: 'New balance' };

/** Saving sets the balance; it adds nothing to it. */
export const CreditsForm = ({ account, path, onChanged }: AccountFormProps) => {
  const [text, setText] = useState('');
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error, clear } = useCall();
  const isChanged = text !== '';
  const save = async () => {
    setSaved(false);
    if (!(await run(path, { method: 'PATCH', body: { credits: Number(text) } }))) return;
    setText(unlessTyped({ from: text, to: '' }));
    setSaved(true);
    onChanged();
  };
  return (
    <section class="card stack">
      <h2>Credits</h2>
      <p class="muted">
        {account.credits === null ? 'Unlimited' : `${formatNumber(account.credits)} left`}. What you save replaces it.
      </p>
      <Form class="form" {...{ isBusy, error, isChanged }} onStale={clear} onSubmit={() => void save()}>
        <Field
          label={labels.credits}
          name="credits"
          type="number"
          min={0}
          step={1}
          value={text}
          required
          fault={faultsBeside(error?.message, labels).credits}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        {error && <FormFault {...{ error, labels }} />}
        {isSaved && !isChanged && <SavedNote />}
        <div class="row">
          <Submit busy="Saving…">Set credits</Submit>
          {account.credits !== null && <Unlimited {...{ account, path, onChanged }} />}
        </div>
      </Form>
    </section>
  );
};
