import type { SecretScope } from '@tintype/contracts';
import { useState } from 'preact/hooks';
import { CopyButton } from '../../components/copy-button.js';
import { Choice, Field } from '../../components/field.js';
import { Fault } from '../../components/states.js';
import type { NewSecret } from '../../service/settings-answers.js';
import { useCall } from '../../service/use-call.js';

const scopes: readonly { id: SecretScope; title: string }[] = [
  { id: 'use', title: 'use: renders, opens sessions, reads the account' },
  { id: 'manage', title: 'manage: also changes the account' },
];

/** A secret and its bearer, which no answer shows again. */
const ShownOnce = ({ made, onDone }: { made: NewSecret; onDone: () => void }) => (
  <div class="notice good shown-once" role="status">
    <strong>Copy the secret now: it is not shown again</strong>
    <dl class="facts">
      <dt>Secret</dt>
      <dd class="copyable">
        <code>{made.secret}</code>
        <CopyButton text={made.secret} what="secret" withText />
      </dd>
      <dt>Bearer</dt>
      <dd class="copyable">
        <code>{made.token}</code>
        <CopyButton text={made.token} what="bearer" withText />
      </dd>
    </dl>
    <button type="button" class="button" onClick={onDone}>
      Done
    </button>
  </div>
);

const useMake = (onMade: () => void) => {
  const [made, setMade] = useState<NewSecret>();
  const { run, isBusy, error } = useCall();
  const make = async (name: string, scope: SecretScope) => {
    const body = { scope, ...(name === '' ? {} : { name }) };
    const answer = await run<NewSecret>('/v1/account/token', { method: 'POST', body });
    if (!answer) return;
    setMade(answer);
    onMade();
  };
  return { made, make, isBusy, error, forget: () => setMade(undefined) };
};

export const NewSecretForm = ({ onMade }: { onMade: () => void }) => {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<SecretScope>('use');
  const { made, make, isBusy, error, forget } = useMake(onMade);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void make(name.trim(), scope);
  };
  return (
    <section class="card stack">
      <h2>New secret</h2>
      {made && <ShownOnce made={made} onDone={forget} />}
      <form class="form narrow" onSubmit={onSubmit}>
        <Field
          label="Name"
          name="name"
          maxLength={64}
          value={name}
          placeholder="web server"
          hint="Helps people to recognise it."
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Choice label="Scope" value={scope} choices={scopes} onChoose={setScope} />
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
