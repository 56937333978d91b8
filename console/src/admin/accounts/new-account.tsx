import { useState } from 'preact/hooks';
import { CopyButton } from '../../components/copy-button.js';
import { Field } from '../../components/field.js';
import { Fault } from '../../components/states.js';
import { useCall } from '../../service/use-call.js';
import type { AdminAccount } from '../admin-answers.js';

interface Made {
  account: AdminAccount;
  secret: string;
}

const ShownOnce = ({ made: { account, secret }, onDone }: { made: Made; onDone: () => void }) => (
  <div class="notice good shown-once" role="status">
    <strong>Copy the secret now: it is not shown again</strong>
    <dl class="facts">
      <dt>Account</dt>
      <dd>
        <code>{account.id}</code>
      </dd>
      <dt>API key</dt>
      <dd class="copyable">
        <code>{account.apiKey}</code>
        <CopyButton text={account.apiKey} what="API key" withText />
      </dd>
      <dt>Secret</dt>
      <dd class="copyable">
        <code>{secret}</code>
        <CopyButton text={secret} what="secret" withText />
      </dd>
    </dl>
    <button type="button" class="button" onClick={onDone}>
      Done
    </button>
  </div>
);

/** Empty fields are left out: the service then makes an id, and credits are unlimited. */
const bodyOf = (id: string, credits: string) => ({
  ...(id === '' ? {} : { id }),
  ...(credits === '' ? {} : { credits: Number(credits) }),
});

export const NewAccountForm = ({ onMade }: { onMade: () => void }) => {
  const [id, setId] = useState('');
  const [credits, setCredits] = useState('');
  const [made, setMade] = useState<Made>();
  const { run, isBusy, error } = useCall();
  const make = async () => {
    const answer = await run<Made>('/admin/v1/accounts', { method: 'POST', body: bodyOf(id.trim(), credits) });
    if (!answer) return;
    setMade(answer);
    setId('');
    onMade();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void make();
  };
  return (
    <section class="card stack">
      <h2>New account</h2>
      {made && <ShownOnce made={made} onDone={() => setMade(undefined)} />}
      <form class="form narrow" onSubmit={onSubmit}>
        <Field
          label="Id"
          name="id"
          maxLength={64}
          value={id}
          hint="Letters, digits, - and _. Empty: the service makes one."
          onInput={(event) => setId(event.currentTarget.value)}
        />
        <Field
          label="Credits"
          name="credits"
          type="number"
          min={0}
          step={1}
          value={credits}
          hint="Empty: unlimited."
          onInput={(event) => setCredits(event.currentTarget.value)}
        />
        {error && <Fault error={error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={isBusy}>
            Create
          </button>
        </div>
      </form>
    </section>
  );
};
