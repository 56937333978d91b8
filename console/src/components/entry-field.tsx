import { useId } from 'preact/hooks';
import type { OptionEntry, PropertyEntry } from '../service/tables.js';
import { faultOfLength } from './field.js';
import { boundsOf } from './labels.js';
import { Prose } from './prose.js';
import { titleOf } from './titles.js';

interface EntryFieldProps {
  /** An option of a render, or a property of an action's payload. */
  entry: OptionEntry | PropertyEntry;
  text: string;
  fault?: string | undefined;
  /** Known values to choose from, such as devices. */
  suggestions?: readonly string[] | undefined;
  onText: (text: string) => void;
}

type ControlProps = Omit<EntryFieldProps, 'fault' | 'suggestions'> & {
  id: string;
  name: string;
  required: boolean | undefined;
};

/** The description without its demand for base64url: the form encodes by itself. */
const plainDescription = (description: string) => description.replaceAll(/,?( as JSON)? in base64url(?=[.;:])/g, '');

/** `Above 0, up to 3`; the default stands in the field. */
const shownBounds = (entry: EntryFieldProps['entry']): string => {
  const bounds = boundsOf(entry);
  return bounds.charAt(0).toUpperCase() + bounds.slice(1);
};

const exampleOf = (entry: EntryFieldProps['entry']) => ('example' in entry ? entry.example : undefined);

const placeholderOf = (entry: EntryFieldProps['entry']): string => {
  const { type, default: standard } = entry;
  if (type === 'json') return exampleOf(entry) ? '' : '{"name": "value"}';
  if (type === 'base64') return '';
  return standard === undefined ? (exampleOf(entry) ?? '') : String(standard);
};

const Choice = ({ entry, text, onText, ...input }: ControlProps) => (
  <select {...input} class="input" value={text} onChange={(event) => onText(event.currentTarget.value)}>
    <option value="">{entry.default === undefined ? 'default' : `default (${entry.default})`}</option>
    {entry.values?.map((value) => (
      <option key={value} value={value}>
        {value}
      </option>
    ))}
  </select>
);

const Line = ({ entry, text, suggestions, onText, ...input }: ControlProps & Pick<EntryFieldProps, 'suggestions'>) => (
  <>
    <input
      {...input}
      class="input"
      type="text"
      inputMode={entry.type === 'integer' || entry.type === 'number' ? 'decimal' : undefined}
      spellcheck={false}
      autocomplete="off"
      value={text}
      placeholder={placeholderOf(entry)}
      list={suggestions ? `${input.id}-list` : undefined}
      onInput={(event) => onText(event.currentTarget.value)}
    />
    {suggestions && (
      <datalist id={`${input.id}-list`}>
        {suggestions.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    )}
  </>
);

const Area = ({ entry, text, onText, ...input }: ControlProps) => (
  <textarea
    {...input}
    class="input"
    rows={3}
    spellcheck={false}
    value={text}
    placeholder={placeholderOf(entry)}
    onInput={(event) => onText(event.currentTarget.value)}
  />
);

const Flag = ({ entry, text, onText, required: _, ...input }: ControlProps) => (
  <input
    {...input}
    type="checkbox"
    checked={(text || String(entry.default)) === 'true'}
    onChange={(event) => onText(String(event.currentTarget.checked))}
  />
);

const longTypes: readonly string[] = ['base64', 'json', 'array', 'object', 'any'];

const Control = ({ suggestions, ...input }: ControlProps & Pick<EntryFieldProps, 'suggestions'>) => {
  const { type, name } = input.entry;
  if (type === 'boolean') return <Flag {...input} />;
  if (type === 'enum') return <Choice {...input} />;
  return longTypes.includes(type) || name === 'text' ? (
    <Area {...input} />
  ) : (
    <Line {...input} suggestions={suggestions} />
  );
};

/** A field for an entry of the tables, with the control that fits its type. */
export const EntryField = ({ entry, text, suggestions, onText, ...given }: EntryFieldProps) => {
  const id = useId();
  const fault = given.fault ?? faultOfLength(text, 'maxLength' in entry ? entry.maxLength : undefined);
  const { name, type, required, description } = entry;
  const bounds = shownBounds(entry);
  const shared = { id, entry, text, onText, name, required };
  const described = { 'aria-describedby': `${id}-hint`, 'aria-invalid': fault ? true : undefined };
  const control = <Control {...shared} {...described} suggestions={suggestions} />;
  const label = (
    <div class="option-name">
      <label for={id}>
        {titleOf(name)}
        {required && <span class="muted"> required</span>}
      </label>
      <code>{name}</code>
    </div>
  );
  const hint = (
    <span class="hint" id={`${id}-hint`}>
      <Prose text={plainDescription(description)} />
      {bounds && <span class="bounds"> {bounds}.</span>}
      {fault && (
        <strong class="fault">
          <Prose text={fault} />
        </strong>
      )}
    </span>
  );
  if (type === 'boolean')
    return (
      <div class="check option" data-option={name}>
        {control}
        <div class="field">
          {label}
          {hint}
        </div>
      </div>
    );
  return (
    <div class="field option" data-option={name}>
      {label}
      {control}
      {hint}
    </div>
  );
};
