import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { Form, Submit } from '../../components/form.js';
import { faultsBeside } from '../../components/labels.js';
import { ShownOnce } from '../../components/shown-once.js';
import { FormFault } from '../../components/states.js';
import type { NewAccount } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';

const shownOf = ({ account, secret }: NewAccount) => [
  { title: 'Account', value: account.id },
  { title: 'API key', value: account.apiKey },
  { title: 'Secret', value: secret, isSecret: true },
];

/** Empty fields are left out: the service then makes an id, and credits are unlimited. */
const bodyOf = (id: string, credits: string) => ({
  ...(id === '' ? {} : { id }),
  ...(credits === '' ? {} : { credits: Number(credits) }),
});

const labels = { id: 'Id', credits: 'Credits' };

const AccountForm = ({ onMade }: { onMade: (made: NewAccount) => void }) => {
  const [id, setId] = useState('');
  const [credits, setCredits] = useState('');
  const { run, isBusy, error, clear } = useCall();
  const faults = faultsBeside(error?.message, labels);
  const make = async () => {
    const made = await run<NewAccount>('/admin/v1/accounts', { method: 'POST', body: bodyOf(id.trim(), credits) });
    if (made) onMade(made);
  };
  return (
    <Form
      class="form narrow"
      {...{ isBusy, error }}
      isChanged={id !== '' || credits !== ''}
      onStale={clear}
      onSubmit={() => void make()}
    >
      <Field
        label={labels.id}
        name="id"
        maxLength={64}
        value={id}
        fault={faults.id}
        hint="Letters, digits, hyphens and underscores. Empty: the service makes one."
        onInput={(event) => setId(event.currentTarget.value)}
      />
      <Field
        label={labels.credits}
        name="credits"
        type="number"
        min={0}
        step={1}
        value={credits}
        fault={faults.credits}
        hint="Empty: unlimited."
        onInput={(event) => setCredits(event.currentTarget.value)}
      />
      {error && <FormFault {...{ error, labels }} />}
      <div class="row">
        <Submit>Create</Submit>
      </div>
    </Form>
  );
};

/** The form, or the account that it made, until the administrator is done with its secret. */
export const NewAccountCard = ({ onMade }: { onMade: () => void }) => {
  const [made, setMade] = useState<NewAccount>();
  const show = (next: NewAccount) => {
    setMade(next);
    onMade();
  };
  return (
    <section class="card stack">
      <h2>New account</h2>
      {made ? <ShownOnce values={shownOf(made)} onDone={() => setMade(undefined)} /> : <AccountForm onMade={show} />}
    </section>
  );
};
