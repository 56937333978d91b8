import type { ComponentChildren, InputEventHandler } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { formatNumber } from './format.js';

export interface LabelProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  fault?: string | undefined;
}

/** What ties a control to its label, hint and fault. */
interface ControlAttributes {
  id: string;
  class: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A label above a control; below it hint and fault, which screen readers read with the control. */
export const Labelled = ({
  label,
  hint,
  fault,
  children,
}: LabelProps & { children: (control: ControlAttributes) => ComponentChildren }) => {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        class: 'input',
        'aria-describedby': described || undefined,
        'aria-invalid': fault ? true : undefined,
      })}
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault && (
        <span class="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
};

interface FieldProps extends LabelProps {
  name?: string;
  type?: 'text' | 'password' | 'search' | 'url' | 'number' | 'date';
  value?: string;
  placeholder?: string;
  autocomplete?: string;
  required?: boolean;
  maxLength?: number;
  min?: number | string;
  max?: number | string;
  step?: number | 'any';
  onInput?: InputEventHandler<HTMLInputElement>;
}

/** Browsers silently cut pasted text at `maxlength`. So the input takes longer text, and this sentence refuses it. */
export const faultOfLength = (text: string, max: number | undefined): string | undefined =>
  max !== undefined && text.length > max
    ? `At most ${formatNumber(max)} characters: these are ${formatNumber(text.length)}.`
    : undefined;

/** A labelled input of one line. A button shows a secret. Once the field is empty, the next secret is hidden again. */
export const Field = ({ label, hint, fault, type = 'text', maxLength, ...input }: FieldProps) => {
  const [isShown, setShown] = useState(false);
  const isEmpty = !input.value;
  useEffect(() => {
    if (isEmpty) setShown(false);
  }, [isEmpty]);
  // Preact's types take one literal of `type` here.
  const typed = { type: (isShown ? 'text' : type) as 'text' };
  return (
    <Labelled label={label} hint={hint} fault={fault ?? faultOfLength(input.value ?? '', maxLength)}>
      {(control) => (
        <div class={type === 'password' ? 'secret-input' : undefined}>
          <input {...input} {...control} {...typed} spellcheck={false} />
          {type === 'password' && (
            <button type="button" class="button" onClick={() => setShown(!isShown)}>
              {isShown ? 'Hide' : 'Show'}
            </button>
          )}
        </div>
      )}
    </Labelled>
  );
};

interface AreaProps extends LabelProps {
  value: string;
  rows?: number;
  placeholder?: string;
  required?: boolean;
  onText: (text: string) => void;
}

/** A labelled text of several lines. */
export const Area = ({ label, hint, fault, onText, ...area }: AreaProps) => (
  <Labelled label={label} hint={hint} fault={fault}>
    {(control) => (
      <textarea {...area} {...control} spellcheck={false} onInput={(event) => onText(event.currentTarget.value)} />
    )}
  </Labelled>
);

interface ChoiceProps<Id extends string> extends LabelProps {
  value: Id;
  choices: readonly { id: Id; title: string }[];
  onChoose: (id: Id) => void;
}

/** One of a few values. */
export const Choice = <Id extends string>({ label, hint, fault, value, choices, onChoose }: ChoiceProps<Id>) => (
  <Labelled label={label} hint={hint} fault={fault}>
    {(control) => (
      <select {...control} value={value} onChange={(event) => onChoose(event.currentTarget.value as Id)}>
        {choices.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);

interface CheckProps {
  label: string;
  hint?: ComponentChildren;
  name?: string;
  isChecked: boolean;
  isDisabled?: boolean;
  onCheck: (isChecked: boolean) => void;
}

export const Check = ({ label, hint, name, isChecked, isDisabled, onCheck }: CheckProps) => {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={isChecked}
        disabled={isDisabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <div class="field">
        <label for={id}>{label}</label>
        {hint && (
          <span class="hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </div>
    </div>
  );
};
