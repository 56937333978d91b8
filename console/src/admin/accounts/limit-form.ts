import type { AccountLimits } from '@tintype/contracts';
import type { Account } from '../../service/answers.generated.js';

type LimitName = keyof AccountLimits;

/** The titles of the limits, in the order of the form. */
export const limitTitles: readonly [name: LimitName, title: string][] = [
  ['concurrentRenders', 'Renders at once'],
  ['concurrentSessions', 'Sessions at once'],
  ['requestsPerSecond', 'Requests a second'],
  ['linkRequestsPerSecond', 'Requests by link a second'],
  ['bandwidthBytesPerDay', 'Cached delivery, bytes a day'],
  ['batchItems', 'Items of a batch'],
  ['batchBytes', 'Bytes of a batch'],
  ['resultBytes', 'Bytes of a result'],
  ['cacheSeconds', 'Seconds in the cache'],
];

export const limitLabels = Object.fromEntries(limitTitles);

/** A sentence of the API in words of the form: `unlimited` for null, and an empty field for "default". */
export const inForm = (sentence: string): string =>
  sentence.replace('null for no limit', '“unlimited”').replace('"default"', 'nothing for the default');

/** The texts of the fields: empty for the default, `unlimited` for no limit. */
export type LimitTexts = Readonly<Record<string, string>>;

export const textsOf = ({ ownLimits }: Pick<Account, 'ownLimits'>): LimitTexts =>
  Object.fromEntries(
    limitTitles.map(([name]) => {
      const value = ownLimits[name];
      if (value === undefined) return [name, ''];
      return [name, value === null ? 'unlimited' : String(value)];
    }),
  );

const limitOf = (text: string): unknown => {
  if (text === '') return 'default';
  if (/^unlimited$/i.test(text)) return null;
  return /^\d+$/.test(text) ? Number(text) : text;
};

/** The changed limits only, unchecked: the service says what is wrong with a value. */
export const changesOf = (before: LimitTexts, after: LimitTexts): Record<string, unknown> =>
  Object.fromEntries(
    limitTitles
      .map(([name]) => [name, (after[name] ?? '').trim()] as const)
      .filter(([name, text]) => text !== (before[name] ?? ''))
      .map(([name, text]) => [name, limitOf(text)]),
  );
