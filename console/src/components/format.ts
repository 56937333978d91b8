/** Numbers and times as the browser's locale writes them, with English words. */

const wholeNumber = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export const formatNumber = (value: number): string => wholeNumber.format(value);

/** `1 charge`, `2 charges` */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

const units = ['byte', 'kB', 'MB', 'GB', 'TB'] as const;

/** In powers of 1000, as the service counts: `3.4 MB`. */
export const formatBytes = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return power === 0 ? formatCount(bytes, 'byte') : `${oneDecimal.format(bytes / 1000 ** power)} ${units[power]}`;
};

/** `850 ms`, `2.4 s` */
export const formatMilliseconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${wholeNumber.format(milliseconds)} ms` : `${oneDecimal.format(milliseconds / 1000)} s`;

const timeToMinutes = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Takes an ISO 8601 time; shows it in the browser's time zone. */
export const formatTime = (iso: string): string => timeToMinutes.format(new Date(iso));

const timeToSeconds = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** Like `formatTime`, but with seconds. */
export const formatSecond = (iso: string): string => timeToSeconds.format(new Date(iso));

const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** Takes a day in UTC such as `2026-05-01`. */
export const formatDay = (date: string): string => utcDay.format(new Date(`${date}T00:00:00Z`));

const relativeTime = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `5 minutes ago`, for times that are near. */
export const formatAgo = (iso: string, now = Date.now()): string => {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Math.abs(seconds) < 60) return relativeTime.format(Math.round(seconds), 'second');
  if (Math.abs(seconds) < 3600) return relativeTime.format(Math.round(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86_400) return relativeTime.format(Math.round(seconds / 3600), 'hour');
  return relativeTime.format(Math.round(seconds / 86_400), 'day');
};

const twoDecimals = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

/** Two decimals at most: `0.25`. */
export const formatExact = (value: number): string => twoDecimals.format(value);

const timeUnits = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** `40 seconds`, `3 minutes`; rounded up, for a remaining time. */
export const formatSeconds = (seconds: number): string => {
  const found = timeUnits.find((each) => seconds >= 2 * each.seconds) ?? { unit: 'second', seconds: 1 };
  return formatCount(Math.ceil(seconds / found.seconds), found.unit);
};

/** The first 13 characters of a longer id, as lists show it. */
export const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 13)}…` : id);
