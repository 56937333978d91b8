import { Button } from '../../components/button.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { CopyButton } from '../../components/copy-button.js';
import { formatNumber, formatSecond } from '../../components/format.js';
import { Icon } from '../../components/icon.js';
import { Page } from '../../components/page.js';
import { Pager, usePagedAnswer, usePages } from '../../components/pager.js';
import { Prose } from '../../components/prose.js';
import { Answered, Fault } from '../../components/states.js';
import { Link } from '../../routing/location.js';
import type { Batch } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';
import { useSignedIn } from '../../service/use-service.js';
import { BatchItems } from './batch-items.js';
import { BatchBadge, BatchProgress, isUnfinished, typeTitle } from './batch-state.js';

const pageSize = 50;
const refreshMs = 2000;

const notificationTitles: Readonly<Record<Batch['notification']['status'], string>> = {
  none: 'none asked for',
  pending: 'pending',
  delivered: 'delivered',
  undelivered: 'undelivered',
};

const Notification = ({ notification }: Pick<Batch, 'notification'>) => {
  const { status, attempts, lastError, nextAttemptAt } = notification;
  return (
    <>
      {notificationTitles[status]}
      {attempts > 0 && `, ${formatNumber(attempts)} ${attempts === 1 ? 'attempt' : 'attempts'}`}
      {nextAttemptAt && `, next ${formatSecond(nextAttemptAt)}`}
      {lastError && <div class="small fault">{lastError}</div>}
    </>
  );
};

const Facts = ({ batch }: { batch: Batch }) => (
  <dl class="facts">
    <dt>Makes</dt>
    <dd>{typeTitle(batch)}</dd>
    <dt>Accepted</dt>
    <dd>{formatSecond(batch.createdAt)}</dd>
    {batch.startedAt && <dt>Started</dt>}
    {batch.startedAt && <dd>{formatSecond(batch.startedAt)}</dd>}
    {batch.finishedAt && <dt>Finished</dt>}
    {batch.finishedAt && <dd>{formatSecond(batch.finishedAt)}</dd>}
    <dt>Notification</dt>
    <dd>
      <Notification notification={batch.notification} />
    </dd>
    <dt>Batch</dt>
    <dd class="copyable">
      <code>{batch.batchId}</code>
      <CopyButton text={batch.batchId} what="id of the batch" />
    </dd>
  </dl>
);

const Troubles = ({ batch: { error, waitingFor } }: { batch: Batch }) => (
  <>
    {waitingFor && (
      <p class="notice warn">
        <strong>Paused since {formatSecond(waitingFor.since)}</strong>
        <span>
          <Prose text={waitingFor.message} />
        </span>
      </p>
    )}
    {error && (
      <p class="notice bad">
        <strong>
          <Prose text={error.message} />
        </strong>
        <span class="small mono">{error.code}</span>
      </p>
    )}
  </>
);

interface ActionsProps {
  batch: Batch;
  path: string;
  onChanged: () => void;
}

const Actions = ({ batch, path, onChanged }: ActionsProps) => {
  const notifying = useCall();
  const notify = async () => {
    if (await notifying.run(`${path}/notification`, { method: 'POST' })) onChanged();
  };
  const canNotify = batch.finishedAt !== null && batch.notification.status !== 'none';
  return (
    <div class="row">
      {isUnfinished(batch) && !batch.cancelRequested && (
        <ConfirmButton
          label="Cancel"
          question="Cancel this batch?"
          yes="Cancel the batch"
          path={path}
          onDone={onChanged}
        >
          Items that have not begun end as cancelled, and cost nothing. Stored results stay.
        </ConfirmButton>
      )}
      {!isUnfinished(batch) && batch.failed > 0 && (
        <Link to={`/batches/${batch.batchId}/failed`} class="button">
          Submit failed pages again
        </Link>
      )}
      {canNotify && (
        <Button isBusy={notifying.isBusy} onClick={() => void notify()}>
          <Icon name="refresh" />
          Notify again
        </Button>
      )}
      {notifying.error && <Fault error={notifying.error} />}
    </div>
  );
};

export const BatchPage = ({ id = '' }: Record<string, string>) => {
  const { account } = useSignedIn();
  const pages = usePages();
  const path = `/batch/${account.apiKey}/${encodeURIComponent(id)}`;
  const answer = usePagedAnswer<Batch>(`${path}?limit=${pageSize}&cursor=${pages.cursor ?? 0}`, {
    // Keep asking after the last item: the notification follows it.
    everyMs: (batch) => (isUnfinished(batch) || batch.notification.status === 'pending' ? refreshMs : undefined),
  });
  return (
    <Page title="Batch" about={<Link to="/batches">All batches</Link>}>
      <Answered answer={answer} loading="Loading the batch">
        {(batch) => (
          <>
            <section class="card stack">
              <div class="card-head">
                <BatchBadge batch={batch} />
                <Actions batch={batch} path={path} onChanged={answer.reload} />
              </div>
              <BatchProgress batch={batch} />
              <Troubles batch={batch} />
              <Facts batch={batch} />
            </section>
            {batch.items.length > 0 && (
              <section class="card">
                <h2>Items</h2>
                <BatchItems items={batch.items} />
                <Pager
                  pages={pages}
                  nextCursor={batch.nextCursor}
                  isTurning={answer.isTurning}
                  next="Next items"
                  back="Earlier items"
                />
              </section>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
};
