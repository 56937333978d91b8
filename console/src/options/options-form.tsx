import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../components/icon.js';
import { optionsOf } from '../service/tables.js';
import { useAnswer } from '../service/use-service.js';
import { changedOptions, type FormState, fieldKey } from './form-state.js';
import { OptionField } from './option-field.js';
import { groupOptions, type OptionGroup } from './option-groups.js';

interface OptionsFormProps {
  state: FormState;
  faults: Readonly<Record<string, string>>;
  onTexts: (texts: FormState['texts']) => void;
  /** Options that have no meaning here. */
  without?: readonly string[];
}

const useSuggestions = (): Readonly<Record<string, readonly string[]>> => {
  const devices = useAnswer<{ devices: readonly { key: string }[] }>('/screenshot/devices');
  const presets = useAnswer<{ presets: readonly { name: string }[] }>('/v1/account/presets');
  return {
    emulateDevice: devices.value?.devices.map(({ key }) => key) ?? [],
    preset: presets.value?.presets.map(({ name }) => name) ?? [],
  };
};

interface GroupProps extends OptionsFormProps {
  group: OptionGroup;
  /** At first; then it is as the person leaves it, and a new fault opens it. */
  startsOpen: boolean;
  suggestions: Readonly<Record<string, readonly string[]>>;
}

const Group = ({ group, startsOpen, state, faults, suggestions, onTexts }: GroupProps) => {
  const [isOpen, setOpen] = useState(startsOpen);
  const faulty = group.options.flatMap(({ name }) => (faults[name] ? [name] : [])).join(' ');
  useEffect(() => {
    if (faulty) setOpen(true);
  }, [faulty]);
  const changed = changedOptions(state).filter((option) => group.options.includes(option)).length;
  return (
    <details class="option-group" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" />
        <h3>{group.title}</h3>
        {changed > 0 && <span class="badge warn">{changed} set</span>}
      </summary>
      <div class="option-list">
        {group.options.map((option) => (
          <OptionField
            key={fieldKey(option)}
            option={option}
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

/** All options of the endpoint, in groups that a search narrows. */
export const OptionsForm = (props: OptionsFormProps) => {
  const { state, onTexts, without = [] } = props;
  const [search, setSearch] = useState('');
  const suggestions = useSuggestions();
  const options = optionsOf(state.endpoint).filter(({ name }) => !without.includes(name));
  const groups = groupOptions(options, search);
  const changed = changedOptions(state).length;
  return (
    <section class="card options" aria-label="Options">
      <div class="card-head">
        <h2>Options</h2>
        {changed > 0 && (
          <button type="button" class="button small" onClick={() => onTexts({})}>
            Reset {changed}
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
          key={`${group.title} ${search !== ''}`}
          group={group}
          startsOpen={index === 0 || search !== ''}
          suggestions={suggestions}
        />
      ))}
      {groups.length === 0 && <p class="muted">No option matches “{search}”.</p>}
    </section>
  );
};
