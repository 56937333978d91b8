import type { Endpoint } from '@tintype/contracts';
import { useState } from 'preact/hooks';
import { Choice, Field } from '../../components/field.js';
import { ForManagers, useIsManager } from '../../components/for-managers.js';
import { Form, Submit } from '../../components/form.js';
import { formatNumber } from '../../components/format.js';
import { faultsBeside } from '../../components/labels.js';
import { Page } from '../../components/page.js';
import { Answered, FormFault, Warnings } from '../../components/states.js';
import { type FieldTexts, type FormState, faultsOf, readForm } from '../../options/form-state.js';
import { OptionsForm } from '../../options/options-form.js';
import { type OptionValue, textOf } from '../../options/query.js';
import { Link, replaceAddress } from '../../routing/location.js';
import type { Preset, PresetAnswer, PresetsAnswer, SavedPreset } from '../../service/answers.generated.js';
import { endpointTitles } from '../../service/tables.js';
import { useCall } from '../../service/use-call.js';
import { useAnswer } from '../../service/use-service.js';
import { emptyForm, presetTexts, shownOption } from './preset-texts.js';

const choices: readonly { id: Endpoint | 'all'; title: string }[] = [
  { id: 'all', title: 'All endpoints' },
  ...endpointTitles,
];

interface Draft {
  name: string;
  endpoint: Endpoint | null;
  texts: FieldTexts;
  /** Options without a field; they stay as they are. */
  others: Readonly<Record<string, string>>;
}

const draftOf = (preset: Preset | undefined): Draft =>
  preset
    ? { name: preset.name, endpoint: preset.endpoint, ...presetTexts(preset) }
    : { name: '', endpoint: null, texts: {}, others: {} };

interface EditorProps {
  preset?: Preset;
  /** The form has a field for the name. A saved preset keeps its name. */
  isNew?: boolean;
  /** Names of stored presets. A new preset never replaces one, because programs would use it at once. */
  takenNames?: readonly string[];
  onSaved?: (name: string) => void;
}

const bodyOf = ({ endpoint, others }: Draft, values: readonly OptionValue[]) => {
  const given = values.filter(([{ name }]) => name !== 'url');
  return {
    endpoint,
    options: { ...others, ...Object.fromEntries(given.map((each) => [each[0].name, textOf(...each)])) },
  };
};

const taken = 'A preset has this name. Change that one, or take another name.';

const useEditor = ({ preset, takenNames = [], onSaved }: EditorProps) => {
  const [draft, setDraft] = useState(() => draftOf(preset));
  const [savedDraft, setSavedDraft] = useState(draft);
  const [saved, setSaved] = useState<SavedPreset>();
  const [isEmptyAsked, setEmptyAsked] = useState(false);
  const { run, isBusy, error, clear } = useCall();
  const form: FormState = { ...emptyForm(draft.endpoint), texts: draft.texts };
  const { values, faults } = readForm(form);
  const isTaken = takenNames.includes(draft.name);
  const save = async () => {
    const body = bodyOf(draft, values);
    if (Object.keys(body.options).length === 0 && !isEmptyAsked) return setEmptyAsked(true);
    setSaved(undefined);
    const path = `/v1/account/presets/${encodeURIComponent(draft.name)}`;
    const answer = await run<SavedPreset>(path, { method: 'PUT', body });
    setSaved(answer);
    if (!answer) return;
    setSavedDraft(draft);
    onSaved?.(answer.preset.name);
  };
  return {
    ...{ draft, form, save, saved, error, isBusy, isTaken, clear },
    isEmptyAsked: isEmptyAsked && !saved,
    isChanged: JSON.stringify(draft) !== JSON.stringify(savedDraft),
    faults: { ...faultsOf(error, form), ...faults },
    canSave: Object.keys(faults).length === 0 && !isTaken,
    /** Removes errors and notes: they are not about the changed preset. */
    change: (next: Partial<Draft>) => {
      clear();
      setSaved(undefined);
      setEmptyAsked(false);
      setDraft((last) => ({ ...last, ...next }));
    },
  };
};

const Saved = ({ saved }: { saved: SavedPreset }) => (
  <>
    <p class="notice good" role="status">
      <strong>Saved as version {formatNumber(saved.preset.version)}</strong>
      <span>
        Use it as <code>preset={saved.preset.name}</code> in a request.
      </span>
    </p>
    <Warnings warnings={saved.warnings} />
  </>
);

