import { useState } from 'preact/hooks';
import { Prose } from '../../components/prose.js';
import { Fault, Loading } from '../../components/states.js';
import { Steps } from '../../components/steps.js';
import type { StorageTrial } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';

const PublicRead = ({ publicRead }: Pick<StorageTrial, 'publicRead'>) =>
  publicRead ? (
    <p class={`notice ${publicRead.works ? 'good' : 'warn'}`}>
      <strong>{publicRead.works ? 'The public can read the objects' : 'The public cannot read the objects'}</strong>
      {publicRead.error && <Prose text={publicRead.error} />}
      <code>{publicRead.url}</code>
    </p>
  ) : null;

const Result = ({ trial }: { trial: StorageTrial }) => (
  <div class="stack" role="status">
    <p class={`notice ${trial.uploads ? 'good' : 'bad'}`}>
      <strong>{trial.uploads ? 'Uploads work' : 'Uploads fail'}</strong>
      <span>
        Tried with <code>{trial.object}</code>
      </span>
    </p>
    <Steps steps={trial.steps} />
    <PublicRead publicRead={trial.publicRead} />
  </div>
);

/** Writes, reads and deletes one object. */
export const StorageTest = () => {
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
        <button type="button" class="button" disabled={isBusy} onClick={() => void test()}>
          Test the storage
        </button>
      </div>
      {isBusy && <Loading what="Writing, reading and deleting an object" />}
      {error && <Fault error={error} />}
      {trial && <Result trial={trial} />}
      {!isBusy && !error && !trial && (
        <p class="muted">Writes, reads and deletes one object of the saved storage, within 18 seconds.</p>
      )}
    </section>
  );
};
