import type { Session } from '@tintype/contracts';
import { useState } from 'preact/hooks';
import { formatAgo, formatNumber, formatTime } from '../../components/format.js';
import { Icon } from '../../components/icon.js';
import { Page } from '../../components/page.js';
import { Answered, Empty, Fault } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { Link } from '../../routing/location.js';
import { useCall } from '../../service/use-call.js';
import { useAnswer } from '../../service/use-service.js';
import { CreateSession } from './create-session.js';
import { formatClock, StatusBadge } from './session-status.js';

interface SessionsAnswer {
  sessions: readonly Session[];
  nextCursor: string | null;
}

const statuses = ['', 'active', 'closed', 'expired', 'error'] as const;

const columns: readonly Column<Session>[] = [
  {
    title: 'Session',
    cell: ({ id }) => (
      <Link to={`/sessions/${id}`}>
        <code>{`${id.slice(0, 13)}…`}</code>
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: 'Started',
    cell: ({ startedAt }) => (
      <time dateTime={startedAt} title={formatTime(startedAt)}>
        {formatAgo(startedAt)}
      </time>
    ),
  },
  { title: 'Open for', isNumber: true, cell: ({ durationSeconds }) => formatClock(durationSeconds) },
  {
    title: 'Actions',
    isNumber: true,
    cell: ({ actionCount, actionErrorCount }) =>
      `${formatNumber(actionCount)}${actionErrorCount > 0 ? ` (${formatNumber(actionErrorCount)} failed)` : ''}`,
  },
  { title: 'Credits', isNumber: true, cell: ({ accruedCredits }) => formatNumber(accruedCredits) },
];

const StatusFilter = ({ status, onStatus }: { status: string; onStatus: (status: string) => void }) => (
  <select
    class="input filter"
    aria-label="Status"
    value={status}
    onChange={(event) => onStatus(event.currentTarget.value)}
  >
    {statuses.map((each) => (
      <option key={each} value={each}>
        {each || 'All'}
      </option>
    ))}
  </select>
);

const pathOf = (status: string, cursor?: string) => {
  const query = new URLSearchParams({ limit: '20', ...(status && { status }), ...(cursor && { cursor }) });
  return `/v1/sessions?${query}`;
};

/** Further pages, below the first one, which is asked again and again. */
const useMore = (status: string) => {
  const [more, setMore] = useState<SessionsAnswer>();
  const { run, error, isBusy } = useCall();
  const load = async (cursor: string) => {
    const next = await run<SessionsAnswer>(pathOf(status, cursor), {});
    if (next) setMore((last) => ({ ...next, sessions: [...(last?.sessions ?? []), ...next.sessions] }));
  };
  return { more, load, error, isBusy };
};

const List = ({ first, status }: { first: SessionsAnswer; status: string }) => {
  const { more, load, error, isBusy } = useMore(status);
  const seen = new Set(first.sessions.map(({ id }) => id));
  const rows = [...first.sessions, ...(more?.sessions ?? []).filter(({ id }) => !seen.has(id))];
  const cursor = more ? more.nextCursor : first.nextCursor;
  if (rows.length === 0)
    return (
      <Empty icon="sessions" title={status ? `No ${status} session` : 'No session yet'}>
        <p>A session is a browser of your own: open one, and drive it from here, over HTTP or with Playwright.</p>
      </Empty>
    );
  return (
    <>
      <Table caption="Sessions" columns={columns} rows={rows} keyOf={({ id }) => id} />
      {error && <Fault error={error} />}
      {cursor && (
        <button type="button" class="button" disabled={isBusy} onClick={() => void load(cursor)}>
          {isBusy ? 'Loading…' : 'Show more'}
        </button>
      )}
    </>
  );
};

const refreshMs = 5000;

export const SessionsPage = () => {
  const [status, setStatus] = useState('');
  const [isCreating, setCreating] = useState(false);
  const answer = useAnswer<SessionsAnswer>(pathOf(status), { everyMs: refreshMs });
  const create = (
    <button type="button" class="button primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      New session
    </button>
  );
  return (
    <Page title="Sessions" about="Browsers of your own, and what they cost." actions={!isCreating && create}>
      {isCreating && <CreateSession onCancel={() => setCreating(false)} />}
      <section class="card stack" aria-label="List of sessions">
        <div class="row">
          <StatusFilter status={status} onStatus={setStatus} />
        </div>
        <Answered answer={answer} loading="Loading sessions">
          {(first) => <List key={status} first={first} status={status} />}
        </Answered>
      </section>
    </Page>
  );
};
