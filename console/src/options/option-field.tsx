import { useId } from 'preact/hooks';
import { formatNumber } from '../components/format.js';
import { Prose } from '../components/prose.js';
import type { OptionEntry } from '../service/tables.js';

interface OptionFieldProps {
  option: OptionEntry;
  text: string;
  fault: string | undefined;
  /** Known values to choose from, such as devices. */
  suggestions?: readonly string[] | undefined;
  onText: (text: string) => void;
}

/** The form encodes by itself what a query has in base64url. */
const plainDescription = (description: string) => description.replaceAll(/,?( as JSON)? in base64url(?=[.;:])/g, '');

/** `1 to 5,000`; the default stands in the field. */
const boundsOf = ({ min, above, max }: OptionEntry): string => {
  if (max === undefined) return '';
  if (above !== undefined) return `Above ${formatNumber(above)}, up to ${formatNumber(max)}`;
  return min === undefined ? '' : `${formatNumber(min)} to ${formatNumber(max)}`;
};

const Choice = ({ option, text, onText, ...input }: Omit<OptionFieldProps, 'fault'> & { id: string }) => (
  <select {...input} class="input" value={text} onChange={(event) => onText(event.currentTarget.value)}>
    <option value="">{option.default === undefined ? 'default' : `${option.default} (default)`}</option>
    {option.values
      ?.filter((value) => value !== option.default)
      .map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
  </select>
);

const placeholderOf = ({ type, example, default: standard }: OptionEntry) => {
  if (type === 'json') return example ? '' : '{"name": "value"}';
  if (type === 'base64') return '';
  return standard === undefined ? (example ?? '') : String(standard);
};

const Line = ({ option, text, suggestions, onText, ...input }: Omit<OptionFieldProps, 'fault'> & { id: string }) => {
  const isNumber = option.type === 'integer' || option.type === 'number';
  return (
    <>
      <input
        {...input}
        class="input"
        type="text"
        inputMode={isNumber ? 'decimal' : undefined}
        spellcheck={false}
        autocomplete="off"
        value={text}
        placeholder={placeholderOf(option)}
        maxLength={option.maxLength}
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
};

const Area = ({ option, text, onText, ...input }: Omit<OptionFieldProps, 'fault' | 'suggestions'> & { id: string }) => (
  <textarea
    {...input}
    class="input"
    rows={3}
    spellcheck={false}
    value={text}
    placeholder={placeholderOf(option)}
    onInput={(event) => onText(event.currentTarget.value)}
  />
);

const Flag = ({ option, text, onText, ...input }: Omit<OptionFieldProps, 'fault' | 'suggestions'> & { id: string }) => (
  <input
    {...input}
    type="checkbox"
    checked={(text || String(option.default)) === 'true'}
    onChange={(event) => onText(String(event.currentTarget.checked))}
  />
);

/** An option of the table, with the control that fits its type. */
export const OptionField = ({ option, text, fault, suggestions, onText }: OptionFieldProps) => {
  const id = useId();
  const isFlag = option.type === 'boolean';
  const isArea = option.type === 'base64' || option.type === 'json';
  const bounds = isFlag ? '' : boundsOf(option);
  const input = {
    id,
    option,
    text,
    onText,
    name: option.name,
    'aria-describedby': `${id}-hint`,
    'aria-invalid': fault ? true : undefined,
  };
  const hint = (
    <span class="hint" id={`${id}-hint`}>
      <Prose text={plainDescription(option.description)} />
      {bounds && <span class="bounds"> {bounds}.</span>}
      {fault && (
        <strong class="fault">
          <Prose text={fault} />
        </strong>
      )}
    </span>
  );
  if (isFlag)
    return (
      <div class="check option" data-option={option.name}>
        <Flag {...input} />
        <div class="field">
          <label for={id}>{option.name}</label>
          {hint}
        </div>
      </div>
    );
  return (
    <div class="field option" data-option={option.name}>
      <label for={id}>{option.name}</label>
      {option.type === 'enum' && <Choice {...input} />}
      {isArea && <Area {...input} />}
      {option.type !== 'enum' && !isArea && <Line {...input} suggestions={suggestions} />}
      {hint}
    </div>
  );
};
