import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { Form, Submit } from '../../components/form.js';
import { Icon } from '../../components/icon.js';
import { faultsBeside } from '../../components/labels.js';
import { FormFault } from '../../components/states.js';
import { Link } from '../../routing/location.js';
import { useCall } from '../../service/use-call.js';

interface LoginNameProps {
  name: string;
  onName: (name: string) => void;
  hint: string;
  required?: boolean;
  fault?: string | undefined;
}

const labels = { name: 'Name of the login' };

/** The name of a saved login. Saving under the name of another one replaces it. */
export const LoginName = ({ name, onName, ...rest }: LoginNameProps) => (
  <Field
    label={labels.name}
    name="profile"
    autocomplete="off"
    maxLength={64}
    value={name}
    placeholder="shop"
    {...rest}
    onInput={(event) => onName(event.currentTarget.value.trim())}
  />
);

interface SaveLoginProps {
  session: string;
  onSaved: () => void;
}

const useSave = ({ session, onSaved }: SaveLoginProps) => {
  const [name, setName] = useState('');
  const [saved, setSaved] = useState<string>();
  const { run, isBusy, error, clear } = useCall();
  const save = async () => {
    setSaved(undefined);
    const body = { type: 'save_profile', payload: { name } };
    if (!(await run(`/v1/sessions/${session}/actions`, { method: 'POST', body }))) return;
    setSaved(name);
    onSaved();
  };
  const begin = () => {
    setSaved(undefined);
    clear();
  };
  return { name, setName, saved, save, begin, isBusy, error, clear };
};

const Saved = ({ name, onDone }: { name: string; onDone: () => void }) => {
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <>
      <p class="notice good" role="status">
        <strong>Saved as {name}</strong>
        <span>
          Choose it in a new session. All are in <Link to="/profiles">Saved logins</Link>.
        </span>
      </p>
      <div class="row end">
        <button ref={done} type="button" class="button primary" onClick={onDone}>
          Done
        </button>
      </div>
    </>
  );
};

/** A button that keeps cookies, local storage and databases of the session for later ones. It asks for the name. */
export const SaveLogin = (props: SaveLoginProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { name, setName, saved, save, begin, isBusy, error, clear } = useSave(props);
  const close = () => dialog.current?.close();
  const open = () => {
    begin();
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" class="button" onClick={open}>
        <Icon name="profiles" />
        Save login
      </button>
      <dialog ref={dialog} class="dialog" aria-labelledby={id}>
        <Form class="stack" {...{ isBusy, error }} onStale={clear} onSubmit={() => void save()}>
          <h2 id={id}>Save the login of this session</h2>
          {saved === undefined ? (
            <>
              <p class="muted">
                Later sessions can begin with its cookies, local storage and databases. Session storage is not saved.
                This one stays open.
              </p>
              <LoginName
                name={name}
                onName={setName}
                required
                fault={faultsBeside(error?.message, labels).name}
                hint="1 to 64 letters, digits, hyphens and underscores. It replaces a login of this name."
              />
              {error && <FormFault {...{ error, labels }} />}
              <div class="row end">
                <button type="button" class="button" onClick={close}>
                  Cancel
                </button>
                <Submit busy="Saving…">Save it</Submit>
              </div>
            </>
          ) : (
            <Saved name={saved} onDone={close} />
          )}
        </Form>
      </dialog>
    </>
  );
};
