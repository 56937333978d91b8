import { useEffect, useRef, useState } from 'preact/hooks';
import { EntryField } from '../components/entry-field.js';
import { Icon } from '../components/icon.js';
import { Prose } from '../components/prose.js';
import type { DevicesAnswer, PresetsAnswer } from '../service/answers.generated.js';
import type { OptionEntry } from '../service/tables.js';
import { useAnswer } from '../service/use-service.js';
import { type FormState, fieldKey, filledOptions, shownOptions } from './form-state.js';
import { groupOptions, type OptionGroup } from './option-groups.js';

interface OptionsFormProps {
  state: FormState;
  faults: Readonly<Record<string, string>>;
  onTexts: (texts: FormState['texts']) => void;
  /** Each new object brings its option into view, and focuses it. */
  revealed?: { name: string } | undefined;
  /** A sentence on an option without a field. */
  note?: string | undefined;
}

const useSuggestions = (): Readonly<Record<string, readonly string[]>> => {
  const devices = useAnswer<DevicesAnswer>('/screenshot/devices');
  const presets = useAnswer<PresetsAnswer>('/v1/account/presets');
  return {
    emulateDevice: devices.value?.devices.map(({ key }) => key) ?? [],
    preset: presets.value?.presets.map(({ name }) => name) ?? [],
  };
};

const presetDefault = 'as in the preset';

interface GroupProps extends OptionsFormProps {
  group: OptionGroup;
  /** Whether the group is open at first. Later it is as the person leaves it, and a new fault opens it. */
  startsOpen: boolean;
  suggestions: Readonly<Record<string, readonly string[]>>;
}

/** A box has two states only, so with a preset a list tells `false` from the preset's value. */
const besidePreset = (option: OptionEntry): OptionEntry => {
  if (option.type === 'boolean') return { ...option, type: 'enum', values: ['true', 'false'], default: presetDefault };
  return option.default === undefined ? option : { ...option, default: presetDefault };
};

const Group = ({ group, startsOpen, state, faults, suggestions, onTexts }: GroupProps) => {
  const [isOpen, setOpen] = useState(startsOpen);
  const faulty = group.options.flatMap(({ name }) => (faults[name] ? [name] : [])).join(' ');
  useEffect(() => {
    if (faulty) setOpen(true);
  }, [faulty]);
  const filled = filledOptions(state);
  const filledHere = filled.filter((option) => group.options.includes(option)).length;
  const hasPreset = filled.some(({ name }) => name === 'preset');
  return (
    <details class="option-group" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" />
        <h3>{group.title}</h3>
        {filledHere > 0 && <span class="badge warn">{filledHere} set</span>}
      </summary>
      <div class="option-list">
        {group.options.map((option) => (
          <EntryField
            key={fieldKey(option)}
            entry={hasPreset ? besidePreset(option) : option}
            text={state.texts[fieldKey(option)] ?? ''}
            fault={faults[option.name]}
            suggestions={suggestions[option.name]}
            onText={(text) => onTexts({ ...state.texts, [fieldKey(option)]: text })}
          />
        ))}
      </div>
    </details>
  );
};

/** The search of a form. A revealed option ends it, since the search may hide that option. */
const useSearch = (revealed: OptionsFormProps['revealed']) => {
  const [search, setSearch] = useState('');
  const form = useRef<HTMLElement>(null);
  const pending = useRef<string>(undefined);
  useEffect(() => {
    pending.current = revealed?.name;
    if (revealed) setSearch('');
  }, [revealed]);
  useEffect(() => {
    if (pending.current === undefined || search !== '') return;
    const option = form.current?.querySelector(`[data-option="${pending.current}"]`);
    pending.current = undefined;
    const group = option?.closest('details');
    if (group) group.open = true;
    option?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [revealed, search]);
  return { form, search, setSearch };
};

/** On a phone all groups begin closed, so the result is near. */
const isWide = () => matchMedia('(min-width: 1001px)').matches;

/** All options of the endpoint, in groups that a search narrows. */
export const OptionsForm = (props: OptionsFormProps) => {
  const { state, onTexts, revealed, note } = props;
  const { form, search, setSearch } = useSearch(revealed);
  const suggestions = useSuggestions();
  const options = shownOptions(state);
  const groups = groupOptions(options, search);
  const filledCount = filledOptions(state).length;
  return (
    <section class="card options" aria-label="Options" ref={form}>
      <div class="card-head">
        <h2>Options</h2>
        {filledCount > 0 && (
          <button type="button" class="button small" onClick={() => onTexts({})}>
            Reset {filledCount}
          </button>
        )}
      </div>
      <input
        class="input"
        type="search"
        aria-label="Search options"
        placeholder={`Search ${options.length} options`}
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      {groups.map((group, index) => (
        <Group
          {...props}
          key={`${group.title} ${search}`}
          group={group}
          startsOpen={search !== '' || (index === 0 && isWide())}
          suggestions={suggestions}
        />
      ))}
      {note && (
        <p class="muted small">
          <Prose text={note} />
        </p>
      )}
      {groups.length === 0 && <p class="muted">No option matches “{search}”.</p>}
    </section>
  );
};
