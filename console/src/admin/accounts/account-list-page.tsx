import { formatNumber, formatTime } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { Link } from '../../routing/location.js';
import type { Account, AdminAccounts } from '../../service/answers.generated.js';
import { useAnswer } from '../../service/use-service.js';
import { NewAccountCard } from './new-account.js';

export const StateBadge = ({ disabled }: Pick<Account, 'disabled'>) =>
  disabled ? <span class="badge bad">Disabled</span> : <span class="badge good">Active</span>;

const columns: readonly Column<Account>[] = [
  { title: 'Account', cell: ({ id }) => <Link to={`/accounts/${id}`}>{id}</Link> },
  { title: 'API key', cell: ({ apiKey }) => <code>{apiKey}</code> },
  { title: 'State', cell: (account) => <StateBadge {...account} /> },
  {
    title: 'Credits left',
    isNumber: true,
    cell: ({ credits }) => (credits === null ? 'unlimited' : formatNumber(credits)),
  },
  { title: 'Secrets', isNumber: true, cell: ({ secrets }) => formatNumber(secrets.length) },
  { title: 'Created', cell: ({ createdAt }) => formatTime(createdAt) },
];

export const AccountListPage = () => {
  const answer = useAnswer<AdminAccounts>('/admin/v1/accounts');
  return (
    <Page title="Accounts" about="All accounts of this installation. An account can be disabled, not deleted.">
      <Answered answer={answer} loading="Loading accounts">
        {({ accounts }) => (
          <section class="card">
            <Table caption="Accounts" columns={columns} rows={accounts} keyOf={({ id }) => id} />
          </section>
        )}
      </Answered>
      <NewAccountCard onMade={answer.reload} />
    </Page>
  );
};
