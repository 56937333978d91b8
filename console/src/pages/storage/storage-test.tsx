import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { inLabels } from '../../components/labels.js';
import { Prose } from '../../components/prose.js';
import { FormFault, Loading } from '../../components/states.js';
import { Steps } from '../../components/steps.js';
import type { StorageTrial } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';
import { storageLabels } from './storage-form.js';

interface PublicReadProps {
  publicRead: NonNullable<StorageTrial['publicRead']>;
  /** The holder gave a public URL, so people are to read the objects. */
  isPublic: boolean;
}

const openNote = 'If your results are private, close the bucket to the public.';
const closedNote = 'That is right for private results. Redirects to objects need a public bucket, or a public URL.';

const PublicRead = ({ publicRead: { works, url, error }, isPublic }: PublicReadProps) => {
  const look = works === isPublic ? '' : 'warn';
  return (
    <p class={`notice ${works && isPublic ? 'good' : look}`}>
      <strong>{works ? 'Anyone can read the objects' : 'The public cannot read the objects'}</strong>
      {!isPublic && <span>{works ? openNote : closedNote}</span>}
      {isPublic && error && (
        <span>
          <Prose text={inLabels(error, storageLabels)} />
        </span>
      )}
      <code>{url}</code>
    </p>
  );
};

const Result = ({ trial, isPublic }: { trial: StorageTrial; isPublic: boolean }) => (
  <div class="stack" role="status">
    <p class={`notice ${trial.uploads ? 'good' : 'bad'}`}>
      <strong>{trial.uploads ? 'Uploads work' : 'Uploads fail'}</strong>
      <span>
        Tried with <code>{trial.object}</code>
      </span>
    </p>
    <Steps steps={trial.steps} labels={storageLabels} />
    {trial.publicRead && <PublicRead publicRead={trial.publicRead} isPublic={isPublic} />}
  </div>
);

/** Writes, reads and deletes one object. */
export const StorageTest = ({ isPublic }: { isPublic: boolean }) => {
  const [trial, setTrial] = useState<StorageTrial>();
  const { run, isBusy, error } = useCall();
  const test = async () => {
    setTrial(undefined);
    setTrial(await run('/v1/account/storage/test', { method: 'POST', body: {} }));
  };
  return (
    <section class="card stack">
      <div class="card-head">
        <h2>Test</h2>
        <Button isBusy={isBusy} onClick={() => void test()}>
          Test the saved storage
        </Button>
      </div>
      {isBusy && <Loading what="Writing, reading and deleting an object" />}
      {error && <FormFault error={error} labels={storageLabels} beside={[]} />}
      {trial && <Result trial={trial} isPublic={isPublic} />}
      {!isBusy && !error && !trial && (
        <p class="muted">
          Writes, reads and deletes one object, within 18 seconds. The test takes what is saved, not what stands in the
          form.
        </p>
      )}
    </section>
  );
};
