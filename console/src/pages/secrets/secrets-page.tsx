import { Ago } from '../../components/ago.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { CopyButton } from '../../components/copy-button.js';
import { ForManagers, useIsManager } from '../../components/for-managers.js';
import { formatTime } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { NewSecretCard } from '../../secrets/new-secret.js';
import type { SecretsAnswer } from '../../service/answers.generated.js';
import { bearerOf } from '../../service/credentials.js';
import { useAnswer, useSignedIn } from '../../service/use-service.js';

type Secret = SecretsAnswer['secrets'][number];

const Delete = ({ secret: { id, name, current }, onDeleted }: { secret: Secret; onDeleted: () => void }) => (
  <ConfirmButton
    label="Delete"
    describes={`Delete the secret ${name ?? id}`}
    icon="trash"
    isSmall
    question={`Delete the secret ${name ?? id}?`}
    yes="Delete it"
    path={`/v1/account/secrets/${id}`}
    onDone={onDeleted}
  >
    Programs that use it are refused from then on. Open sessions stay open.
    {current && <p>You signed in with it, so you are signed out.</p>}
  </ConfirmButton>
);

const columnsWith = (onDeleted: () => void, isManager: boolean): readonly Column<Secret>[] => [
  {
    title: 'Secret',
    cell: ({ id, name, current }) => (
      <>
        {name ?? <span class="muted">no name</span>} {current && <span class="badge good">signed in</span>}
        <div class="small muted mono">{id}</div>
      </>
    ),
  },
  { title: 'Scope', cell: ({ scope }) => <span class={`badge ${scope === 'manage' ? 'warn' : ''}`}>{scope}</span> },
  { title: 'Created', cell: ({ createdAt }) => formatTime(createdAt) },
  {
    title: 'Last used',
    cell: ({ lastUsedAt, current }) => {
      if (current) return 'now';
      return lastUsedAt ? <Ago time={lastUsedAt} /> : <span class="muted">never</span>;
    },
  },
  ...(isManager
    ? [{ title: 'Action', cell: (secret: Secret) => <Delete secret={secret} onDeleted={onDeleted} /> }]
    : []),
];

/** What programs send, of the secret that signed in. */
const Bearer = () => {
  const { account, service } = useSignedIn();
  return (
    <section class="card">
      <div class="card-head">
        <h2>Bearer</h2>
        <CopyButton
          text={bearerOf({ name: account.id, secret: service.credentials.secret })}
          what="bearer"
          withText
          label="Copy bearer"
        />
      </div>
      <p class="muted">
        What programs send as <code>Authorization: Bearer …</code>, for the secret that you signed in with.
      </p>
    </section>
  );
};

export const SecretsPage = () => {
  const answer = useAnswer<SecretsAnswer>('/v1/account/secrets');
  const { account } = useSignedIn();
  const isManager = useIsManager();
  return (
    <Page title="Secrets" about="They sign URLs, open sessions and sign in here. An account has at most 10.">
      <Answered answer={answer} loading="Loading secrets">
        {({ secrets }) => (
          <section class="card">
            <Table
              caption="Secrets"
              columns={columnsWith(answer.reload, isManager)}
              rows={secrets}
              keyOf={({ id }) => id}
            />
          </section>
        )}
      </Answered>
      <ForManagers note="Your secret cannot make or delete secrets.">
        <NewSecretCard account={account.id} path="/v1/account/secrets" scope="use" onMade={answer.reload} />
      </ForManagers>
      <Bearer />
    </Page>
  );
};
