import { formatNumber, formatTime } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { StatusBadge } from '../../components/session-status.js';
import { Answered, Empty } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { Link } from '../../routing/location.js';
import type { AdminSessions } from '../../service/answers.generated.js';
import { useAnswer } from '../../service/use-service.js';

const refreshMs = 5000;

const columns: readonly Column<AdminSessions['sessions'][number]>[] = [
  { title: 'Session', cell: ({ id }) => <code>{id}</code> },
  { title: 'Account', cell: ({ account }) => <Link to={`/accounts/${account}`}>{account}</Link> },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Started', cell: ({ startedAt }) => formatTime(startedAt) },
  { title: 'Ends', cell: ({ expiresAt }) => formatTime(expiresAt) },
  { title: 'Credits', isNumber: true, cell: ({ accruedCredits }) => formatNumber(accruedCredits) },
];

export const AllSessionsPage = () => {
  const answer = useAnswer<AdminSessions>('/admin/v1/sessions', { everyMs: refreshMs });
  return (
    <Page title="Sessions" about="Active browser sessions of all accounts.">
      <Answered answer={answer} loading="Loading sessions">
        {({ sessions }) => (
          <section class="card">
            {sessions.length === 0 ? (
              <Empty icon="sessions" title="No active session">
                <p>Sessions of all accounts appear here while their browsers are open.</p>
              </Empty>
            ) : (
              <Table caption="Active sessions" columns={columns} rows={sessions} keyOf={({ id }) => id} />
            )}
          </section>
        )}
      </Answered>
    </Page>
  );
};
