import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { Fault, Loading } from './components/states.js';
import { Shell } from './layout/shell.js';
import { detailPages, pageGroups } from './pages/pages.js';
import { SignInPage } from './pages/sign-in/sign-in-page.js';
import { setFragment, usePath } from './routing/location.js';
import { pageAt } from './routing/page-at.js';
import type { AccountAnswer, OwnAccount } from './service/answers.generated.js';
import { type Credentials, keptCredentials } from './service/credentials.js';
import { createService } from './service/service.js';
import { ServiceError } from './service/service-error.js';
import { CallerContext, type SignedIn, SignedInContext } from './service/use-service.js';

interface Person {
  credentials: Credentials;
  account: OwnAccount;
}

/** Asks for the account of a person who signed in earlier in this tab. */
const useKeptSignIn = (
  credentials: Credentials | undefined,
  onAnswer: (person: Person) => void,
  onRefused: () => void,
) => {
  const [error, setError] = useState<ServiceError>();
  const ask = useCallback(async () => {
    if (!credentials) return;
    setError(undefined);
    try {
      const { account } = await createService(credentials, onRefused).call<AccountAnswer>('/v1/account');
      onAnswer({ credentials, account });
    } catch (failure) {
      const fault = ServiceError.of(failure);
      if (!fault.isRefusal) setError(fault);
    }
  }, [credentials, onAnswer, onRefused]);
  useEffect(() => void ask(), [ask]);
  return { error, ask };
};

interface WaitingProps {
  error: ServiceError | undefined;
  onRetry: () => void;
  onSignOut: () => void;
}

/** Until the service answers who is signed in. After an error such as `account_disabled`, a person can sign out here. */
const Waiting = ({ error, onRetry, onSignOut }: WaitingProps) => {
  if (!error)
    return (
      <main class="content">
        <Loading />
      </main>
    );
  return (
    <main class="content stack">
      <Fault error={error} onRetry={onRetry} />
      <div class="row">
        <button type="button" class="button" onClick={onSignOut}>
          Sign out
        </button>
      </div>
    </main>
  );
};

export const App = () => {
  const path = usePath();
  const [kept, setKept] = useState(keptCredentials.read);
  const [person, setPerson] = useState<Person>();
  const [notice, setNotice] = useState<string>();
  const leave = useCallback((why?: string) => {
    keptCredentials.clear();
    setKept(undefined);
    setPerson(undefined);
    setNotice(why);
  }, []);
  const signOut = useCallback(() => {
    leave();
    // The fragment has the form of the playground.
    setFragment('', { push: false });
  }, [leave]);
  const refused = useCallback(() => leave('The service no longer takes this secret. Sign in again.'), [leave]);
  const { error, ask } = useKeptSignIn(kept, setPerson, refused);
  const signedIn = useMemo<SignedIn | undefined>(
    () =>
      person && {
        service: createService(person.credentials, refused),
        account: person.account,
        signOut,
      },
    [person, refused, signOut],
  );
  if (signedIn)
    return (
      <SignedInContext.Provider value={signedIn}>
        <CallerContext.Provider value={signedIn.service}>
          <Shell
            path={path}
            groups={pageGroups}
            name="Tintype"
            reference="/docs"
            signedInAs={`to ${signedIn.account.id}`}
            onSignOut={signedIn.signOut}
          >
            {pageAt(path, pageGroups, detailPages)}
          </Shell>
        </CallerContext.Provider>
      </SignedInContext.Provider>
    );
  if (kept) return <Waiting error={error} onRetry={() => void ask()} onSignOut={signOut} />;
  const signIn = (credentials: Credentials, { account }: AccountAnswer) => {
    keptCredentials.write(credentials);
    setNotice(undefined);
    setPerson({ credentials, account });
  };
  return <SignInPage notice={notice} onSignedIn={signIn} />;
};
