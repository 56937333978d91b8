import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { CallOptions } from '../service/service.js';
import { useCall } from '../service/use-call.js';
import { Button, useHandOverFocus } from './button.js';
import { Icon, type IconName } from './icon.js';
import { Fault } from './states.js';

interface ConfirmButtonProps {
  /** The label of the button that asks: "Delete". */
  label: string;
  /** For screen readers, where several buttons have one label: "Delete the preset card". */
  describes?: string;
  icon?: IconName;
  isSmall?: boolean;
  question: string;
  /** What happens after a yes. */
  children: ComponentChildren;
  /** The label of the button that does it. The other button is `no`, by default "Keep it". */
  yes: string;
  no?: string;
  /** The call that does it. The dialog shows its error, and closes when it succeeds. */
  path: string;
  method?: CallOptions['method'];
  body?: unknown;
  onDone: () => void;
}

/** A button for what cannot be undone: it asks first. */
export const ConfirmButton = (props: ConfirmButtonProps) => {
  const {
    label,
    describes,
    icon,
    isSmall,
    question,
    children,
    yes,
    no = 'Keep it',
    path,
    method = 'DELETE',
    body,
    onDone,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useHandOverFocus(opener);
  const id = useId();
  const { run, isBusy, error } = useCall();
  const close = () => dialog.current?.close();
  const confirm = async () => {
    if ((await run(path, { method, body })) === undefined) return;
    close();
    onDone();
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        class={`button danger${isSmall ? ' small' : ''}`}
        aria-label={describes}
        onClick={() => dialog.current?.showModal()}
      >
        {icon && <Icon name={icon} />}
        {label}
      </button>
      <dialog ref={dialog} class="dialog" aria-labelledby={id}>
        <h2 id={id}>{question}</h2>
        <div class="muted">{children}</div>
        {error && <Fault error={error} />}
        <div class="row end">
          <button type="button" class="button" onClick={close}>
            {no}
          </button>
          <Button class="button danger" isBusy={isBusy} onClick={() => void confirm()}>
            {yes}
          </Button>
        </div>
      </dialog>
    </>
  );
};
