import { Ago } from '../../components/ago.js';
import { formatNumber } from '../../components/format.js';
import { Icon } from '../../components/icon.js';
import { Page } from '../../components/page.js';
import { Pager, usePagedAnswer, usePages } from '../../components/pager.js';
import { Answered, Empty } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { Link } from '../../routing/location.js';
import type { BatchesAnswer, BatchState } from '../../service/answers.generated.js';
import { useSignedIn } from '../../service/use-service.js';
import { BatchBadge, BatchProgress, isUnfinished, typeTitle } from './batch-state.js';

const pageSize = 20;
const refreshMs = 3000;
/** Without an unfinished batch, only other programs change the list. */
const idleMs = 15_000;

const NewBatch = () => (
  <Link to="/batches/new" class="button primary">
    <Icon name="plus" />
    New batch
  </Link>
);

const columns: readonly Column<BatchState>[] = [
  {
    title: 'Batch',
    cell: (batch) => (
      <>
        <Link to={`/batches/${batch.batchId}`} class="mono">
          {batch.batchId}
        </Link>
        <div class="small muted">{typeTitle(batch)}</div>
      </>
    ),
  },
  { title: 'State', cell: (batch) => <BatchBadge batch={batch} /> },
  { title: 'Items', cell: (batch) => <BatchProgress batch={batch} /> },
  {
    title: 'Accepted',
    cell: ({ createdAt }) => <Ago time={createdAt} />,
  },
];

const NoBatch = () => {
  const { account } = useSignedIn();
  return (
    <section class="card">
      <Empty icon="batches" title="No batch in the last 14 days">
        <p>
          A batch renders up to {formatNumber(account.limits.batchItems)} pages and stores each result in your storage.
        </p>
      </Empty>
    </section>
  );
};

/** The list of batches. It asks more often while one of its batches is unfinished. */
const useBatches = (cursor: string | undefined) => {
  const { account } = useSignedIn();
  const after = cursor === undefined ? '' : `&cursor=${cursor}`;
  return usePagedAnswer<BatchesAnswer>(`/batch/${account.apiKey}?limit=${pageSize}${after}`, {
    everyMs: ({ batches }) => (batches.some(isUnfinished) ? refreshMs : idleMs),
  });
};

export const BatchListPage = () => {
  const pages = usePages();
  const answer = useBatches(pages.cursor);
  return (
    <Page
      title="Batches"
      about="Many pages at once, stored in your storage. Batches are kept for 14 days."
      actions={<NewBatch />}
    >
      <Answered answer={answer} loading="Loading batches">
        {({ batches, nextCursor }) =>
          batches.length === 0 && pages.cursor === undefined && !answer.isTurning ? (
            <NoBatch />
          ) : (
            <section class="card">
              <Table
                caption="Batches, newest first"
                columns={columns}
                rows={batches}
                keyOf={(batch) => batch.batchId}
              />
              <Pager pages={pages} nextCursor={nextCursor} isTurning={answer.isTurning} next="Older" back="Newer" />
            </section>
          )
        }
      </Answered>
    </Page>
  );
};
