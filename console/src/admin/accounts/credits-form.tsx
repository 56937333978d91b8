import { useState } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-button.js';
import { Field } from '../../components/field.js';
import { formatNumber } from '../../components/format.js';
import { Fault } from '../../components/states.js';
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

/** A write sets the balance, it does not add. */
export const CreditsForm = ({ account, path, onChanged }: AccountFormProps) => {
  const [text, setText] = useState('');
  const { run, isBusy, error } = useCall();
  const save = async () => {
    if (await run(path, { method: 'PATCH', body: { credits: Number(text) } })) onChanged();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <section class="card stack">
      <h2>Credits</h2>
      <p class="muted">
        {account.credits === null ? 'Unlimited' : `${formatNumber(account.credits)} left`}. What you save replaces it.
      </p>
      <form class="form" onSubmit={onSubmit}>
        <Field
          label="New balance"
          name="credits"
          type="number"
          min={0}
          step={1}
          value={text}
          required
          onInput={(event) => setText(event.currentTarget.value)}
        />
        {error && <Fault error={error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={isBusy || text.trim() === ''}>
            Set credits
          </button>
          {account.credits !== null && <Unlimited {...{ account, path, onChanged }} />}
        </div>
      </form>
    </section>
  );
};
