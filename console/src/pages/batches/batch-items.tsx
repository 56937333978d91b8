import { formatBytes, formatNumber } from '../../components/format.js';
import { Icon } from '../../components/icon.js';
import { Prose } from '../../components/prose.js';
import { type Column, Table } from '../../components/table.js';
import type { BatchItem } from '../../service/answers.generated.js';

const states: Readonly<Record<BatchItem['status'], [title: string, look: string]>> = {
  queued: ['Queued', ''],
  completed: ['Stored', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'warn'],
};

const StateOf = ({ item: { status, attempts } }: { item: BatchItem }) => {
  const [title, look] = states[status];
  return (
    <>
      <span class={`badge ${look}`}>{title}</span>
      {attempts > 1 && <div class="small muted together">{formatNumber(attempts)} attempts</div>}
    </>
  );
};

const PageOf = ({ item: { url, error, warnings, targetStatus } }: { item: BatchItem }) => (
  <>
    {url ?? <span class="muted">no URL</span>}
    {targetStatus !== null && targetStatus >= 400 && <div class="small muted">answered {targetStatus}</div>}
    {error && (
      <div class="small fault">
        <Prose text={error.message} /> <code>{error.code}</code>
      </div>
    )}
    {warnings.map((warning) => (
      <div key={warning} class="small muted">
        <Prose text={warning} />
      </div>
    ))}
  </>
);

/** Longer names are shortened: a result key as a name has 64 digits. */
const maxNameLength = 26;

/** The last segment is what people recognise; the middle of a long one is left out. */
const nameOf = (location: string) => {
  const name = decodeURIComponent(location.split('/').at(-1) ?? location);
  return name.length > maxNameLength ? `${name.slice(0, 12)}…${name.slice(-8)}` : name;
};

const ResultOf = ({ item: { location, bytes } }: { item: BatchItem }) =>
  location === null ? null : (
    <>
      <a class="together" href={location} target="_blank" rel="noreferrer">
        {nameOf(location)} <Icon name="external" />
      </a>
      {bytes !== null && <div class="small muted">{formatBytes(bytes)}</div>}
    </>
  );

const columns: readonly Column<BatchItem>[] = [
  { title: 'No.', isNumber: true, cell: ({ number }) => formatNumber(number + 1) },
  { title: 'Page', cell: (item) => <PageOf item={item} /> },
  { title: 'State', cell: (item) => <StateOf item={item} /> },
  { title: 'Result', cell: (item) => <ResultOf item={item} /> },
];

export const BatchItems = ({ items }: { items: readonly BatchItem[] }) => (
  <Table
    caption="Items in the order of the batch"
    columns={columns}
    rows={items}
    keyOf={({ number }) => String(number)}
  />
);
