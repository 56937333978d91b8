import { useState } from 'preact/hooks';
import { formatBytes, formatDay, formatNumber } from '../components/format.js';
import { type Column, Table } from '../components/table.js';
import { Tabs } from '../components/tabs.js';
import type { UsageDay } from '../service/answers.generated.js';
import { endpointTitles } from '../service/tables.js';
import { Chart } from './chart.js';
import { rendersOf } from './days.js';
import { Figures } from './figures.js';
import { formatOf, type Metric, metrics, seriesOf, titleOf } from './metrics.js';

const columns: readonly Column<UsageDay>[] = [
  { title: 'Day (UTC)', cell: ({ date }) => formatDay(date) },
  ...endpointTitles.map(({ id, title }) => ({
    title,
    isNumber: true,
    cell: ({ renders }: UsageDay) => formatNumber(renders[id]),
  })),
  { title: 'Renders', isNumber: true, cell: (day) => formatNumber(rendersOf(day)) },
  { title: 'From the cache', isNumber: true, cell: (day) => formatNumber(day.cachedAnswers) },
  { title: 'Delivered', isNumber: true, cell: (day) => formatBytes(day.deliveredBytes) },
  { title: 'Minutes', isNumber: true, cell: (day) => formatNumber(day.sessionMinutes) },
  { title: 'Credits', isNumber: true, cell: (day) => formatNumber(day.credits) },
];

/** Days with usage, newest first. A year of days without any would hide them. */
const daysWithUsage = (days: readonly UsageDay[]) =>
  days.filter((day) => day.charges > 0 || day.cachedAnswers > 0 || day.deliveredBytes > 0).toReversed();

const DayTable = ({ days }: { days: readonly UsageDay[] }) => (
  <section class="card">
    <h2>Days with usage</h2>
    {daysWithUsage(days).length === 0 ? (
      <p class="muted">None in these days.</p>
    ) : (
      <Table caption="Usage by day" columns={columns} rows={daysWithUsage(days)} keyOf={({ date }) => date} />
    )}
  </section>
);

/** Totals, a chart and a table of days. */
export const UsageDays = ({ days, credits }: { days: readonly UsageDay[]; credits: number | null | undefined }) => {
  const [metric, setMetric] = useState<Metric>('renders');
  return (
    <>
      <Figures days={days} credits={credits} />
      <section class="card" aria-label="Chart">
        <Tabs label="What the chart shows" tabs={metrics} selected={metric} onSelect={setMetric}>
          <Chart
            title={titleOf(metric)}
            dates={days.map(({ date }) => date)}
            series={seriesOf(metric, days)}
            format={formatOf(metric)}
          />
        </Tabs>
      </section>
      <DayTable days={days} />
    </>
  );
};
