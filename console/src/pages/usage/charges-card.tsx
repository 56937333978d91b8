import { formatNumber, formatTime, shortId } from '../../components/format.js';
import { Pager, usePagedAnswer, usePages } from '../../components/pager.js';
import { formatClock } from '../../components/session-status.js';
import { Answered } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { Link } from '../../routing/location.js';
import type { Charge, ChargesAnswer } from '../../service/answers.generated.js';

const columns: readonly Column<Charge>[] = [
  { title: 'Charged', cell: ({ at }) => formatTime(at) },
  { title: 'For', cell: ({ kind, endpoint }) => (kind === 'session' ? 'session' : endpoint) },
  {
    title: 'Id',
    cell: ({ id, kind }) =>
      kind === 'session' ? (
        <Link to={`/sessions/${id}`}>
          <code title={id}>{shortId(id)}</code>
        </Link>
      ) : (
        <code title={id}>{shortId(id)}</code>
      ),
  },
  { title: 'Open for', isNumber: true, cell: ({ seconds }) => seconds !== null && formatClock(seconds) },
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
