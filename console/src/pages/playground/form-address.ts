import type { Endpoint, secretOptions } from '@tintype/contracts';
import { type FieldTexts, type FormState, fieldKey, filledOptions } from '../../options/form-state.js';
import { endpointTitles, optionsOf } from '../../service/tables.js';

/** What a person entered. */
export type Entered = Pick<FormState, 'endpoint' | 'url' | 'texts'>;

/** Options that no address has: browsers keep addresses in the history and in bookmarks. */
const secrets: Readonly<Record<(typeof secretOptions)[number], true>> = {
  cookies: true,
  headers: true,
  httpAuth: true,
};

/** Longer texts, such as a script, make an address that programs cut. */
const longestText = 1000;

const isInAddress = (name: string, text: string) => !(name in secrets) && text.length <= longestText;

const isEndpoint = (text: string | null): text is Endpoint => endpointTitles.some(({ id }) => id === text);

/** The form as a fragment, which browsers send to no server: `#endpoint=pdf&url=…&scale=1.5`. No secrets, no long texts. */
export const fragmentOf = (state: FormState): string => {
  const options = filledOptions(state)
    .map((option) => [option.name, state.texts[fieldKey(option)] ?? ''] as const)
    .filter(([name, text]) => isInAddress(name, text));
  if (!state.url && state.endpoint === 'image' && options.length === 0) return '';
  return `#${new URLSearchParams([['endpoint', state.endpoint], ['url', state.url], ...options.map((each) => [...each])])}`;
};

/** What a fragment says; undefined if it is none of a form, such as `#content`. */
export const readFragment = (fragment: string): Entered | undefined => {
  const found = new URLSearchParams(fragment.slice(1));
  const endpoint = found.get('endpoint');
  if (!isEndpoint(endpoint)) return undefined;
  const texts: FieldTexts = Object.fromEntries(
    optionsOf(endpoint).flatMap((option) => {
      const text = found.get(option.name);
      return text ? [[fieldKey(option), text]] : [];
    }),
  );
  return { endpoint, url: found.get('url') ?? '', texts };
};

const storageKey = 'tintype.playground';

/** The last form of this tab whole, with its secrets and long texts, and its fragment. Signing out removes it. */
export const keptForm = {
  read: (): { fragment: string; entered: Entered } | undefined => {
    try {
      return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  },
  write: (fragment: string, { endpoint, url, texts }: Entered): void => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify({ fragment, entered: { endpoint, url, texts } }));
    } catch {
      // The form is larger than the browser keeps, which is some 5 MB.
    }
  },
};

const emptyForm: Entered = { endpoint: 'image', url: '', texts: {} };

/** The form of an address in the history, with the secrets and long texts of the last one. */
export const enteredIn = (fragment: string, last: Entered): Entered => {
  // Another fragment, such as `#content`, is a position in the page.
  if (fragment !== '' && !readFragment(fragment)) return last;
  const { endpoint, url, texts } = readFragment(fragment) ?? emptyForm;
  const others = Object.entries(last.texts).filter(([key, text]) => !isInAddress(key.split('.')[1] ?? '', text));
  return { endpoint, url, texts: { ...Object.fromEntries(others), ...texts } };
};

/** The form of an address; without one, the last form of this tab. */
export const enteredAt = (fragment: string): Entered => {
  const kept = keptForm.read();
  const linked = readFragment(fragment);
  if (kept && (!linked || kept.fragment === fragment)) return kept.entered;
  return linked ?? emptyForm;
};
