import { formatBytes, formatNumber } from '../../components/format.js';
import type { OwnAccount } from '../../service/answers.generated.js';

type Limits = OwnAccount['limits'];

const perSecond = (value: number | null) => (value === null ? 'unlimited' : `${formatNumber(value)} a second`);

const orUnlimited = (value: number | null) => (value === null ? 'unlimited' : formatNumber(value));

const rowsOf = (limits: Limits): [title: string, value: string][] => [
  ['Renders at once', orUnlimited(limits.concurrentRenders)],
  ['Sessions at once', formatNumber(limits.concurrentSessions)],
  ['Requests', perSecond(limits.requestsPerSecond)],
  ['Requests by link', perSecond(limits.linkRequestsPerSecond)],
  [
    'Cached delivery',
    limits.bandwidthBytesPerDay === null ? 'unlimited' : `${formatBytes(limits.bandwidthBytesPerDay)} a day`,
  ],
  ['Items of a batch', formatNumber(limits.batchItems)],
  ['Size of a batch', formatBytes(limits.batchBytes)],
];

export const LimitsCard = ({ limits }: { limits: Limits }) => (
  <section class="card">
    <h2>Limits</h2>
    <dl class="facts">
      {rowsOf(limits).map(([title, value]) => (
        <>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  </section>
);
