import type { SecretScope } from '@tintype/contracts';
import { useState } from 'preact/hooks';
import { Choice, Field } from '../../components/field.js';
import { ShownOnce } from '../../components/shown-once.js';
import { Fault } from '../../components/states.js';
import type { NewSecret } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';

const scopes: readonly { id: SecretScope; title: string }[] = [
  { id: 'use', title: 'Use the service (use)' },
  { id: 'manage', title: 'Also change the account (manage)' },
];

const useMake = (onMade: () => void) => {
  const [made, setMade] = useState<NewSecret>();
  const { run, isBusy, error } = useCall();
  const make = async (name: string, scope: SecretScope) => {
    const body = { scope, ...(name === '' ? {} : { name }) };
    const answer = await run<NewSecret>('/v1/account/token', { method: 'POST', body });
    if (!answer) return false;
    setMade(answer);
    onMade();
    return true;
  };
  return { made, make, isBusy, error, forget: () => setMade(undefined) };
};

export const NewSecretForm = ({ onMade }: { onMade: () => void }) => {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<SecretScope>('use');
  const { made, make, isBusy, error, forget } = useMake(onMade);
  const submit = async () => {
    if (await make(name.trim(), scope)) setName('');
  };
  return (
    <section class="card stack">
      <h2>New secret</h2>
      {made && (
        <ShownOnce
          values={[
            ['Secret', made.secret],
            ['Bearer', made.token],
          ]}
          onDone={forget}
        />
      )}
      <form
        class="form narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label="Name"
          name="name"
          maxLength={64}
          value={name}
          placeholder="web server"
          hint="Helps people to recognise it."
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Choice
          label="Scope"
          value={scope}
          choices={scopes}
          hint="Both render, open sessions and read the account. The name in brackets is that of the API."
          onChoose={setScope}
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
