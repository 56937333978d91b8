import { formatNumber, formatSeconds } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import type { AdminPools, Pool } from '../../service/answers.generated.js';
import { type Answer, useAnswer, useText } from '../../service/use-service.js';
import { readMetrics, type Sample, sumOf } from '../metrics.js';

const refreshMs = 5000;

/** `GET /readyz` */
interface Readiness {
  ready: boolean;
  parts: Readonly<Record<string, boolean>>;
  reason?: string;
}

const readReadiness = (text: string): Readiness => {
  try {
    return JSON.parse(text);
  } catch {
    return { ready: false, parts: {}, reason: 'The answer of /readyz is not from the service.' };
  }
};

const Parts = ({ readiness: { ready, parts, reason } }: { readiness: Readiness }) => (
  <section class="card stack">
    <div class="card-head">
      <h2>Readiness</h2>
      <span class={`badge ${ready ? 'good' : 'bad'}`}>{ready ? 'Ready' : 'Not ready'}</span>
    </div>
    {reason && <p class="notice bad">{reason}</p>}
    <ul class="row">
      {Object.entries(parts).map(([part, isUp]) => (
        <li key={part}>
          <span class={`badge ${isUp ? 'good' : 'bad'}`}>
            {part}: {isUp ? 'up' : 'down'}
          </span>
        </li>
      ))}
    </ul>
  </section>
);

const shown = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));

const Figures = ({ samples, active }: { samples: readonly Sample[]; active: number | undefined }) => {
  const of = (name: string, labels = {}) => sumOf(samples, name, labels);
  const oldest = of('tintype_batch_work_age_seconds', { kind: 'feed' });
  const figures: readonly [title: string, value: string, note: string][] = [
    ['Renders in work', shown(of('tintype_render_jobs_in_work')), `${shown(of('tintype_render_slots'))} at most`],
    ['Sessions', shown(active), 'active'],
    ['Paused batches', shown(of('tintype_batches_paused')), 'wait for their storage'],
    ['Oldest open batch', oldest ? formatSeconds(oldest) : '–', 'since its request'],
    ['DevTools clients', shown(of('tintype_cdp_connections')), 'connected'],
    ['Requests', shown(of('tintype_http_requests_total')), 'since the start'],
  ];
  return (
    <dl class="figures thirds">
      {figures.map(([title, value, note]) => (
        <div key={title} class="figure">
          <dt>{title}</dt>
          <dd>
            {value}
            <div class="note">{note}</div>
          </dd>
        </div>
      ))}
    </dl>
  );
};

const State = ({ state, message, trouble }: Pick<Pool, 'state' | 'message' | 'trouble'>) => (
  <>
    <span class={trouble ? 'badge bad' : 'badge'}>{state ?? 'new'}</span>
    {message && <div class="note">{message}</div>}
  </>
);

const poolColumns: readonly Column<Pool>[] = [
  { title: 'Pool', cell: ({ name }) => <code class="by-words">{name}</code> },
  { title: 'State', cell: (pool) => <State {...pool} /> },
  { title: 'Should be warm', isNumber: true, cell: ({ desired }) => formatNumber(desired) },
  { title: 'Warm', isNumber: true, cell: ({ warm }) => formatNumber(warm) },
  { title: 'Starting', isNumber: true, cell: ({ starting }) => formatNumber(starting) },
  { title: 'With a session', isNumber: true, cell: ({ claimed }) => formatNumber(claimed) },
  { title: 'Sessions that wait', isNumber: true, cell: ({ waitingSessions }) => formatNumber(waitingSessions) },
];

const Pools = ({ answer }: { answer: Answer<AdminPools> }) => (
  <section class="card">
    <h2>Pools of browsers</h2>
    <Answered answer={answer} loading="Loading the pools">
      {({ pools }) =>
        pools.length === 0 ? (
          <p class="muted">There is no pool: each session waits for its browser to start.</p>
        ) : (
          <Table caption="Pools" columns={poolColumns} rows={pools} keyOf={({ name }) => name} />
        )
      }
    </Answered>
  </section>
);

export const HealthPage = () => {
  const readiness = useText('/readyz', { everyMs: refreshMs });
  const pools = useAnswer<AdminPools>('/admin/v1/pools', { everyMs: refreshMs });
  const metrics = useText('/metrics', { everyMs: refreshMs });
  return (
    <Page title="Health" about="What the service reports of itself, every 5 seconds.">
      <Answered answer={readiness} loading="Asking whether it is ready">
        {(text) => <Parts readiness={readReadiness(text)} />}
      </Answered>
      <Answered answer={metrics} loading="Loading metrics">
        {(text) => <Figures samples={readMetrics(text)} active={pools.value?.activeSessions} />}
      </Answered>
      <Pools answer={pools} />
    </Page>
  );
};
