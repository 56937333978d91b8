import { useState } from 'preact/hooks';
import { formatDay } from '../components/format.js';
import { topOf } from './days.js';

export interface Series {
  title: string;
  /** A class of styles/usage.css. */
  look: string;
  /** One for each day. */
  values: readonly number[];
}

interface ChartProps {
  /** What is counted: "Renders". */
  title: string;
  /** UTC days in order. */
  dates: readonly string[];
  /** Stacked, the first at the bottom. */
  series: readonly Series[];
  format: (value: number) => string;
}

const gridSteps = [4, 3, 2, 1, 0];
const height = 100;

/** Bars of one day; the drawing has the width 1 for each day. */
const Bars = ({ series, at, top }: { series: readonly Series[]; at: number; top: number }) => {
  let below = 0;
  return (
    <>
      {series.map(({ look, values }) => {
        const barHeight = (height * (values[at] ?? 0)) / top;
        below += barHeight;
        return <rect key={look} class={look} x={at + 0.12} y={height - below} width={0.76} height={barHeight} />;
      })}
    </>
  );
};

const Legend = ({ series, at, format }: Pick<ChartProps, 'series' | 'format'> & { at: number | undefined }) => (
  <ul class="legend">
    {series.map(({ title, look, values }) => (
      <li key={look}>
        <span class={`swatch ${look}`} />
        {title}
        {at !== undefined && <strong>{format(values[at] ?? 0)}</strong>}
      </li>
    ))}
  </ul>
);

const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Says in one sentence what the chart shows, for screen readers. */
const summaryOf = ({ title, dates, series, format }: ChartProps, sums: readonly number[]): string => {
  const span = `${title}, ${formatDay(dates[0] ?? '')} to ${formatDay(dates.at(-1) ?? '')}`;
  const total = sumOf(sums);
  if (total === 0) return `${span}: none.`;
  const most = Math.max(...sums);
  const parts = series.length > 1 ? series.map((each) => `${each.title} ${format(sumOf(each.values))}`) : [];
  const peak = `at most ${format(most)} a day, on ${formatDay(dates[sums.indexOf(most)] ?? '')}`;
  return `${span}: ${[`${format(total)} in all`, ...parts, peak].join(', ')}.`;
};

/** Bars by day, stacked. */
export const Chart = (props: ChartProps) => {
  const { dates, series, format } = props;
  const [at, setAt] = useState<number>();
  const sums = dates.map((_, day) => sumOf(series.map(({ values }) => values[day] ?? 0)));
  const top = topOf(sums);
  const showDayAt = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    const day = Math.floor(((event.clientX - left) / width) * dates.length);
    setAt(Math.max(0, Math.min(dates.length - 1, day)));
  };
  return (
    <div class="chart" role="img" aria-label={summaryOf(props, sums)}>
      <p class="chart-head" aria-hidden="true">
        <span>{formatDay(dates[at ?? dates.length - 1] ?? '')}</span>
        <Legend series={series} at={at ?? dates.length - 1} format={format} />
      </p>
      <div class="plot" aria-hidden="true">
        <ol class="scale">
          {gridSteps.map((step) => (
            <li key={step}>{format((top * step) / 4)}</li>
          ))}
        </ol>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${dates.length} ${height}`}
          preserveAspectRatio="none"
          onPointerMove={showDayAt}
          onPointerDown={showDayAt}
          onPointerLeave={() => setAt(undefined)}
        >
          {gridSteps.map((step) => (
            <line key={step} class="grid" x1={0} x2={dates.length} y1={step * 25} y2={step * 25} />
          ))}
          {at !== undefined && <rect class="shown" x={at} y={0} width={1} height={height} />}
          {dates.map((date, day) => (
            <Bars key={date} series={series} at={day} top={top} />
          ))}
        </svg>
        <p class="span">
          <span>{formatDay(dates[0] ?? '')}</span>
          <span>{formatDay(dates.at(-1) ?? '')}</span>
        </p>
      </div>
    </div>
  );
};
