import type { Reader } from './values.js';

/** Longer dates are invalid, and slow to parse. */
const maxLetters = 100;

/** English, German, French, Spanish, Italian, Portuguese, Dutch, Danish and Swedish, without accents. */
const monthNames = [
  'january jan januar janvier janv enero gennaio janeiro januari',
  'february feb februar fevrier fevr febrero febbraio fevereiro februari',
  'march mar marz mars marzo marco maart marts',
  'april apr avril avr abril abr aprile',
  'may mai mayo maggio maio mei maj',
  'june jun juni juin junio giugno junho',
  'july jul juli juillet juil julio luglio julho',
  'august aug aout agosto ago augustus augusti',
  'september sep sept septembre septiembre settembre setembro',
  'october oct oktober okt octobre octubre ottobre outubro',
  'november nov novembre noviembre novembro',
  'december dec dezember dez decembre diciembre dicembre dezembro',
].map((names) => new Set(names.split(' ')));

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Hours to add to a zone's time for UTC. */
const zones: Record<string, number> = {
  est: 5,
  edt: 4,
  cst: 6,
  cdt: 5,
  mst: 7,
  mdt: 6,
  pst: 8,
  pdt: 7,
  cet: -1,
  cest: -2,
};

interface Day {
  year: number;
  month: number;
  day: number;
}

const midnight = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day);

const exists = (date: Day): boolean => {
  const time = new Date(midnight(date));
  return date.year >= 1000 && time.getUTCMonth() === date.month - 1 && time.getUTCDate() === date.day;
};

/** The days that a text may mean, and the text after the date. */
interface Dated {
  days: Day[];
  rest: string;
  weekday?: string | undefined;
}

const dayFirst = /^(?:en-(?:GB|AU|NZ|IE|IN|ZA)|(?:de|fr|es|it|pt|nl|da|sv|nb|no|pl|ru|tr)(?:-.*)?)$/;

/** What comes first in `07/11/2023`: either is possible, unless the separator or the language decides. */
const orders = (separator: string, language: string | null): readonly ('day' | 'month')[] => {
  if (separator === '.' || dayFirst.test(language ?? '')) return ['day'];
  return language === 'en-US' ? ['month'] : ['day', 'month'];
};

const numericDate = (text: string, language: string | null): Dated | undefined => {
  const parts = /^(?:(\p{L}{2,12})\.?,? )?(\d{1,4})([./-])(\d{1,2})\3(\d{1,4})(?!\d)(.*)$/u.exec(text);
  if (!parts) return undefined;
  const [, weekday, first = '', separator = '', second, last = '', rest = ''] = parts;
  const [a, b, c] = [Number(first), Number(second), Number(last)];
  if (first.length === 4) return { days: [{ year: a, month: b, day: c }], rest, weekday };
  if (last.length !== 4) return undefined;
  const byOrder = { day: { year: c, month: b, day: a }, month: { year: c, month: a, day: b } };
  // 13/05 has one reading in any language.
  const preferred = orders(separator, language).map((order) => byOrder[order]);
  return { days: preferred.some(exists) ? preferred : Object.values(byOrder), rest, weekday };
};

const compactDate = (text: string): Dated | undefined => {
  const [, year, month, day, rest = ''] =
    /^((?:19|20)\d\d)(\d\d)(\d\d)((?:T?\d{4}(?:\d\d)?(?:Z|[+-]\d{4})?)?)$/.exec(text) ?? [];
  if (!day) return undefined;
  const time = rest.replace(
    /^T?(\d\d)(\d\d)(\d\d)?/,
    (_, hours, minutes, seconds) => `T${hours}:${minutes}:${seconds ?? '00'}`,
  );
  return { days: [{ year: Number(year), month: Number(month), day: Number(day) }], rest: time };
};

const monthOf = (name = ''): number => {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return monthNames.findIndex((names) => names.has(plain)) + 1;
};

