import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.js';

interface CopyButtonProps {
  text: string;
  /** What it copies: "API key". */
  what: string;
  withText?: boolean;
  /** Instead of "Copy". */
  label?: string;
}

const shownMs = 1500;

export const CopyButton = ({ text, what, withText = false, label = 'Copy' }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => void copyText(text).then(() => setCopied(true));
  return (
    <button
      type="button"
      class={withText ? 'button small' : 'button quiet small'}
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={copy}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      {withText && (copied ? 'Copied' : label)}
      <span class="hidden-visually" role="status">
        {copied ? `${what} copied` : ''}
      </span>
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
  document.execCommand('copy');
  area.remove();
};
