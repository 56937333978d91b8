import { Ago } from '../components/ago.js';
import { ConfirmButton } from '../components/confirm-button.js';
import { formatTime } from '../components/format.js';
import { type Column, Table } from '../components/table.js';
import type { Account, SecretsAnswer } from '../service/answers.generated.js';

/** A secret. The administrator's route says neither when it was last used, nor whether this page signed in with it. */
type Secret = Account['secrets'][number] & Partial<SecretsAnswer['secrets'][number]>;

interface SecretTableProps {
  secrets: readonly Secret[];
  /** The route of the secrets. Each secret is below the route, by its id. */
  path: string;
  /** Undefined: no secret can be deleted here. */
  onDeleted: (() => void) | undefined;
}

const Delete = ({ secret, path, onDeleted }: { secret: Secret; path: string; onDeleted: () => void }) => {
  const { id, name, current } = secret;
  return (
    <ConfirmButton
      label="Delete"
      describes={`Delete the secret ${name ?? id}`}
      icon="trash"
      isSmall
      question={`Delete the secret ${name ?? id}?`}
      yes="Delete it"
      path={`${path}/${encodeURIComponent(id)}`}
      onDone={onDeleted}
    >
      Programs that use it are refused from then on. Open sessions stay open.
      {current && <p>You signed in with it, so you are signed out.</p>}
    </ConfirmButton>
  );
};

const facts: readonly Column<Secret>[] = [
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
];

const lastUse: Column<Secret> = {
  title: 'Last used',
  cell: ({ lastUsedAt, current }) => {
    if (current) return 'now';
    return lastUsedAt ? <Ago time={lastUsedAt} /> : <span class="muted">never</span>;
  },
};

/** The secrets of an account, each with a button that deletes it. */
export const SecretTable = ({ secrets, path, onDeleted }: SecretTableProps) => {
  const columns = [...facts];
  if (secrets.some(({ lastUsedAt }) => lastUsedAt !== undefined)) columns.push(lastUse);
  if (onDeleted) columns.push({ title: 'Action', cell: (secret) => <Delete {...{ secret, path, onDeleted }} /> });
  return <Table caption="Secrets" columns={columns} rows={secrets} keyOf={({ id }) => id} />;
};