interface OthersProps {
  others: Draft['others'];
  onChange: (others: Draft['others']) => void;
}

/** Stored options that the endpoint of the form does not have. The service may refuse them there. */
const Others = ({ others, onChange }: OthersProps) =>
  Object.keys(others).length === 0 ? null : (
    <fieldset class="kept">
      <legend>Stored options without a field here</legend>
      {Object.entries(others).map(([name, value]) => (
        <p key={name} class="copyable">
          <code>{`${name}=${shownOption(name, value)}`}</code>
          <button
            type="button"
            class="button small"
            aria-label={`Remove ${name}`}
            onClick={() => onChange(Object.fromEntries(Object.entries(others).filter(([each]) => each !== name)))}
          >
            Remove
          </button>
        </p>
      ))}
    </fieldset>
  );

const labels = { name: 'Name', endpoint: 'Endpoint' };

interface NameFieldProps {
  name: string;
  fault: string | undefined;
  onName: (name: string) => void;
}

const NameField = ({ name, fault, onName }: NameFieldProps) => (
  <Field
    label={labels.name}
    name="name"
    required
    maxLength={64}
    value={name}
    hint="1 to 64 letters, digits, hyphens and underscores"
    fault={fault}
    onInput={(event) => onName(event.currentTarget.value.trim())}
  />
);

const Editor = (props: EditorProps) => {
  const { draft, form, faults, save, saved, canSave, isTaken, isEmptyAsked, change, ...call } = useEditor(props);
  const { error, isBusy, isChanged, clear } = call;
  const isManager = useIsManager();
  const nameFault = isTaken ? taken : faultsBeside(error?.message, labels).name;
  return (
    <div class="beside">
      <Form
        class="card form"
        {...{ isBusy, error }}
        isChanged={isChanged && isManager}
        isOff={!canSave}
        onStale={clear}
        onSubmit={() => void save()}
      >
        {props.isNew && <NameField name={draft.name} fault={nameFault} onName={(name) => change({ name })} />}
        <Choice
          label={labels.endpoint}
          value={draft.endpoint ?? 'all'}
          choices={choices}
          hint="A preset of one endpoint can have all its options, one of all endpoints only those that all have."
          onChoose={(id) => change({ endpoint: id === 'all' ? null : id })}
        />
        <Others others={draft.others} onChange={(others) => change({ others })} />
        {error && <FormFault {...{ error, labels }} beside={props.isNew ? ['name'] : []} />}
        {saved && <Saved saved={saved} />}
        {isEmptyAsked && (
          <p class="notice warn" role="alert">
            <strong>This preset has no option</strong>
            <span>It changes no request until it has an option. Set one, or save it without.</span>
          </p>
        )}
        <ForManagers>
          <div class="row">
            <Submit busy="Saving…">{isEmptyAsked ? 'Save without options' : 'Save'}</Submit>
          </div>
        </ForManagers>
      </Form>
      <OptionsForm state={form} faults={faults} onTexts={(texts) => change({ texts })} />
    </div>
  );
};

const back = <Link to="/presets">All presets</Link>;

export const NewPresetPage = () => {
  const [name, setName] = useState<string>();
  const { value } = useAnswer<PresetsAnswer>('/v1/account/presets');
  const isNew = name === undefined;
  // The form stays, with what the save answered; a reload then opens the saved preset.
  const onSaved = (saved: string) => {
    replaceAddress(`/presets/edit/${saved}`);
    setName(saved);
  };
  return (
    <Page title={isNew ? 'New preset' : `Preset ${name}`} about={back}>
      <ForManagers note="Your secret cannot make presets.">
        <Editor isNew={isNew} takenNames={isNew ? value?.presets.map((preset) => preset.name) : []} onSaved={onSaved} />
      </ForManagers>
    </Page>
  );
};

export const PresetPage = ({ name = '' }: Record<string, string>) => {
  const answer = useAnswer<PresetAnswer>(`/v1/account/presets/${encodeURIComponent(name)}`);
  return (
    <Page title={`Preset ${name}`} about={back}>
      <Answered answer={answer} loading="Loading the preset">
        {({ preset }) => (
          <>
            <ForManagers note="Your secret cannot change presets." />
            <Editor key={preset.version} preset={preset} />
          </>
        )}
      </Answered>
    </Page>
  );
};
