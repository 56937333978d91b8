import { useState } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-button.js';
import { ForManagers } from '../../components/for-managers.js';
import { formatTime } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered, SavedNote, Warnings } from '../../components/states.js';
import type { SavedStorage, StorageAnswer } from '../../service/answers.generated.js';
import { useAnswer } from '../../service/use-service.js';
import { StorageForm } from './storage-form.js';
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

export const StoragePage = () => {
  const answer = useAnswer<StorageAnswer>('/v1/account/storage');
  const [saved, setSaved] = useState<SavedStorage>();
  const onSaved = (next: SavedStorage) => {
    setSaved(next);
    answer.reload();
  };
  const onRemoved = () => {
    setSaved(undefined);
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
                {storage && (
                  <ForManagers>
                    <Remove onRemoved={onRemoved} />
                  </ForManagers>
                )}
              </div>
              <About storage={storage} />
              {saved && <SavedNote />}
              <Warnings warnings={saved?.warnings} />
              <ForManagers note="Your secret cannot change the storage.">
                <StorageForm
                  key={storage?.setAt ?? 'none'}
                  stored={storage}
                  onSaving={() => setSaved(undefined)}
                  onSaved={onSaved}
                />
              </ForManagers>
            </section>
            {source && (
              <ForManagers>
                <StorageTest key={storage?.setAt ?? 'none'} />
              </ForManagers>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
};
