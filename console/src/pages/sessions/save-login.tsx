import { useId, useRef, useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { Icon } from '../../components/icon.js';
import { Fault } from '../../components/states.js';
import { Link } from '../../routing/location.js';
import { useCall } from '../../service/use-call.js';

interface LoginNameProps {
  name: string;
  onName: (name: string) => void;
  hint: string;
  required?: boolean;
}

/** The name of a saved login. Saving under the name of another one replaces it. */
export const LoginName = ({ name, onName, ...rest }: LoginNameProps) => (
  <Field
    label="Name of the login"
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
  return { name, setName, saved, save, begin, isBusy, error };
};

/** A button that keeps cookies and web storage of the session for later ones. It asks for the name. */
export const SaveLogin = (props: SaveLoginProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { name, setName, saved, save, begin, isBusy, error } = useSave(props);
  const open = () => {
    begin();
    dialog.current?.showModal();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <>
      <button type="button" class="button" onClick={open}>
        <Icon name="profiles" />
        Save login
      </button>
      <dialog ref={dialog} class="dialog" aria-labelledby={id}>
        <form class="stack" onSubmit={submit}>
          <h2 id={id}>Save the login of this session</h2>
          <p class="muted">Later sessions can begin with its cookies and web storage. This one stays open.</p>
          <LoginName name={name} onName={setName} required hint="1 to 64 letters, digits, - and _" />
          {error && <Fault error={error} />}
          {saved !== undefined && (
            <p class="notice good" role="status">
              <strong>Saved as {saved}</strong>
              <span>
                Choose it in a new session. All are in <Link to="/profiles">Saved logins</Link>.
              </span>
            </p>
          )}
          <div class="row end">
            <button type="button" class="button" onClick={() => dialog.current?.close()}>
              {saved === undefined ? 'Cancel' : 'Done'}
            </button>
            <button type="submit" class="button primary" disabled={isBusy}>
              {isBusy ? 'Saving…' : 'Save it'}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
};
