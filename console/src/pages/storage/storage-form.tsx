import { useState } from 'preact/hooks';
import { Check, Field } from '../../components/field.js';
import { Form, Submit } from '../../components/form.js';
import { faultsBeside } from '../../components/labels.js';
import { FormFault, SavedNote, Warnings } from '../../components/states.js';
import { eachUnlessTyped, unlessTyped } from '../../components/typed.js';
import type { SavedStorage, Storage } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';

/** What the page calls the properties of a storage. */
export const storageLabels = {
  endpoint: 'Endpoint',
  region: 'Region',
  bucket: 'Bucket',
  prefix: 'Folder',
  key: 'Access key',
  secret: 'Secret of the access key',
  publicUrl: 'Public URL',
  pathStyle: 'Path style',
} as const;

interface StorageFormProps {
  stored: Storage | null;
  /** What the fields begin with. */
  initial: Storage | null;
  onSaved: () => void;
}

const texts = [
  ['endpoint', 'https://s3.eu-central-1.amazonaws.com', "The store's URL, without the bucket."],
  ['region', 'us-east-1', 'Stores without regions take us-east-1.'],
  ['bucket', 'pictures', 'It has to exist.'],
  ['prefix', 'captures', 'Optional. All objects then lie in this folder of the bucket.'],
  ['key', '', 'It may write objects (s3:PutObject).'],
] as const;

/** Fields below the secret. The secret itself stands beside its key. */
const afterSecret = [
  ['publicUrl', 'https://files.example.com', 'Optional. Where people read the bucket, such as its CDN.'],
] as const;

type Name = (typeof texts | typeof afterSecret)[number][0] | 'secret';

interface Draft {
  texts: Readonly<Record<Name, string>>;
  pathStyle: boolean;
}

const draftOf = (stored: Storage | null): Draft => ({
  texts: {
    endpoint: stored?.endpoint ?? '',
    region: stored?.region ?? '',
    bucket: stored?.bucket ?? '',
    prefix: stored?.prefix ?? '',
    publicUrl: stored?.publicUrl ?? '',
    key: stored?.key ?? '',
    secret: '',
  },
  pathStyle: stored?.pathStyle ?? true,
});

/** Texts in which spaces at either end count. */
const untrimmed: readonly string[] = ['prefix', 'secret'];

/** Leaves out empty fields: the service then takes the default, or keeps the stored secret. */
const bodyOf = (draft: Draft) => {
  const trimmed = Object.entries(draft.texts).map(([name, text]) => [
    name,
    untrimmed.includes(name) ? text : text.trim(),
  ]);
  return { ...Object.fromEntries(trimmed.filter(([, text]) => text !== '')), pathStyle: draft.pathStyle };
};

const secretHint = (stored: Storage | null) =>
  stored
    ? 'Empty: the stored one stays, for the same endpoint and access key. Spaces count.'
    : 'It is stored encrypted, and never shown. Spaces count.';

const required: readonly string[] = ['endpoint', 'bucket', 'key'];

const useForm = ({ initial, onSaved }: StorageFormProps) => {
  const [draft, setDraft] = useState(() => draftOf(initial));
  const [start, setStart] = useState(draft);
  const [saved, setSaved] = useState<SavedStorage>();
  const { run, isBusy, error, clear } = useCall();
  const save = async () => {
    setSaved(undefined);
    const answer = await run<SavedStorage>('/v1/account/storage', { method: 'PUT', body: bodyOf(draft) });
    if (!answer) return;
    const next = draftOf(answer.storage);
    setDraft((now) => ({
      texts: eachUnlessTyped({ from: draft.texts, to: next.texts })(now.texts),
      pathStyle: unlessTyped({ from: draft.pathStyle, to: next.pathStyle })(now.pathStyle),
    }));
    setStart(next);
    setSaved(answer);
    onSaved();
  };
  return {
    ...{ draft, saved, save, isBusy, error },
    isChanged: JSON.stringify(draft) !== JSON.stringify(start),
    set: (name: Name, text: string) => setDraft((last) => ({ ...last, texts: { ...last.texts, [name]: text } })),
    setPathStyle: (pathStyle: boolean) => setDraft((last) => ({ ...last, pathStyle })),
    /** What an earlier save answered is no longer about the form. */
    reset: () => {
      clear();
      setSaved(undefined);
    },
  };
};

export const StorageForm = (props: StorageFormProps) => {
  const { draft, set, setPathStyle, save, saved, isBusy, isChanged, error, reset } = useForm(props);
  const faults = faultsBeside(error?.message, storageLabels);
  const field = (name: Name) => ({
    name,
    label: storageLabels[name],
    value: draft.texts[name],
    fault: faults[name],
    autocomplete: 'off',
    onInput: (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.value),
  });
  const line = ([name, placeholder, hint]: (typeof texts | typeof afterSecret)[number]) => (
    <Field key={name} {...field(name)} {...{ placeholder, hint }} required={required.includes(name)} />
  );
  return (
    <Form class="form pairs" {...{ isBusy, error, isChanged }} onStale={reset} onSubmit={() => void save()}>
      {texts.map(line)}
      <Field {...field('secret')} type="password" required={!props.stored} hint={secretHint(props.stored)} />
      {afterSecret.map(line)}
      <Check
        label={storageLabels.pathStyle}
        isChecked={draft.pathStyle}
        hint={faults.pathStyle ?? 'On: endpoint/bucket/…; off: bucket.endpoint/…'}
        onCheck={setPathStyle}
      />
      {error && <FormFault error={error} labels={storageLabels} />}
      {saved && !isChanged && <SavedNote />}
      <Warnings warnings={saved?.warnings} labels={storageLabels} />
      <div class="row">
        <Submit busy="Saving…">Save</Submit>
      </div>
    </Form>
  );
};
