import type { Session } from '@tintype/contracts';
import { useState } from 'preact/hooks';
import { Ago } from '../../components/ago.js';
import { formatNumber, shortId } from '../../components/format.js';
import { Icon } from '../../components/icon.js';
import { Page } from '../../components/page.js';
import { Pager, usePagedAnswer, usePages } from '../../components/pager.js';
import { formatClock, StatusBadge } from '../../components/session-status.js';
import { Answered, Empty } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { Link } from '../../routing/location.js';
import type { SessionsAnswer } from '../../service/answers.generated.js';
import { CreateSession } from './create-session.js';

/** As the badges write them. */
const statuses = [
  { id: '', title: 'All' },
  { id: 'active', title: 'Active' },
  { id: 'closed', title: 'Closed' },
  { id: 'expired', title: 'Expired' },
  { id: 'error', title: 'Error' },
];

const columns: readonly Column<Session>[] = [
  {
    title: 'Session',
    cell: ({ id }) => (
      <Link to={`/sessions/${id}`}>
        <code>{shortId(id)}</code>
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: 'Started',
    cell: ({ startedAt }) => <Ago time={startedAt} />,
  },
  { title: 'Saved login', cell: ({ options: { profile } }) => profile },
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
    {statuses.map(({ id, title }) => (
      <option key={id} value={id}>
        {title}
      </option>
    ))}
  </select>
);

const pathOf = (status: string, cursor?: string) => {
  const query = new URLSearchParams({ limit: '20', ...(status && { status }), ...(cursor && { cursor }) });
  return `/v1/sessions?${query}`;
};

const refreshMs = 5000;

/** The sessions of a status, by page. A new session appears on the first page. */
const List = ({ status }: { status: string }) => {
  const pages = usePages();
  const answer = usePagedAnswer<SessionsAnswer>(pathOf(status, pages.cursor), { everyMs: refreshMs });
  return (
    <Answered answer={answer} loading="Loading sessions">
      {({ sessions, nextCursor }) =>
        sessions.length === 0 && pages.cursor === undefined && !answer.isTurning ? (
          <Empty icon="sessions" title={status ? `No ${status} session` : 'No session yet'}>
            <p>A session is a browser of your own: open one, and drive it from here, over HTTP or with Playwright.</p>
          </Empty>
        ) : (
          <>
            <Table caption="Sessions, newest first" columns={columns} rows={sessions} keyOf={({ id }) => id} />
            <Pager pages={pages} nextCursor={nextCursor} isTurning={answer.isTurning} next="Older" back="Newer" />
          </>
        )
      }
    </Answered>
  );
};

export const SessionsPage = () => {
  const [status, setStatus] = useState('');
  const [isCreating, setCreating] = useState(false);
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
        <List key={status} status={status} />
      </section>
    </Page>
  );
};
