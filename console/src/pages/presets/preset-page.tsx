import type { Endpoint } from '@tintype/contracts';
import { useState } from 'preact/hooks';
import { Choice, Field } from '../../components/field.js';
import { formatNumber } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered, Fault } from '../../components/states.js';
import { Warnings } from '../../components/trial.js';
import { changedOptions, type FieldTexts, type FormState, namedOptions, readForm } from '../../options/form-state.js';
import { OptionsForm } from '../../options/options-form.js';
import { textOf } from '../../options/query.js';
import { Link } from '../../routing/location.js';
import type { Preset, PresetAnswer } from '../../service/settings-answers.js';
import { useCall } from '../../service/use-call.js';
import { useAnswer } from '../../service/use-service.js';
import { formEndpointOf, leftOut, presetTexts } from './preset-texts.js';

const choices = [
  { id: 'all', title: 'All endpoints' },
  { id: 'image', title: 'Image' },
  { id: 'pdf', title: 'PDF' },
  { id: 'content', title: 'Content' },
  { id: 'metadata', title: 'Metadata' },
  { id: 'animated', title: 'Animated' },
] as const;

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

const useEditor = (preset: Preset | undefined) => {
  const [draft, setDraft] = useState(() => draftOf(preset));
  const [saved, setSaved] = useState<PresetAnswer>();
  const { run, isBusy, error } = useCall();
  const form: FormState = { endpoint: formEndpointOf(draft.endpoint), url: '', texts: draft.texts };
  const without = leftOut(draft.endpoint);
  const { values, faults } = readForm(form);
  const save = async () => {
    setSaved(undefined);
    const given = values.filter(([{ name }]) => name !== 'url' && !without.includes(name));
    const options = { ...draft.others, ...Object.fromEntries(given.map((each) => [each[0].name, textOf(...each)])) };
    const path = `/v1/account/presets/${encodeURIComponent(draft.name)}`;
    setSaved(await run(path, { method: 'PUT', body: { endpoint: draft.endpoint, options } }));
  };
  const named = error
    ? namedOptions(
        error.message,
        changedOptions(form).map(({ name }) => name),
      )
    : [];
  const ofService = Object.fromEntries(named.map((name) => [name, error?.message ?? '']));
  return {
    ...{ draft, form, without, save, saved, isBusy, error },
    faults: { ...ofService, ...faults },
    canSave: Object.keys(faults).length === 0 && !isBusy,
    change: (next: Partial<Draft>) => setDraft((last) => ({ ...last, ...next })),
  };
};

const Saved = ({ saved }: { saved: PresetAnswer }) => (
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

const Editor = ({ preset }: { preset?: Preset }) => {
  const { draft, form, without, faults, save, saved, canSave, error, change } = useEditor(preset);
  const others = Object.entries(draft.others);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <div class="playground">
      <OptionsForm state={form} faults={faults} without={without} onTexts={(texts) => change({ texts })} />
      <form class="card form" onSubmit={onSubmit}>
        {!preset && (
          <Field
            label="Name"
            name="name"
            required
            maxLength={64}
            value={draft.name}
            hint="1 to 64 letters, digits, - and _"
            onInput={(event) => change({ name: event.currentTarget.value.trim() })}
          />
        )}
        <Choice
          label="Endpoint"
          value={draft.endpoint ?? 'all'}
          choices={choices}
          hint="A preset of one endpoint can have the options of that endpoint."
          onChoose={(id) => change({ endpoint: id === 'all' ? null : id })}
        />
        {others.length > 0 && (
          <p class="small muted">Kept as stored: {others.map(([name, value]) => `${name}=${value}`).join(', ')}</p>
        )}
        {error && <Fault error={error} />}
        {saved && <Saved saved={saved} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={!canSave}>
            Save
          </button>
        </div>
      </form>
    </div>
  );
};

const back = <Link to="/presets">All presets</Link>;

export const NewPresetPage = () => (
  <Page title="New preset" about={back}>
    <Editor />
  </Page>
);

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
