import { useEffect, useRef, useState } from 'preact/hooks';
import { useUnsaved } from '../routing/leaving.js';
import { useHandOverFocus } from './button.js';
import { CopyButton } from './copy-button.js';

interface ShownValue {
  title: string;
  value: string;
  /** No answer shows it again: leaving the page asks, until it is copied. */
  isSecret?: boolean;
}

interface ShownOnceProps {
  values: readonly ShownValue[];
  onDone: () => void;
}

/** A new secret with what belongs to it, in place of the form that made it. */
export const ShownOnce = ({ values, onDone }: ShownOnceProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [isCopied, setCopied] = useState(false);
  useUnsaved(isCopied ? undefined : 'You have not copied the new secret. It is not shown again.');
  useHandOverFocus(box);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} class="notice good shown-once" role="status" tabIndex={-1}>
      <strong>Copy the secret now: it is not shown again</strong>
      <dl class="facts">
        {values.map(({ title, value, isSecret }) => (
          <>
            <dt>{title}</dt>
            <dd class="copyable">
              <code>{value}</code>
              <CopyButton text={value} what={title} withText onCopied={() => isSecret && setCopied(true)} />
            </dd>
          </>
        ))}
      </dl>
      <button type="button" class="button" onClick={onDone}>
        Done
      </button>
    </div>
  );
};
