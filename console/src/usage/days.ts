import type { UsageDay } from '../service/answers.generated.js';

const dayMs = 86_400_000;

/** The most days that one answer has. */
export const maxDays = 366;

export interface Range {
  /** UTC days such as `2026-05-01`, both included. */
  from: string;
  to: string;
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The last days, today included. */
export const lastDays = (count: number, now = Date.now()): Range => ({
  from: dayOf(now - (count - 1) * dayMs),
  to: dayOf(now),
});

/** What is wrong with a range, for people, by its day. Empty for a good one. */
export const rangeFaults = ({ from, to }: Range): Partial<Range> => {
  if (from === '') return { from: 'Enter the first day.' };
  if (to === '') return { to: 'Enter the last day.' };
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (count < 1) return { to: 'The last day is before the first.' };
  return count > maxDays ? { from: `At most ${maxDays} days.` } : {};
};

export const rendersOf = ({ renders }: UsageDay): number =>
  Object.values(renders).reduce((total, count) => total + count, 0);

/** A round number at or above the largest value, which four steps divide: 4, 12, 400. */
export const topOf = (values: readonly number[]): number => {
  const most = Math.max(4, ...values);
  const power = 10 ** Math.floor(Math.log10(most));
  const tops = [1, 2, 4, 8, 10, 12].map((step) => step * power);
  return tops.find((top) => top >= most && top % 4 === 0) ?? most;
};

const noRenders = { image: 0, pdf: 0, content: 0, metadata: 0, animated: 0 };

/** A row for each day of the range, with zeros for one without usage. */
export const withEveryDay = (days: readonly UsageDay[], { from, to }: Range): readonly UsageDay[] => {
  const usageByDate = new Map(days.map((day) => [day.date, day]));
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const zeros = { renders: noRenders, cachedAnswers: 0, deliveredBytes: 0, sessionMinutes: 0, credits: 0, charges: 0 };
  return Array.from({ length: count }, (_, at) => {
    const date = dayOf(Date.parse(from) + at * dayMs);
    return usageByDate.get(date) ?? { date, ...zeros };
  });
};