const dateWithMonthName = (text: string): Dated | undefined => {
  const start = /^(?:\p{L}{2,12}\.?,? )?/u.exec(text)?.[0] ?? '';
  for (const body of [text, text.slice(start.length)]) {
    const byDay = /^(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[ -](?:of |de )?(\p{L}+)\.?,?[ -](?:de )?(\d{4})(?!\d)(.*)$/u.exec(
      body,
    );
    const byMonth = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)(.*)$/u.exec(body);
    const [day, month, year, rest = ''] = byDay
      ? byDay.slice(1)
      : [byMonth?.[2], byMonth?.[1], byMonth?.[3], byMonth?.[4]];
    if (monthOf(month)) return { days: [{ year: Number(year), month: monthOf(month), day: Number(day) }], rest };
  }
  return undefined;
};

const clock =
  /^(?:T|[\s,]*(?:[-–|@]|at|um|à|alle|kl\.?)?\s*)(\d{1,2})[:.h](\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?|uhr|h)?\s*(z|utc|gmt|[ecmp][sd]t|cest|cet)?\s*([+-]\d\d(?::?\d\d)?)?(?:\s*\([^)]*\))?$/i;

const offsetMs = (zone = '', offset = ''): number => {
  const sign = offset.startsWith('-') ? 1 : -1;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.replace(':', '').slice(3, 5));
  return offset ? sign * minutes * 60_000 : (zones[zone.toLowerCase()] ?? 0) * 3_600_000;
};

/** Milliseconds after midnight UTC. Zero for a text that is no time, undefined for a time that does not exist. */
const timeOf = (rest: string): number | undefined => {
  const found = clock.exec(rest);
  if (!found) return /^T\d/.test(rest) ? undefined : 0;
  const [, hourText, minuteText, seconds = '0', fraction = '0', half = '', zone, offset] = found;
  const [hours, minutes] = [Number(hourText), Number(minuteText)];
  if (hours > 24 || minutes > 59 || Number(seconds) > 60) return undefined;
  const hour = /^[ap]/i.test(half) ? (hours % 12) + (/^p/i.test(half) ? 12 : 0) : hours;
  return ((hour * 60 + minutes) * 60 + Number(`${seconds}.${fraction}`)) * 1000 + offsetMs(zone, offset);
};

const isOn = (weekday: string | undefined, date: Day): boolean => {
  const index = weekdays.indexOf((weekday ?? '').slice(0, 3).toLowerCase());
  return index === -1 || new Date(midnight(date)).getUTCDay() === index;
};

/** Milliseconds of the Unix epoch, from a text with its seconds or milliseconds, in the years 2001 to 2096. */
const epochMsOf = (text: string): number | undefined => {
  if (/^[1-3]\d{9}$/.test(text)) return Number(text) * 1000;
  return /^[1-3]\d{12}$/.test(text) ? Number(text) : undefined;
};

const iso = (time: number) => (time < Date.UTC(10_000, 0) ? new Date(time).toISOString() : undefined);

/**
 * ISO 8601 in UTC; a time without a zone counts as UTC on every machine. Undefined if the text may mean several days:
 * `07/11/2023` without a language that decides, `May 2024`. `Date.parse` would guess.
 */
export const date: Reader = (text, { language = null }) => {
  if (text.length > maxLetters) return undefined;
  const trimmed = text
    .replace(/\s+/g, ' ')
    .replace(/(\d)\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/u, '$1-$2-$3')
    .trim();
  const epochMs = epochMsOf(trimmed);
  if (epochMs !== undefined) return iso(epochMs);
  const dated = compactDate(trimmed) ?? numericDate(trimmed, language) ?? dateWithMonthName(trimmed);
  if (!dated) return undefined;
  const possible = dated.days.filter((each) => exists(each) && isOn(dated.weekday, each));
  const [time, ...others] = new Set(possible.map(midnight));
  const clockTime = timeOf(dated.rest);
  return time === undefined || others.length > 0 || clockTime === undefined ? undefined : iso(time + clockTime);
};
