import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import type { AccountAnswer, UsageAnswer } from '../../service/answers.generated.js';
import { useAnswer } from '../../service/use-service.js';
import { lastDays, type Range, rangeFaults } from '../../usage/days.js';
import { UsageDays } from '../../usage/usage-days.js';
import { ChargesCard } from './charges-card.js';

const lengths = [7, 30, 90, 365];

interface RangeFormProps {
  range: Range;
  onRange: (range: Range) => void;
}

const RangeForm = ({ range, onRange }: RangeFormProps) => {
  const faults = rangeFaults(range);
  return (
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
        fault={faults.from}
        onInput={(event) => onRange({ ...range, from: event.currentTarget.value })}
      />
      <Field
        label="Last day"
        type="date"
        value={range.to}
        fault={faults.to}
        onInput={(event) => onRange({ ...range, to: event.currentTarget.value })}
      />
    </section>
  );
};

/** Keeps the last good range while the next one is typed. */
const useRange = () => {
  const [range, setRange] = useState(() => lastDays(30));
  const [asked, setAsked] = useState(range);
  const change = (next: Range) => {
    setRange(next);
    if (Object.keys(rangeFaults(next)).length === 0) setAsked(next);
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
        {({ days }) => <UsageDays days={days} credits={account.value?.account.credits} />}
      </Answered>
      {usage.error?.code !== 'unreachable' && <ChargesCard />}
    </Page>
  );
};
