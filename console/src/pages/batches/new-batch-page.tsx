import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import { Link } from '../../routing/location.js';
import type { Batch } from '../../service/answers.generated.js';
import { useAnswer, useSignedIn } from '../../service/use-service.js';
import { BatchForm } from './batch-form.js';
import { lineOf } from './read-lines.js';

export const NewBatchPage = () => (
  <Page title="New batch" about={<Link to="/batches">All batches</Link>}>
    <BatchForm />
  </Page>
);

/** No batch has more items. */
const maxItems = 1000;

/** The failed pages, as lines of the form. */
const failedLines = ({ items }: Batch): string =>
  items
    .filter(({ status }) => status === 'failed')
    .flatMap(({ url, file_name: name }) => (url === null ? [] : [lineOf({ url, fileName: name ?? undefined })]))
    .join('\n');

/** A new batch, filled with the pages that failed in another. */
export const FailedPagesPage = ({ id = '' }: Record<string, string>) => {
  const { account } = useSignedIn();
  const path = `/batch/${account.apiKey}/${encodeURIComponent(id)}`;
  const answer = useAnswer<Batch>(`${path}?limit=${maxItems}&cursor=0`);
  return (
    <Page title="New batch" about={<Link to={`/batches/${id}`}>The batch with the failed pages</Link>}>
      <p class="notice">The form has the failed pages. Set the options again: a batch does not show them.</p>
      <Answered answer={answer} loading="Loading the failed pages">
        {(batch) => <BatchForm endpoint={batch.type} urls={failedLines(batch)} />}
      </Answered>
    </Page>
  );
};
