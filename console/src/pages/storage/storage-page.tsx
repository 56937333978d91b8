import { useState } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-button.js';
import { ForManagers, useIsManager } from '../../components/for-managers.js';
import { formatTime } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import type { Storage, StorageAnswer } from '../../service/answers.generated.js';
import { useAnswer } from '../../service/use-service.js';
import { StorageForm, storageLabels } from './storage-form.js';
import { StorageTest } from './storage-test.js';

const Remove = ({ onRemoved }: { onRemoved: () => void }) => (
  <ConfirmButton
    label="Remove"
    icon="trash"
    question="Remove the storage?"
    yes="Remove it"
    path="/v1/account/storage"
    onDone={onRemoved}
  >
    New results are then stored there no more. Stored objects stay.
  </ConfirmButton>
);

const Source = ({ source }: Pick<StorageAnswer, 'source'>) =>
  source === 'operator' ? (
    <p class="notice">Your account uses the store of this installation. A storage of your own replaces it.</p>
  ) : null;

const About = ({ storage }: Pick<StorageAnswer, 'storage'>) => (
  <p class="muted">{storage ? `Set ${formatTime(storage.setAt)}` : 'Any store that speaks S3.'}</p>
);

/** The settings, for a person whose secret cannot change them. */
const Facts = ({ storage }: { storage: Storage }) => {
  const { endpoint, region, bucket, prefix, key, publicUrl, pathStyle } = storage;
  const shown = { endpoint, region, bucket, prefix, key, publicUrl, pathStyle: pathStyle ? 'on' : 'off' };
  return (
    <dl class="facts">
      {Object.entries(shown).map(([name, value]) => (
        <>
          <dt>{storageLabels[name as keyof typeof shown]}</dt>
          <dd>{value ? <code>{value}</code> : <span class="muted">none</span>}</dd>
        </>
      ))}
    </dl>
  );
};

export const StoragePage = () => {
  const answer = useAnswer<StorageAnswer>('/v1/account/storage');
  const isManager = useIsManager();
  /** Counts removals: another one empties the form. */
  const [removals, setRemovals] = useState(0);
  const onRemoved = () => {
    setRemovals(removals + 1);
    answer.reload();
  };
  return (
    <Page title="Storage" about="Your S3 bucket, which also gets images, recordings and PDFs.">
      <Answered answer={answer} loading="Loading the storage">
        {({ storage, source }) => (
          <>
            <Source source={source} />
            <section class="card stack">
              <div class="card-head">
                <h2>Your storage</h2>
                {storage && isManager && <Remove onRemoved={onRemoved} />}
              </div>
              <About storage={storage} />
              {storage && !isManager && <Facts storage={storage} />}
              <ForManagers note="Your secret cannot change the storage.">
                <StorageForm
                  key={removals}
                  stored={storage}
                  initial={removals === 0 ? storage : null}
                  onSaved={answer.reload}
                />
              </ForManagers>
            </section>
            {source && (
              <ForManagers>
                <StorageTest key={storage?.setAt ?? 'none'} isPublic={Boolean(storage?.publicUrl)} />
              </ForManagers>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
};
