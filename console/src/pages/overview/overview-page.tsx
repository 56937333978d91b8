import { CopyButton } from '../../components/copy-button.js';
import { Icon, type IconName } from '../../components/icon.js';
import { Page } from '../../components/page.js';
import { Answered, Empty } from '../../components/states.js';
import { Link } from '../../routing/location.js';
import type { AccountAnswer, OwnAccount, UsageAnswer, UsageDay } from '../../service/answers.generated.js';
import { useAnswer, useSignedIn } from '../../service/use-service.js';
import { Chart } from '../../usage/chart.js';
import { lastDays } from '../../usage/days.js';
import { Figures } from '../../usage/figures.js';
import { formatOf, seriesOf } from '../../usage/metrics.js';
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

const starts: readonly { to: string; icon: IconName; title: string; about: string }[] = [
  { to: '/playground', icon: 'playground', title: 'Render a page', about: 'Try each option and copy the code.' },
  { to: '/sessions', icon: 'sessions', title: 'Open a browser', about: 'Drive it from here or from your program.' },
  {
    to: '/batches/new',
    icon: 'batches',
    title: 'Render many pages',
    about: 'A batch stores each result in your bucket.',
  },
];

const Starts = () => (
  <nav class="starts" aria-label="Start">
    {starts.map(({ to, icon, title, about }) => (
      <Link key={to} to={to} class="start">
        <Icon name={icon} />
        <strong>{title}</strong>
        <span>{about}</span>
      </Link>
    ))}
  </nav>
);

const LastDays = ({ days }: { days: readonly UsageDay[] }) => (
  <section class="card stack">
    <div class="card-head">
      <h2>Renders in the last 30 days</h2>
      <Link to="/usage">All usage</Link>
    </div>
    {days.some(({ renders }) => Object.values(renders).some((count) => count > 0)) ? (
      <Chart
        title="Renders"
        dates={days.map(({ date }) => date)}
        series={seriesOf('renders', days)}
        format={formatOf('renders')}
      />
    ) : (
      <Empty icon="usage" title="No render yet">
        <p>This chart counts your renders by day.</p>
        <Link to="/playground" class="button">
          Render a page
        </Link>
      </Empty>
    )}
  </section>
);

export const OverviewPage = () => {
  const account = useAnswer<AccountAnswer>('/v1/account');
  const { from, to } = lastDays(30);
  const usage = useAnswer<UsageAnswer>(`/v1/account/usage?from=${from}&to=${to}`);
  return (
    <Page title="Overview" about="Your account, its limits, and what it used in the last 30 days.">
      <Answered answer={usage} loading="Loading usage">
        {({ days }) => (
          <>
            <Figures days={days} credits={account.value?.account.credits} />
            <Starts />
            <LastDays days={days} />
          </>
        )}
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
