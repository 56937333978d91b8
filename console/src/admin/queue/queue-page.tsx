import { formatNumber } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import { type Column, Table } from '../../components/table.js';
import { Link } from '../../routing/location.js';
import type { AdminQueue, QueueOfClass } from '../../service/answers.generated.js';
import { useAnswer } from '../../service/use-service.js';

const refreshMs = 5000;

const titles: Readonly<Record<QueueOfClass['class'], string>> = {
  still: 'Pictures, PDFs, contents',
  recording: 'Recordings',
  batch: 'Items of batches',
};

const columns: readonly Column<QueueOfClass>[] = [
  { title: 'Jobs', cell: ({ class: name }) => titles[name] },
  { title: 'Waiting', isNumber: true, cell: ({ waiting }) => formatNumber(waiting) },
  { title: 'In nodes', isNumber: true, cell: ({ running }) => formatNumber(running) },
  { title: 'Free slots', isNumber: true, cell: ({ idleSlots }) => formatNumber(idleSlots) },
];

interface Share {
  key: string;
  title: string;
  account: string;
  jobs: number;
}

const shareColumns: readonly Column<Share>[] = [
  { title: 'Account', cell: ({ account }) => <Link to={`/accounts/${account}`}>{account}</Link> },
  { title: 'Jobs', cell: ({ title }) => title },
  { title: 'Number', isNumber: true, cell: ({ jobs }) => formatNumber(jobs) },
];

const sharesOf = (queue: readonly QueueOfClass[]): Share[] =>
  queue.flatMap(({ class: name, accounts }) =>
    accounts.map(({ account, jobs }) => ({ key: `${name} ${account}`, title: titles[name], account, jobs })),
  );

/** What nodes have to render, and for whom. */
export const QueuePage = () => {
  const answer = useAnswer<AdminQueue>('/admin/v1/queue', { everyMs: refreshMs });
  return (
    <Page
      title="Queue"
      about="Renders that nodes run or will run. Further requests of an account wait until it has fewer jobs here."
    >
      <Answered answer={answer} loading="Loading the queue">
        {({ queue }) => (
          <>
            <section class="card">
              <Table caption="Queue" columns={columns} rows={queue} keyOf={({ class: name }) => name} />
            </section>
            <section class="card">
              <h2>By account</h2>
              {sharesOf(queue).length === 0 ? (
                <p class="muted">No job is waiting or running.</p>
              ) : (
                <Table
                  caption="Jobs by account"
                  columns={shareColumns}
                  rows={sharesOf(queue)}
                  keyOf={({ key }) => key}
                />
              )}
            </section>
          </>
        )}
      </Answered>
    </Page>
  );
};
