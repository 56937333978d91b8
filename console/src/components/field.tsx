import type { ComponentChildren, InputEventHandler } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  fault?: string | undefined;
  name?: string;
  type?: 'text' | 'password' | 'search' | 'url' | 'number';
  value?: string;
  placeholder?: string;
  autocomplete?: string;
  required?: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
  step?: number | 'any';
  onInput?: InputEventHandler<HTMLInputElement>;
}

/** A labelled input of one line. Hint and fault are read with it. */
export const Field = ({ label, hint, fault, type = 'text', ...input }: FieldProps) => {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        // Preact's types take one literal here.
        type={type as 'text'}
        id={id}
        class="input"
        spellcheck={false}
        aria-describedby={described || undefined}
        aria-invalid={fault ? true : undefined}
      />
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
