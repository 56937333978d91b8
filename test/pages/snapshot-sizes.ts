import { tokenEstimate } from '@tintype/browser-node/testing';
import type { PageTask } from './tasks.js';

export const snapshotKinds = {
  default: {},
  full: { mode: 'full', maxTokens: 50_000 },
  interactiveOnly: { interactiveOnly: true },
  'maxTokens 1000': { maxTokens: 1000 },
} as const;

export interface SizeOf {
  tokens: number;
  kilobytes: number;
  truncated: boolean;
}

export type Snapshot = (payload: object) => Promise<{ snapshot: string; tokenEstimate: number; truncated: boolean }>;

const kilobytesOf = (text: string) => Buffer.byteLength(text) / 1000;

/** HTML and each kind of snapshot of an open page. */
export const measureSnapshots = async ({ html }: PageTask, snapshot: Snapshot): Promise<SizeOf[]> => {
  const sizes: SizeOf[] = [{ tokens: tokenEstimate(html), kilobytes: kilobytesOf(html), truncated: false }];
  for (const payload of Object.values(snapshotKinds)) {
    const { snapshot: text, tokenEstimate: tokens, truncated } = await snapshot(payload);
    sizes.push({ tokens, kilobytes: kilobytesOf(text), truncated });
  }
  return sizes;
};

const cellOf = ({ tokens, kilobytes, truncated }: SizeOf) =>
  `${tokens.toLocaleString('en')} (${kilobytes.toFixed(1)} kB)${truncated ? ' …' : ''}`;

export const sizesHead = `| Page | HTML | ${Object.keys(snapshotKinds).join(' | ')} |\n|---|${'--:|'.repeat(5)}`;

/** A row of docs/actions.md: tokens and bytes; `…` marks omissions. */
export const sizesRow = ({ name }: PageTask, sizes: readonly SizeOf[]): string =>
  `| ${[name, ...sizes.map(cellOf)].join(' | ')} |`;
