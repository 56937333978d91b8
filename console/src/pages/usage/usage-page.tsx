import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { formatBytes, formatDay, formatNumber } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { Tabs } from '../../components/tabs.js';
import type { AccountAnswer, UsageAnswer, UsageDay } from '../../service/answers.js';
import { useAnswer } from '../../service/use-service.js';
import { Figures } from '../overview/figures.js';
import { Chart } from './chart.js';
import { lastDays, type Range, rangeFault, rendersOf } from './days.js';
import { endpointTitles, formatOf, type Metric, metrics, seriesOf } from './metrics.js';

const lengths = [7, 30, 90, 365];

interface RangeFormProps {
  range: Range;
  onRange: (range: Range) => void;
}

const RangeForm = ({ range, onRange }: RangeFormProps) => (
  <section class="card range" aria-label="Days">
    <div class="row">
      {lengths.map((count) => {
        const { from, to } = lastDays(count);
        const isShown = from === range.from && to === range.to;
        return (
          <button
            key={count}
            type="button"
            class="button small"
            aria-pressed={isShown}
            onClick={() => onRange({ from, to })}
          >
            {count} days
          </button>
        );
      })}
    </div>
    <Field
      label="First day"
      type="date"
      value={range.from}
      max={range.to}
      onInput={(event) => onRange({ ...range, from: event.currentTarget.value })}
    />
    <Field
      label="Last day"
      type="date"
      value={range.to}
      fault={rangeFault(range)}
      onInput={(event) => onRange({ ...range, to: event.currentTarget.value })}
    />
  </section>
);

const columns: readonly Column<UsageDay>[] = [
  { title: 'Day (UTC)', cell: ({ date }) => formatDay(date) },
  ...endpointTitles.map(([endpoint, title]) => ({
    title,
    isNumber: true,
    cell: ({ renders }: UsageDay) => formatNumber(renders[endpoint]),
  })),
  { title: 'Renders', isNumber: true, cell: (day) => formatNumber(rendersOf(day)) },
  { title: 'From the cache', isNumber: true, cell: (day) => formatNumber(day.cachedAnswers) },
  { title: 'Delivered', isNumber: true, cell: (day) => formatBytes(day.deliveredBytes) },
  { title: 'Minutes', isNumber: true, cell: (day) => formatNumber(day.sessionMinutes) },
  { title: 'Credits', isNumber: true, cell: (day) => formatNumber(day.credits) },
];

/** Days with usage, newest first: a year of zeros hides them. */
const used = (days: readonly UsageDay[]) =>
  days.filter((day) => day.charges > 0 || day.cachedAnswers > 0 || day.deliveredBytes > 0).toReversed();

const DayTable = ({ days }: { days: readonly UsageDay[] }) => (
  <section class="card">
    <h2>Days with usage</h2>
    {used(days).length === 0 ? (
      <p class="muted">None in these days.</p>
    ) : (
      <Table caption="Usage by day" columns={columns} rows={used(days)} keyOf={({ date }) => date} />
    )}
  </section>
);

const Days = ({ days, credits }: { days: readonly UsageDay[]; credits: number | null | undefined }) => {
  const [metric, setMetric] = useState<Metric>('renders');
  return (
    <>
      <Figures days={days} credits={credits} />
      <section class="card" aria-label="Chart">
        <Tabs label="What the chart shows" tabs={metrics} selected={metric} onSelect={setMetric}>
          <Chart dates={days.map(({ date }) => date)} series={seriesOf(metric, days)} format={formatOf(metric)} />
        </Tabs>
      </section>
      <DayTable days={days} />
    </>
  );
};

/** Keeps the last good range while the next one is typed. */
const useRange = () => {
  const [range, setRange] = useState(() => lastDays(30));
  const [asked, setAsked] = useState(range);
  const change = (next: Range) => {
    setRange(next);
    if (!rangeFault(next)) setAsked(next);
  };
  return { range, asked, change };
};

export const UsagePage = () => {
  const { range, asked, change } = useRange();
  const account = useAnswer<AccountAnswer>('/v1/account');
  const usage = useAnswer<UsageAnswer>(`/v1/account/usage?from=${asked.from}&to=${asked.to}`);
  return (
    <Page title="Usage" about="What your account used and what it cost, by day in UTC.">
      <RangeForm range={range} onRange={change} />
      <Answered answer={usage} loading="Loading usage">
        {({ days }) => <Days days={days} credits={account.value?.account.credits} />}
      </Answered>
    </Page>
  );
};
