import type { Call } from './gate.js';

interface Shown {
  kind?: string;
  metadata?: { name: string; deletionTimestamp?: string };
  status?: { phase?: string };
  items?: readonly unknown[];
}

const mostCharacters = 120;

const shortened = (text: string) => (text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text);

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return `${value.length} of them`;
  if (typeof value !== 'object') return String(value);
  const { kind, metadata, status, items } = value as Shown;
  if (items) return `${items.length} of them`;
  if (!metadata) return shortened(JSON.stringify(value));
  const parts = [kind, metadata.name, status?.phase, metadata.deletionTimestamp && 'being deleted'];
  return parts.filter(Boolean).join(' ');
};

/** What a call was answered, for whoever reads what happened; nothing of one that has no answer. */
export const answerText = ({ answered }: Pick<Call, 'answered'>): string => {
  if (!answered) return '';
  return 'error' in answered ? `, which fails: ${String(answered.error)}` : ` → ${shown(answered.value)}`;
};
