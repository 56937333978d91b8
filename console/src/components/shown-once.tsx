import { CopyButton } from './copy-button.js';

interface ShownOnceProps {
  /** A title and a value each; the value can be copied. */
  values: readonly [title: string, value: string][];
  onDone: () => void;
}

/** A new secret with what belongs to it. No answer shows the secret again. */
export const ShownOnce = ({ values, onDone }: ShownOnceProps) => (
  <div class="notice good shown-once" role="status">
    <strong>Copy the secret now: it is not shown again</strong>
    <dl class="facts">
      {values.map(([title, value]) => (
        <>
          <dt>{title}</dt>
          <dd class="copyable">
            <code>{value}</code>
            <CopyButton text={value} what={title} withText />
          </dd>
        </>
      ))}
    </dl>
    <button type="button" class="button" onClick={onDone}>
      Done
    </button>
  </div>
);
