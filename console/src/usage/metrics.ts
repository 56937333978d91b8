import { formatBytes, formatNumber } from '../components/format.js';
import type { UsageDay } from '../service/answers.generated.js';
import { endpointTitles } from '../service/tables.js';
import type { Series } from './chart.js';

/** What the chart can show. */
export const metrics = [
  { id: 'renders', title: 'Renders' },
  { id: 'credits', title: 'Credits' },
  { id: 'sessionMinutes', title: 'Session minutes' },
  { id: 'cachedAnswers', title: 'From the cache' },
  { id: 'deliveredBytes', title: 'Cached delivery' },
] as const;

export type Metric = (typeof metrics)[number]['id'];

export const titleOf = (metric: Metric): string => metrics.find(({ id }) => id === metric)?.title ?? '';

/** One series for each endpoint that has renders. Any other metric is one series. */
export const seriesOf = (metric: Metric, days: readonly UsageDay[]): readonly Series[] => {
  if (metric !== 'renders') {
    return [{ title: titleOf(metric), look: 'one', values: days.map((day) => day[metric]) }];
  }
  const all = endpointTitles.map(({ id, title }, at) => ({
    title,
    look: ['one', 'two', 'three', 'four', 'five'][at] ?? 'one',
    values: days.map(({ renders }) => renders[id]),
  }));
  const used = all.filter(({ values }) => values.some((value) => value > 0));
  return used.length > 0 ? used : all.slice(0, 1);
};

export const formatOf = (metric: Metric): ((value: number) => string) =>
  metric === 'deliveredBytes' ? formatBytes : formatNumber;
