import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { useUnsaved } from '../routing/leaving.js';
import { Button } from './button.js';

interface FormProps {
  class?: string;
  /** For screen readers, where no heading above names the form. */
  label?: string;
  isBusy: boolean;
  /** A new error focuses the first field with a fault. */
  error?: unknown;
  /** A field was changed, or the browser refuses one: an earlier error is no longer about the form. */
  onStale?: () => void;
  /** The form has entries that are not saved: leaving asks first. */
  isChanged?: boolean;
  /** Saving would do nothing, or cannot succeed. */
  isOff?: boolean;
  onSubmit: (form: HTMLFormElement) => void;
  children: ComponentChildren;
}

const SubmitContext = createContext({ isBusy: false, isOff: false });

/** A form that saves once at a time and loses no entry unasked. */
export const Form = (props: FormProps) => {
  const { label, isBusy, error, onStale, isChanged = false, isOff = false, onSubmit, children } = props;
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(isChanged ? 'What you entered is not saved.' : undefined);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy && !isOff) onSubmit(event.currentTarget as HTMLFormElement);
  };
  return (
    <SubmitContext.Provider value={{ isBusy, isOff }}>
      <form
        ref={form}
        class={props.class}
        aria-label={label}
        onSubmit={submit}
        onInput={onStale}
        onInvalidCapture={onStale}
      >
        {children}
      </form>
    </SubmitContext.Provider>
  );
};

/** The button of a `Form`. */
export const Submit = ({ busy, children }: { busy?: string; children: ComponentChildren }) => (
  <Button type="submit" class="button primary" busy={busy} {...useContext(SubmitContext)}>
    {children}
  </Button>
);
