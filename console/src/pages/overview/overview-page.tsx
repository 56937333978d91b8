import { CopyButton } from '../../components/copy-button.js';
import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import type { AccountAnswer, OwnAccount, UsageAnswer } from '../../service/answers.generated.js';
import { useAnswer, useSignedIn } from '../../service/use-service.js';
import { lastDays } from '../../usage/days.js';
import { Figures } from '../../usage/figures.js';
import { LimitsCard } from './limits.js';

const AccountFacts = ({ account }: { account: OwnAccount }) => {
  const { service } = useSignedIn();
  return (
    <section class="card">
      <h2>Account</h2>
      <dl class="facts">
        <dt>User id</dt>
        <dd>
          <code>{account.id}</code>
        </dd>
        <dt>API key</dt>
        <dd class="copyable">
          <code>{account.apiKey}</code>
          <CopyButton text={account.apiKey} what="API key" />
        </dd>
        <dt>Signed in as</dt>
        <dd>
          <code>{service.credentials.name}</code>
        </dd>
        <dt>Storage</dt>
        <dd>
          {account.storage ? <span class="badge good">Configured</span> : <span class="badge">Not configured</span>}
        </dd>
        <dt>Proxy</dt>
        <dd>
          {account.proxy ? <span class="badge good">Configured</span> : <span class="badge">Not configured</span>}
        </dd>
        <dt>Endpoints</dt>
        <dd>{account.endpoints?.join(', ') ?? 'all'}</dd>
      </dl>
    </section>
  );
};

export const OverviewPage = () => {
  const account = useAnswer<AccountAnswer>('/v1/account');
  const { from, to } = lastDays(30);
  const usage = useAnswer<UsageAnswer>(`/v1/account/usage?from=${from}&to=${to}`);
  return (
    <Page title="Overview" about="Your account, its limits, and what it used in the last 30 days.">
      <Answered answer={usage} loading="Loading usage">
        {({ days }) => <Figures days={days} credits={account.value?.account.credits} />}
      </Answered>
      <Answered answer={account} loading="Loading the account">
        {({ account: mine }) => (
          <div class="columns">
            <AccountFacts account={mine} />
            <LimitsCard limits={mine.limits} />
          </div>
        )}
      </Answered>
    </Page>
  );
};
