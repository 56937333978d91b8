import { CopyButton } from '../../components/copy-button.js';
import { formatNumber, formatTime } from '../../components/format.js';
import { Pager, usePagedAnswer, usePages } from '../../components/pager.js';
import { formatClock } from '../../components/session-status.js';
import { Answered } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { Link } from '../../routing/location.js';
import type { Charge, ChargesAnswer } from '../../service/answers.generated.js';
import { endpointTitles } from '../../service/tables.js';

const endpointOf = (charge: Charge) => endpointTitles.find(({ id }) => id === charge.endpoint)?.title;

const forWhat = (charge: Charge) => (charge.kind === 'session' ? 'Session' : endpointOf(charge));

/** The whole id of what was charged, so that the browser's search finds an id of an answer or a page. */
const sourceOf = ({ id, kind, requestId, batchId, batchItem }: Charge) => {
  const page = kind === 'session' ? `/sessions/${id}` : batchId && `/batches/${batchId}`;
  const shown = kind === 'session' ? id : (batchId ?? requestId);
  if (!shown) return <span class="muted">not recorded</span>;
  return (
    <span class="copyable">
      {page ? (
        <Link to={page}>
          <code>{shown}</code>
        </Link>
      ) : (
        <code>{shown}</code>
      )}
      {batchItem !== null && <span class="muted small"> item {formatNumber(batchItem)}</span>}
      <CopyButton text={shown} what={`id ${shown}`} />
    </span>
  );
};

/** A session pays each minute that has begun. */
const openFor = ({ seconds, credits }: Charge) =>
  seconds !== null && (
    <>
      {formatClock(seconds)}
      <span class="muted small"> billed {formatClock(credits * 60)}</span>
    </>
  );

const columns: readonly Column<Charge>[] = [
  { title: 'Time', cell: ({ at }) => formatTime(at) },
  { title: 'For', cell: forWhat },
  { title: 'Request, batch or session', cell: sourceOf },
  { title: 'Open for', isNumber: true, cell: openFor },
  { title: 'Credits', isNumber: true, cell: ({ credits }) => formatNumber(credits) },
];

/** A page of a busy service may have no charge of this account. */
const noneHere = (isFirst: boolean, hasMore: boolean): string => {
  if (hasMore) return 'None in this part of the ledger. Older ones may follow.';
  return isFirst ? 'None in the last 40 days.' : 'No older charge.';
};

/** The ledger of the account, a page at a time. */
export const ChargesCard = () => {
  const pages = usePages();
  const cursor = pages.cursor === undefined ? '' : `&cursor=${encodeURIComponent(pages.cursor)}`;
  const answer = usePagedAnswer<ChargesAnswer>(`/v1/account/charges?limit=20${cursor}`);
  return (
    <section class="card stack">
      <h2>Charges</h2>
      <p class="muted small">
        A new result costs a credit, a session one per begun minute. An answer names its request in X-Request-Id.
      </p>
      <Answered answer={answer} loading="Loading charges">
        {({ charges, nextCursor }) => (
          <>
            {charges.length === 0 ? (
              <p class="muted">{noneHere(pages.cursor === undefined, nextCursor !== null)}</p>
            ) : (
              <Table caption="Charges, latest first" columns={columns} rows={charges} keyOf={({ id }) => id} />
            )}
            <Pager pages={pages} nextCursor={nextCursor} isTurning={answer.isTurning} next="Older" back="Newer" />
          </>
        )}
      </Answered>
    </section>
  );
};
