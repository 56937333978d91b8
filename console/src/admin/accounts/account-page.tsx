import { ConfirmButton } from '../../components/confirm-button.js';
import { formatCount, formatTime } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import { Link } from '../../routing/location.js';
import { NewSecretCard } from '../../secrets/new-secret.js';
import { SecretTable } from '../../secrets/secret-table.js';
import type { Account, AdminAccountAnswer, AdminUsage } from '../../service/answers.generated.js';
import { type Answer, useAnswer } from '../../service/use-service.js';
import { lastDays, withEveryDay } from '../../usage/days.js';
import { UsageDays } from '../../usage/usage-days.js';
import { StateBadge } from './account-list-page.js';
import { CreditsForm } from './credits-form.js';
import { LimitsForm } from './limits-form.js';

interface AccountProps {
  account: Account;
  path: string;
  onChanged: () => void;
}

const Switch = ({ account: { id, disabled }, path, onChanged }: AccountProps) => (
  <ConfirmButton
    label={disabled ? 'Enable' : 'Disable'}
    question={disabled ? `Enable ${id}?` : `Disable ${id}?`}
    yes={disabled ? 'Enable it' : 'Disable it'}
    no="Leave it"
    path={path}
    method="PATCH"
    body={{ disabled: !disabled }}
    onDone={onChanged}
  >
    {disabled
      ? 'Its secrets then work again.'
      : 'All its requests are then refused with account_disabled, until you enable it.'}
  </ConfirmButton>
);

const Facts = (props: AccountProps) => {
  const { account } = props;
  return (
    <section class="card">
      <div class="card-head">
        <StateBadge {...account} />
        <Switch {...props} />
      </div>
      <dl class="facts">
        <dt>API key</dt>
        <dd>
          <code>{account.apiKey}</code>
        </dd>
        <dt>Created</dt>
        <dd>{formatTime(account.createdAt)}</dd>
        <dt>Endpoints</dt>
        <dd>{account.endpoints?.join(', ') ?? 'all'}</dd>
        <dt>Storage</dt>
        <dd>{account.storage ? `${account.storage.bucket} at ${account.storage.endpoint}` : 'none of its own'}</dd>
        <dt>Proxy</dt>
        <dd>{account.proxy?.url ?? 'none'}</dd>
      </dl>
    </section>
  );
};

const Usage = ({ answer, credits }: { answer: Answer<AdminUsage>; credits: number | null }) => (
  <Answered answer={answer} loading="Loading usage">
    {({ usage: { total, days } }) => (
      <>
        <p class="muted">
          {formatCount(total.credits, 'credit')} in {formatCount(total.charges, 'charge')} since it was created; below,
          the last 30 days.
        </p>
        <UsageDays days={withEveryDay(days, lastDays(30))} credits={credits} />
      </>
    )}
  </Answered>
);

export const AccountPage = ({ id = '' }: Record<string, string>) => {
  const path = `/admin/v1/accounts/${encodeURIComponent(id)}`;
  const answer = useAnswer<AdminAccountAnswer>(path);
  const usage = useAnswer<AdminUsage>(`${path}/usage`);
  const reload = () => {
    answer.reload();
    usage.reload();
  };
  return (
    <Page title={id} about={<Link to="/accounts">All accounts</Link>}>
      <Answered answer={answer} loading="Loading the account">
        {({ account }) => {
          const props = { account, path, onChanged: reload };
          return (
            <>
              <Facts {...props} />
              <div class="columns">
                <CreditsForm {...props} />
                <LimitsForm {...props} />
              </div>
              <section class="card">
                <h2>Secrets</h2>
                <SecretTable secrets={account.secrets} path={`${path}/secrets`} onDeleted={answer.reload} />
              </section>
              <NewSecretCard account={account.id} path={`${path}/secrets`} scope="manage" onMade={answer.reload} />
              <Usage answer={usage} credits={account.credits} />
            </>
          );
        }}
      </Answered>
    </Page>
  );
};
