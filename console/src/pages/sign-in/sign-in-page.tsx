import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { Form, Submit } from '../../components/form.js';
import { Complaint, Fault } from '../../components/states.js';
import { Tabs } from '../../components/tabs.js';
import { SignInBox } from '../../layout/sign-in-box.js';
import type { AccountAnswer } from '../../service/answers.generated.js';
import { type Credentials, readBearer } from '../../service/credentials.js';
import { createService } from '../../service/service.js';
import { ServiceError } from '../../service/service-error.js';

interface SignInProps {
  /** Why the page is shown again. */
  notice: string | undefined;
  onSignedIn: (credentials: Credentials, answer: AccountAnswer) => void;
}

const ways = [
  { id: 'key', title: 'API key and secret' },
  { id: 'bearer', title: 'Bearer' },
] as const;

type Way = (typeof ways)[number]['id'];

/** The credentials in the form, or a sentence that says what is wrong with them. */
const readCredentials = (way: Way, form: FormData): Credentials | string => {
  const field = (name: string) => String(form.get(name) ?? '').trim();
  if (way === 'bearer')
    return readBearer(field('bearer')) ?? 'This is no bearer: Base64 of an API key or user id, a colon and a secret.';
  const [name, secret] = [field('name'), field('secret')];
  return name && secret ? { name, secret } : 'Enter the API key and the secret.';
};

const keyFields = (
  <>
    <Field label="API key or user id" name="name" autocomplete="username" required />
    <Field label="Secret" name="secret" type="password" autocomplete="current-password" required />
  </>
);
const bearerField = (
  <Field
    label="Bearer"
    name="bearer"
    type="password"
    autocomplete="off"
    required
    hint="What your programs send as Authorization: Bearer …"
  />
);

const unknownCredentials: Record<Way, string> = {
  key: 'The service does not know this key or this secret. Check both.',
  bearer: 'The service does not know this bearer. Check it.',
};

/** Whether no account has these credentials. The service refuses a header of 16 KiB, but no secret is that long. */
const isUnknown = ({ isRefusal, code }: ServiceError) => isRefusal || code === 'request_too_large';

const useSignIn = (way: Way, onSignedIn: SignInProps['onSignedIn']) => {
  const [error, setError] = useState<ServiceError | string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: FormData) => {
    const credentials = readCredentials(way, form);
    if (typeof credentials === 'string') return setError(credentials);
    setBusy(true);
    setError(undefined);
    try {
      const service = createService(credentials, () => undefined);
      onSignedIn(credentials, await service.call<AccountAnswer>('/v1/account'));
    } catch (failure) {
      const fault = ServiceError.of(failure);
      setError(isUnknown(fault) ? unknownCredentials[way] : fault);
      setBusy(false);
    }
  };
  return { error, isBusy, submit, clear: () => setError(undefined) };
};

export const SignInPage = ({ notice, onSignedIn }: SignInProps) => {
  const [way, setWay] = useState<Way>('key');
  const { error, isBusy, submit, clear } = useSignIn(way, onSignedIn);
  const choose = (next: Way) => {
    setWay(next);
    clear();
  };
  return (
    <SignInBox name="Tintype" about="Your browser keeps the secret until you close this tab." notice={notice}>
      <Tabs label="How to sign in" tabs={ways} selected={way} onSelect={choose}>
        <Form isBusy={isBusy} onStale={clear} onSubmit={(form) => void submit(new FormData(form))}>
          {way === 'key' ? keyFields : bearerField}
          {typeof error === 'string' && <Complaint>{error}</Complaint>}
          {error instanceof ServiceError && <Fault error={error} />}
          <Submit busy="Signing in…">Sign in</Submit>
        </Form>
      </Tabs>
    </SignInBox>
  );
};
