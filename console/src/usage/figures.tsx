import { formatBytes, formatNumber } from '../components/format.js';
import type { UsageDay } from '../service/answers.generated.js';

interface FiguresProps {
  days: readonly UsageDay[];
  /** Null is unlimited, undefined not known yet. */
  credits: number | null | undefined;
}

const sum = (days: readonly UsageDay[], of: (day: UsageDay) => number) =>
  days.reduce((total, day) => total + of(day), 0);

const Figure = ({ title, value, note }: { title: string; value: string; note?: string }) => (
  <div class="figure">
    <dt>{title}</dt>
    <dd>
      {value}
      {note && <div class="note">{note}</div>}
    </dd>
  </div>
);

const creditsLeft = (credits: FiguresProps['credits']) => {
  if (credits === undefined) return '…';
  return credits === null ? 'Unlimited' : formatNumber(credits);
};

export const Figures = ({ days, credits }: FiguresProps) => {
  const renders = sum(days, (day) => Object.values(day.renders).reduce((total, count) => total + count, 0));
  return (
    <dl class="figures">
      <Figure
        title="Credits left"
        value={creditsLeft(credits)}
        note={`${formatNumber(sum(days, (day) => day.credits))} used`}
      />
      <Figure
        title="Renders"
        value={formatNumber(renders)}
        note={`${formatNumber(sum(days, (day) => day.cachedAnswers))} from the cache`}
      />
      <Figure title="Session minutes" value={formatNumber(sum(days, (day) => day.sessionMinutes))} />
      <Figure title="Cached delivery" value={formatBytes(sum(days, (day) => day.deliveredBytes))} />
    </dl>
  );
};
