import { useState } from 'preact/hooks';
import { Check, Field } from '../../components/field.js';
import { Fault } from '../../components/states.js';
import type { SavedStorage, Storage } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';
import { faultsIn } from './named-properties.js';

interface StorageFormProps {
  stored: Storage | null;
  /** An earlier answer is no longer that of the form. */
  onSaving: () => void;
  onSaved: (answer: SavedStorage) => void;
}

const texts = [
  ['endpoint', 'Endpoint', 'https://s3.eu-central-1.amazonaws.com', "The store's URL, without the bucket."],
  ['region', 'Region', 'us-east-1', 'Stores without regions take us-east-1.'],
  ['bucket', 'Bucket', 'pictures', 'It has to exist.'],
  ['prefix', 'Folder', 'captures', 'Optional. All objects then lie in this folder of the bucket.'],
  ['key', 'Access key', '', 'It may write objects (s3:PutObject).'],
] as const;

/** Below the secret, which stands beside its key. */
const afterSecret = [
  ['publicUrl', 'Public URL', 'https://files.example.com', 'Optional. Where people read the bucket, such as its CDN.'],
] as const;

type Name = (typeof texts | typeof afterSecret)[number][0] | 'secret';
type Texts = Readonly<Record<Name, string>>;

const textsOf = (stored: Storage | null): Texts => ({
  endpoint: stored?.endpoint ?? '',
  region: stored?.region ?? '',
  bucket: stored?.bucket ?? '',
  prefix: stored?.prefix ?? '',
  publicUrl: stored?.publicUrl ?? '',
  key: stored?.key ?? '',
  secret: '',
});

/** Texts in which spaces at either end count. */
const exact: readonly string[] = ['prefix', 'secret'];

/** Empty fields get their default, or keep the stored secret. */
const bodyOf = (given: Texts, pathStyle: boolean) => {
  const trimmed = Object.entries(given).map(([name, text]) => [name, exact.includes(name) ? text : text.trim()]);
  return { ...Object.fromEntries(trimmed.filter(([, text]) => text !== '')), pathStyle };
};

const secretHint = (stored: Storage | null) =>
  stored
    ? 'Empty: the stored one stays, for the same endpoint and access key. Spaces count.'
    : 'It is stored encrypted, and never shown. Spaces count.';

const required: readonly string[] = ['endpoint', 'bucket', 'key'];

const useForm = ({ stored, onSaving, onSaved }: StorageFormProps) => {
  const [given, setGiven] = useState(() => textsOf(stored));
  const [pathStyle, setPathStyle] = useState(stored?.pathStyle ?? true);
  const { run, isBusy, error } = useCall();
  const set = (name: Name, text: string) => setGiven((before) => ({ ...before, [name]: text }));
  const save = async () => {
    const body = bodyOf(given, pathStyle);
    onSaving();
    const answer = await run<SavedStorage>('/v1/account/storage', { method: 'PUT', body });
    if (!answer) return;
    set('secret', '');
    onSaved(answer);
  };
  return { given, set, pathStyle, setPathStyle, save, isBusy, error, faults: faultsIn(error) };
};

export const StorageForm = (props: StorageFormProps) => {
  const { given, set, pathStyle, setPathStyle, save, isBusy, error, faults } = useForm(props);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  const field = ([name, label, placeholder, hint]: (typeof texts | typeof afterSecret)[number]) => (
    <Field
      key={name}
      {...{ name, label, placeholder, hint }}
      value={given[name]}
      required={required.includes(name)}
      fault={faults[name]}
      autocomplete="off"
      onInput={(event) => set(name, event.currentTarget.value)}
    />
  );
  return (
    <form class="form pairs" onSubmit={onSubmit}>
      {texts.map(field)}
      <Field
        label="Secret of the access key"
        name="secret"
        type="password"
        autocomplete="off"
        value={given.secret}
        required={!props.stored}
        fault={faults.secret}
        hint={secretHint(props.stored)}
        onInput={(event) => set('secret', event.currentTarget.value)}
      />
      {afterSecret.map(field)}
      <Check
        label="Path style"
        isChecked={pathStyle}
        hint="On: endpoint/bucket/…; off: bucket.endpoint/…"
        onCheck={setPathStyle}
      />
      {error && <Fault error={error} />}
      <div class="row">
        <button type="submit" class="button primary" disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
      </div>
    </form>
  );
};
