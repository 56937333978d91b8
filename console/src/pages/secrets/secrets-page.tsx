import { CopyButton } from '../../components/copy-button.js';
import { ForManagers, useIsManager } from '../../components/for-managers.js';
import { Page } from '../../components/page.js';
import { Answered } from '../../components/states.js';
import { NewSecretCard } from '../../secrets/new-secret.js';
import { SecretTable } from '../../secrets/secret-table.js';
import type { SecretsAnswer } from '../../service/answers.generated.js';
import { bearerOf } from '../../service/credentials.js';
import { useAnswer, useSignedIn } from '../../service/use-service.js';

/** The bearer that programs send, for the secret that signed in. */
const Bearer = () => {
  const { account, service } = useSignedIn();
  return (
    <section class="card">
      <div class="card-head">
        <h2>Bearer</h2>
        <CopyButton
          text={bearerOf({ name: account.id, secret: service.credentials.secret })}
          what="bearer"
          withText
          label="Copy bearer"
        />
      </div>
      <p class="muted">
        What programs send as <code>Authorization: Bearer …</code>, for the secret that you signed in with.
      </p>
    </section>
  );
};

const path = '/v1/account/secrets';

export const SecretsPage = () => {
  const answer = useAnswer<SecretsAnswer>(path);
  const { account } = useSignedIn();
  const isManager = useIsManager();
  return (
    <Page title="Secrets" about="They sign URLs, open sessions and sign in here. An account has at most 10.">
      <ForManagers note="Your secret cannot make or delete secrets." />
      <Answered answer={answer} loading="Loading secrets">
        {({ secrets }) => (
          <section class="card">
            <SecretTable secrets={secrets} path={path} onDeleted={isManager ? answer.reload : undefined} />
          </section>
        )}
      </Answered>
      <ForManagers>
        <NewSecretCard account={account.id} path={path} scope="use" onMade={answer.reload} />
      </ForManagers>
      <Bearer />
    </Page>
  );
};
