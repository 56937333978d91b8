import { useMemo, useState } from 'preact/hooks';
import { Area, Choice, Field } from '../../components/field.js';
import { ForManagers } from '../../components/for-managers.js';
import { Form, Submit } from '../../components/form.js';
import { formatCount } from '../../components/format.js';
import { faultsBeside } from '../../components/labels.js';
import { FormFault } from '../../components/states.js';
import { type FormState, faultsOf, readForm } from '../../options/form-state.js';
import { OptionsForm } from '../../options/options-form.js';
import { canSign } from '../../options/query.js';
import { Link, navigate } from '../../routing/location.js';
import type { AcceptedBatch, AccountAnswer } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';
import { useRepeatKey } from '../../service/use-repeat-key.js';
import { useAnswer, useSignedIn } from '../../service/use-service.js';
import { FileOfUrls } from './file-of-urls.js';
import { readLines } from './read-lines.js';
import { type BatchOrder, bodyOf, signedCall } from './submit.js';

const types = [
  { id: 'image', title: 'Images' },
  { id: 'pdf', title: 'PDFs' },
] as const;

const labels = { notification_uri: 'Notify' };

/** Each item has an address and a name of its own, and its result is always stored. */
const optionsWithoutMeaning = ['skipUpload', 's3Redirect', 'fileName', 'expires'];

interface Draft {
  endpoint: BatchOrder['endpoint'];
  urls: string;
  notificationUri: string;
  texts: FormState['texts'];
}

/** What the form begins with. Default: images, and no URL. */
type BatchFormProps = Partial<Pick<Draft, 'endpoint' | 'urls'>>;

const useDraft = (filled: BatchFormProps) => {
  const { account } = useSignedIn();
  const [initial] = useState<Draft>({ endpoint: 'image', urls: '', ...filled, notificationUri: '', texts: {} });
  const [draft, setDraft] = useState(initial);
  const { lines, fault } = useMemo(
    () => readLines(draft.urls, account.limits.batchItems),
    [draft.urls, account.limits.batchItems],
  );
  const form: FormState = { endpoint: draft.endpoint, url: '', texts: draft.texts, without: optionsWithoutMeaning };
  const { values, faults } = readForm(form);
  const order: BatchOrder = {
    endpoint: draft.endpoint,
    apiKey: account.apiKey,
    lines,
    options: values.filter(([{ name }]) => name !== 'url'),
    notificationUri: draft.notificationUri.trim(),
  };
  return {
    draft,
    form,
    order,
    fault,
    faults,
    isChanged: JSON.stringify(draft) !== JSON.stringify(initial),
    change: (next: Partial<Draft>) => setDraft((last) => ({ ...last, ...next })),
  };
};

const useSubmit = () => {
  const { service } = useSignedIn();
  const keyOf = useRepeatKey();
  const { run, ...call } = useCall();
  const submit = async (order: BatchOrder) => {
    const [path, body] = [`/batch-${order.endpoint}/${order.apiKey}`, bodyOf(order)];
    const signed = await signedCall(body, service.credentials.secret, keyOf(`${path} ${body}`));
    const answer = await run<AcceptedBatch>(path, signed);
    if (answer) navigate(`/batches/${answer.batchId}`);
  };
  return { submit, ...call };
};

const Hindrances = ({ hasStorage }: { hasStorage: boolean }) => {
  return (
    <>
      {!canSign() && (
        <p class="notice warn">
          Browsers sign requests on https only. Open the console by https, or send the batch with a client library.
        </p>
      )}
      {!hasStorage && (
        <div class="notice warn">
          <strong>Your account has no storage</strong>
          <span>A batch stores its results there, so you cannot submit one yet.</span>
          <ForManagers note="Your secret cannot set one up.">
            <Link to="/storage" class="button small">
              Set up the storage
            </Link>
          </ForManagers>
        </div>
      )}
    </>
  );
};

/** The form of a new batch, which leads to its page. */
export const BatchForm = (filled: BatchFormProps) => {
  const { draft, form, order, fault, faults, isChanged, change } = useDraft(filled);
  const { submit, isBusy, error, clear } = useSubmit();
  const refused = faultsBeside(error?.message, labels);
  const account = useAnswer<AccountAnswer>('/v1/account');
  const hasStorage = account.value?.account.storage ?? true;
  const isComplete = order.lines.length > 0 && fault === undefined && Object.keys(faults).length === 0;
  const isReady = hasStorage && isComplete && canSign();
  return (
    <>
      <Hindrances hasStorage={hasStorage} />
      <div class="beside">
        <Form
          class="card form"
          {...{ isBusy, error, isChanged }}
          isOff={!isReady}
          onStale={clear}
          onSubmit={() => void submit(order)}
        >
          <Choice label="Make" value={draft.endpoint} choices={types} onChoose={(endpoint) => change({ endpoint })} />
          <Area
            label="URLs"
            rows={12}
            required
            value={draft.urls}
            placeholder={'https://example.com/\nhttps://example.com/about about-us'}
            hint="One a line. After a space you can add the name of its file."
            fault={fault}
            onText={(urls) => change({ urls })}
          />
          <FileOfUrls onText={(urls) => change({ urls })} />
          <Field
            label={labels.notification_uri}
            type="url"
            name="notification"
            value={draft.notificationUri}
            placeholder="https://example.com/hook"
            hint="Optional. This address gets one POST when every item has ended."
            fault={refused.notification_uri}
            onInput={(event) => change({ notificationUri: event.currentTarget.value })}
          />
          {error && <FormFault {...{ error, labels }} />}
          <div class="row">
            <Submit busy="Submitting…">Submit {formatCount(order.lines.length, 'page')}</Submit>
            <span class="small muted">Each new result costs one credit.</span>
          </div>
        </Form>
        <OptionsForm
          state={form}
          faults={{ ...faultsOf(error, form), ...faults }}
          onTexts={(texts) => {
            clear();
            change({ texts });
          }}
        />
      </div>
    </>
  );
};
