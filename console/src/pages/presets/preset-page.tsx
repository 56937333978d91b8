import type { Endpoint } from '@tintype/contracts';
import { useState } from 'preact/hooks';
import { Choice, Field } from '../../components/field.js';
import { ForManagers } from '../../components/for-managers.js';
import { formatNumber } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered, Fault, Warnings } from '../../components/states.js';
import { type FieldTexts, type FormState, faultsOf, readForm } from '../../options/form-state.js';
import { OptionsForm } from '../../options/options-form.js';
import { type OptionValue, textOf } from '../../options/query.js';
import { hrefOf, Link } from '../../routing/location.js';
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
  /** The name of a new preset is fixed once it is saved. */
  isNew?: boolean;
  /** A new preset never replaces one: programs use that one at once. */
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
  const [saved, setSaved] = useState<SavedPreset>();
  const { run, isBusy, error, clear } = useCall();
  const form: FormState = { ...emptyForm(draft.endpoint), texts: draft.texts };
  const { values, faults } = readForm(form);
  const isTaken = takenNames.includes(draft.name);
  const save = async () => {
    setSaved(undefined);
    const path = `/v1/account/presets/${encodeURIComponent(draft.name)}`;
    const answer = await run<SavedPreset>(path, { method: 'PUT', body: bodyOf(draft, values) });
    setSaved(answer);
    if (answer) onSaved?.(answer.preset.name);
  };
  return {
    ...{ draft, form, save, saved, error, isTaken },
    faults: { ...faultsOf(error, form), ...faults },
    canSave: Object.keys(faults).length === 0 && !isBusy && !isTaken,
    /** What was refused or saved is another preset than the changed one. */
    change: (next: Partial<Draft>) => {
      clear();
      setSaved(undefined);
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

interface NameFieldProps {
  name: string;
  isTaken: boolean;
  onName: (name: string) => void;
}

const NameField = ({ name, isTaken, onName }: NameFieldProps) => (
  <Field
    label="Name"
    name="name"
    required
    maxLength={64}
    value={name}
    hint="1 to 64 letters, digits, - and _"
    fault={isTaken ? taken : undefined}
    onInput={(event) => onName(event.currentTarget.value.trim())}
  />
);

const Editor = (props: EditorProps) => {
  const { draft, form, faults, save, saved, canSave, error, isTaken, change } = useEditor(props);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <div class="beside">
      <form class="card form" onSubmit={onSubmit}>
        {props.isNew && <NameField {...{ name: draft.name, isTaken }} onName={(name) => change({ name })} />}
        <Choice
          label="Endpoint"
          value={draft.endpoint ?? 'all'}
          choices={choices}
          hint="A preset of one endpoint can have all its options, one of all endpoints only those that all have."
          onChoose={(id) => change({ endpoint: id === 'all' ? null : id })}
        />
        <Others others={draft.others} onChange={(others) => change({ others })} />
        {error && <Fault error={error} />}
        {saved && <Saved saved={saved} />}
        <ForManagers note="Your secret cannot change presets.">
          <div class="row">
            <button type="submit" class="button primary" disabled={!canSave}>
              Save
            </button>
          </div>
        </ForManagers>
      </form>
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
    history.replaceState(null, '', hrefOf(`/presets/edit/${saved}`));
    setName(saved);
  };
  return (
    <Page title={isNew ? 'New preset' : `Preset ${name}`} about={back}>
      <Editor isNew={isNew} takenNames={isNew ? value?.presets.map((preset) => preset.name) : []} onSaved={onSaved} />
    </Page>
  );
};

export const PresetPage = ({ name = '' }: Record<string, string>) => {
  const answer = useAnswer<PresetAnswer>(`/v1/account/presets/${encodeURIComponent(name)}`);
  return (
    <Page title={`Preset ${name}`} about={back}>
      <Answered answer={answer} loading="Loading the preset">
        {({ preset }) => <Editor key={preset.version} preset={preset} />}
      </Answered>
    </Page>
  );
};
