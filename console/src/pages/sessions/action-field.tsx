import { useId } from 'preact/hooks';
import { Prose } from '../../components/prose.js';
import type { PropertyEntry } from '../../service/tables.js';
import { isJson } from './payload.js';

interface ActionFieldProps {
  property: PropertyEntry;
  text: string;
  onText: (text: string) => void;
}

const Control = ({ property, text, onText, ...input }: ActionFieldProps & { id: string }) => {
  const { type, values, required, default: standard } = property;
  const shared = { ...input, class: 'input', value: text, required, name: property.name };
  const placeholder = standard === undefined ? '' : String(standard);
  if (type === 'enum')
    return (
      <select {...shared} onChange={(event) => onText(event.currentTarget.value)}>
        <option value="">{standard === undefined ? '' : `${standard} (default)`}</option>
        {values
          ?.filter((value) => value !== standard)
          .map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
      </select>
    );
  if (isJson(property) || property.name === 'text')
    return <textarea {...shared} rows={2} spellcheck={false} onInput={(event) => onText(event.currentTarget.value)} />;
  return (
    <input
      {...shared}
      type="text"
      spellcheck={false}
      autocomplete="off"
      placeholder={placeholder}
      inputMode={type === 'integer' || type === 'number' ? 'decimal' : undefined}
      onInput={(event) => onText(event.currentTarget.value)}
    />
  );
};

/** A property of an action's payload. */
export const ActionField = ({ property, text, onText }: ActionFieldProps) => {
  const id = useId();
  const hint = (
    <span class="hint" id={`${id}-hint`}>
      <Prose text={property.description} />
    </span>
  );
  if (property.type === 'boolean')
    return (
      <div class="check option">
        <input
          id={id}
          type="checkbox"
          name={property.name}
          checked={(text || String(property.default)) === 'true'}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onText(String(event.currentTarget.checked))}
        />
        <div class="field">
          <label for={id}>{property.name}</label>
          {hint}
        </div>
      </div>
    );
  return (
    <div class="field option">
      <label for={id}>
        {property.name}
        {property.required && <span class="muted"> required</span>}
      </label>
      <Control id={id} aria-describedby={`${id}-hint`} property={property} text={text} onText={onText} />
      {hint}
    </div>
  );
};
