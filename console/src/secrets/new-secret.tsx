import type { SecretScope } from '@tintype/contracts';
import { useState } from 'preact/hooks';
import { Choice, Field } from '../components/field.js';
import { Form, Submit } from '../components/form.js';
import { faultsBeside } from '../components/labels.js';
import { ShownOnce } from '../components/shown-once.js';
import { FormFault } from '../components/states.js';
import type { NewSecret } from '../service/answers.generated.js';
import { bearerOf } from '../service/credentials.js';
import { useCall } from '../service/use-call.js';

const scopes: readonly { id: SecretScope; title: string }[] = [
  { id: 'use', title: 'Use the service (use)' },
  { id: 'manage', title: 'Also change the account (manage)' },
];

const labels = { name: 'Name', scope: 'Scope' };

interface NewSecretProps {
  /** The route that makes secrets. */
  path: string;
  scope: SecretScope;
  onMade: (made: NewSecret) => void;
}

const SecretForm = ({ path, onMade, ...initial }: NewSecretProps) => {
  const [name, setName] = useState('');
  const [scope, setScope] = useState(initial.scope);
  const { run, isBusy, error, clear } = useCall();
  const faults = faultsBeside(error?.message, labels);
  const make = async () => {
    const made = await run<NewSecret>(path, { method: 'POST', body: { scope, name: name.trim() } });
    if (made) onMade(made);
  };
  return (
    <Form
      class="form narrow"
      {...{ isBusy, error }}
      isChanged={name !== ''}
      onStale={clear}
      onSubmit={() => void make()}
    >
      <Field
        label={labels.name}
        name="name"
        maxLength={64}
        required
        value={name}
        placeholder="web server"
        hint="The program or person that uses it."
        fault={faults.name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Choice
        label={labels.scope}
        value={scope}
        choices={scopes}
        hint="Both render, open sessions and read the account. The name in brackets is that of the API."
        fault={faults.scope}
        onChoose={setScope}
      />
      {error && <FormFault {...{ error, labels }} />}
      <div class="row">
        <Submit>Create</Submit>
      </div>
    </Form>
  );
};

interface NewSecretCardProps extends Omit<NewSecretProps, 'onMade'> {
  /** Id of the account. */
  account: string;
  onMade: () => void;
}

/** The form, or the secret that it made, until a person is done with it. */
export const NewSecretCard = ({ account, onMade, ...form }: NewSecretCardProps) => {
  const [made, setMade] = useState<NewSecret>();
  const show = (next: NewSecret) => {
    setMade(next);
    onMade();
  };
  return (
    <section class="card stack">
      <h2>New secret</h2>
      {made ? (
        <ShownOnce
          values={[
            { title: 'Secret', value: made.secret, isSecret: true },
            { title: 'Bearer', value: bearerOf({ name: account, secret: made.secret }), isSecret: true },
          ]}
          onDone={() => setMade(undefined)}
        />
      ) : (
        <SecretForm {...form} onMade={show} />
      )}
    </section>
  );
};
