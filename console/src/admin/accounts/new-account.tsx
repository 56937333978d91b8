import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { ShownOnce } from '../../components/shown-once.js';
import { Fault } from '../../components/states.js';
import type { NewAccount } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';

const shownOf = ({ account, secret }: NewAccount): [title: string, value: string][] => [
  ['Account', account.id],
  ['API key', account.apiKey],
  ['Secret', secret],
];

/** Empty fields are left out: the service then makes an id, and credits are unlimited. */
const bodyOf = (id: string, credits: string) => ({
  ...(id === '' ? {} : { id }),
  ...(credits === '' ? {} : { credits: Number(credits) }),
});

export const NewAccountForm = ({ onMade }: { onMade: () => void }) => {
  const [id, setId] = useState('');
  const [credits, setCredits] = useState('');
  const [made, setMade] = useState<NewAccount>();
  const { run, isBusy, error } = useCall();
  const make = async () => {
    const answer = await run<NewAccount>('/admin/v1/accounts', { method: 'POST', body: bodyOf(id.trim(), credits) });
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
      {made && <ShownOnce values={shownOf(made)} onDone={() => setMade(undefined)} />}
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
