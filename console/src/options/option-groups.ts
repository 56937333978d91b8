import { titleOf } from '../components/titles.js';
import type { OptionEntry } from '../service/tables.js';

const groups: readonly { title: string; names: readonly string[] }[] = [
  {
    title: 'Window',
    names: ['vw', 'vh', 'scaleFactor', 'emulateDevice', 'darkMode', 'media', 'reducedMotion'],
  },
  {
    title: 'Wait',
    names: ['delay', 'waitUntil', 'waitFor', 'waitForId', 'waitForText', 'timeout', 'failOn'],
  },
  {
    title: 'Change the page',
    names: ['blockAds', 'blockCookieBanners', 'block', 'css', 'js', 'hide', 'click', 'javascript'],
  },
  {
    title: 'Visitor',
    names: [
      ...['userAgent', 'headers', 'cookies', 'httpAuth', 'locale', 'timezone', 'geolocation'],
      ...['stealth', 'bypassBotDetection'],
    ],
  },
  {
    title: 'Cache and delivery',
    names: ['preset', 'fresh', 'timestamp', 'fileName', 's3Acl', 's3Redirect', 'skipUpload'],
  },
];

/** The first group: options of the endpoint itself, which are all options in no other group. */
const resultGroup = 'Result';

/** Options that most people look for; the others follow in the order of the table. */
const commonOptions = [
  'type',
  'full',
  'selector',
  'quality',
  'format',
  'landscape',
  'printBackground',
  'scale',
  'duration',
  'fps',
];

const rank = ({ name }: OptionEntry) =>
  commonOptions.includes(name) ? commonOptions.indexOf(name) : commonOptions.length;

export interface OptionGroup {
  title: string;
  options: readonly OptionEntry[];
}

/** Groups in order, with the options whose name, title or description has each word of the search. */
export const groupOptions = (options: readonly OptionEntry[], search: string): readonly OptionGroup[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ name, description }: OptionEntry) =>
    words.every((word) => `${name} ${titleOf(name)} ${description}`.toLowerCase().includes(word));
  const groupOf = ({ name }: OptionEntry) => groups.find(({ names }) => names.includes(name))?.title ?? resultGroup;
  const ordered = options.toSorted((one, other) => rank(one) - rank(other));
  return [resultGroup, ...groups.map(({ title }) => title)]
    .map((title) => ({ title, options: ordered.filter((option) => groupOf(option) === title && matches(option)) }))
    .filter((group) => group.options.length > 0);
};
