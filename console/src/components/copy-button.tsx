import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.js';

interface CopyButtonProps {
  text: string;
  /** What it copies: "API key". */
  what: string;
  withText?: boolean;
  /** Instead of "Copy". */
  label?: string;
  onCopied?: () => void;
}

const shownMs = { copied: 1500, refused: 5000 };

export const CopyButton = ({ text, what, withText = false, label = 'Copy', onCopied }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<keyof typeof shownMs>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), shownMs[outcome]);
    return () => clearTimeout(timer);
  }, [outcome]);
  const isCopied = outcome === 'copied';
  const copy = () =>
    void copyText(text).then(
      () => {
        setOutcome('copied');
        onCopied?.();
      },
      () => setOutcome('refused'),
    );
  return (
    <button
      type="button"
      class={withText ? 'button small' : 'button quiet small'}
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      {withText && (isCopied ? 'Copied' : label)}
      <span class="hidden-visually" role="status">
        {isCopied ? `${what} copied` : ''}
      </span>
      {outcome === 'refused' && <span role="alert">The browser refused: copy it by hand</span>}
    </button>
  );
};

/** Browsers have a clipboard on https and localhost only; elsewhere the old command copies a selection. */
const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('the browser copies nothing');
};
