import { formatNumber, formatSeconds } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { useText } from '../../service/use-service.js';
import { readMetrics, type Sample, sumOf, valuesOf } from '../metrics.js';

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

const Figures = ({ samples }: { samples: readonly Sample[] }) => {
  const of = (name: string, labels = {}) => sumOf(samples, name, labels);
  const oldest = of('tintype_batch_work_age_seconds', { kind: 'feed' });
  const figures: readonly [title: string, value: string, note: string][] = [
    ['Renders in work', shown(of('tintype_render_jobs_in_work')), `${shown(of('tintype_render_slots'))} at most`],
    ['Sessions', shown(of('tintype_sessions', { phase: 'Active' })), 'active'],
    ['Paused batches', shown(of('tintype_batches_paused')), 'their storage does not answer'],
    ['Oldest batch', oldest ? formatSeconds(oldest) : '–', 'that is not finished'],
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

/** `warm` is "Warm". */
const titled = (state: string) => state.slice(0, 1).toUpperCase() + state.slice(1);

const poolColumns = (samples: readonly Sample[]): readonly Column<string>[] => {
  const count = (title: string, name: string, labels = {}): Column<string> => ({
    title,
    isNumber: true,
    cell: (pool) => shown(sumOf(samples, name, { pool, ...labels })),
  });
  return [
    { title: 'Pool', cell: (pool) => <code>{pool}</code> },
    count('Should be warm', 'tintype_pool_desired'),
    ...valuesOf(samples, 'tintype_pool_pods', 'state').map((state) =>
      count(titled(state), 'tintype_pool_pods', { state }),
    ),
    count('Sessions that wait', 'tintype_pool_waiting_sessions'),
  ];
};

const Pools = ({ samples }: { samples: readonly Sample[] }) => {
  const pools = valuesOf(samples, 'tintype_pool_desired', 'pool');
  return (
    <section class="card">
      <h2>Pools of browsers</h2>
      {pools.length === 0 ? (
        <p class="muted">This port does not have the operator's metrics. In a cluster, they are on the operator's.</p>
      ) : (
        <Table caption="Pools" columns={poolColumns(samples)} rows={pools} keyOf={(pool) => pool} />
      )}
    </section>
  );
};

export const HealthPage = () => {
  const readiness = useText('/readyz', { everyMs: refreshMs });
  const metrics = useText('/metrics', { everyMs: refreshMs });
  return (
    <Page title="Health" about="What this port reports of itself, every 5 seconds.">
      <Answered answer={readiness} loading="Asking whether it is ready">
        {(text) => <Parts readiness={readReadiness(text)} />}
      </Answered>
      <Answered answer={metrics} loading="Loading metrics">
        {(text) => {
          const samples = readMetrics(text);
          return (
            <>
              <Figures samples={samples} />
              <Pools samples={samples} />
            </>
          );
        }}
      </Answered>
    </Page>
  );
};
