import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { CopyButton } from '../../components/copy-button.js';
import { ForManagers, useIsManager } from '../../components/for-managers.js';
import { formatTime } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered, Empty, Fault } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import type { WorkspaceCode, WorkspacesAnswer } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';
import { useAnswer } from '../../service/use-service.js';

type Workspace = WorkspacesAnswer['workspaces'][number];

/** Slack may not send the name. */
const nameOf = ({ id, domain }: Workspace) => domain ?? id;

const Disconnect = ({ workspace, onDone }: { workspace: Workspace; onDone: () => void }) => (
  <ConfirmButton
    label="Disconnect"
    describes={`Disconnect ${nameOf(workspace)}`}
    isSmall
    question={`Disconnect ${nameOf(workspace)}?`}
    yes="Disconnect it"
    path={`/v1/account/slack/${encodeURIComponent(workspace.id)}`}
    onDone={onDone}
  >
    Its members can then capture no page with this account, until one connects it again.
  </ConfirmButton>
);

const columnsWith = (onDone: () => void, isManager: boolean): readonly Column<Workspace>[] => [
  { title: 'Workspace', cell: nameOf },
  { title: 'Id', cell: ({ id }) => <code>{id}</code> },
  { title: 'Connected', cell: ({ connectedAt }) => formatTime(connectedAt) },
  ...(isManager
    ? [{ title: 'Action', cell: (workspace: Workspace) => <Disconnect workspace={workspace} onDone={onDone} /> }]
    : []),
];

const Code = ({ made: { code, expiresAt } }: { made: WorkspaceCode }) => {
  const command = `/screenshot connect ${code}`;
  return (
    <div class="notice good shown-once" role="status">
      <strong>Type this in the workspace until {formatTime(expiresAt)}</strong>
      <span class="copyable">
        <code>{command}</code>
        <CopyButton text={command} what="command" withText />
      </span>
    </div>
  );
};

const Connect = () => {
  const [made, setMade] = useState<WorkspaceCode>();
  const { run, isBusy, error } = useCall();
  const make = async () => setMade(await run('/v1/account/slack/codes', { method: 'POST' }));
  return (
    <section class="card stack">
      <div class="card-head">
        <h2>Connect a workspace</h2>
        <Button class="button primary" isBusy={isBusy} onClick={() => void make()}>
          Make a code
        </Button>
      </div>
      {error && <Fault error={error} />}
      {made && <Code made={made} />}
      {!made && !error && <p class="muted">A code works for 10 minutes. A workspace has one account.</p>}
    </section>
  );
};

const NotSetUp = () => (
  <p class="notice warn">
    <strong>This service has no Slack app yet</strong>
    <span>
      Its administrator makes one and sets <code>TINTYPE_SLACK_SIGNING_SECRET</code>. Then you can connect workspaces
      here.
    </span>
  </p>
);

export const SlackPage = () => {
  const answer = useAnswer<WorkspacesAnswer>('/v1/account/slack');
  const isManager = useIsManager();
  return (
    <Page title="Slack" about="Workspaces whose members capture pages with /screenshot, on this account.">
      <ForManagers note="Your secret cannot connect or disconnect workspaces." />
      <Answered answer={answer} loading="Loading workspaces">
        {({ available, workspaces }) => (
          <>
            {!available && <NotSetUp />}
            <section class="card">
              {workspaces.length === 0 ? (
                <Empty icon="chat" title="No workspace is connected">
                  {available && isManager && (
                    <p>Make a code below. A member of the workspace types it once in a channel.</p>
                  )}
                </Empty>
              ) : (
                <Table
                  caption="Workspaces"
                  columns={columnsWith(answer.reload, isManager)}
                  rows={workspaces}
                  keyOf={({ id }) => id}
                />
              )}
            </section>
            {available && (
              <ForManagers>
                <Connect />
              </ForManagers>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
};
