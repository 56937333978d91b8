import { useState } from 'preact/hooks';
import { Field } from '../components/field.js';
import { Form, Submit } from '../components/form.js';
import { Complaint, Fault } from '../components/states.js';
import { SignInBox } from '../layout/sign-in-box.js';
import { createCaller } from '../service/service.js';
import { ServiceError } from '../service/service-error.js';

interface AdminSignInProps {
  /** Why the page is shown again. */
  notice: string | undefined;
  onSignedIn: (token: string) => void;
}

const useSignIn = (onSignedIn: AdminSignInProps['onSignedIn']) => {
  const [error, setError] = useState<ServiceError | string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (token: string) => {
    setBusy(true);
    setError(undefined);
    try {
      await createCaller(token, () => undefined).call('/admin/v1/sessions');
      onSignedIn(token);
    } catch (failure) {
      const fault = ServiceError.of(failure);
      setError(fault.isRefusal ? 'This is not the admin token of the service.' : fault);
      setBusy(false);
    }
  };
  return { error, isBusy, submit, clear: () => setError(undefined) };
};

export const AdminSignInPage = ({ notice, onSignedIn }: AdminSignInProps) => {
  const { error, isBusy, submit, clear } = useSignIn(onSignedIn);
  const onSubmit = (form: HTMLFormElement) => void submit(String(new FormData(form).get('token') ?? '').trim());
  return (
    <SignInBox
      name="Tintype admin"
      about="For administrators of this installation. Your browser keeps the token until you close this tab."
      notice={notice}
    >
      <Form {...{ isBusy, onSubmit }} onStale={clear}>
        <Field
          label="Admin token"
          name="token"
          type="password"
          autocomplete="current-password"
          required
          hint="What the service has in TINTYPE_ADMIN_TOKEN"
        />
        {typeof error === 'string' && <Complaint>{error}</Complaint>}
        {error instanceof ServiceError && <Fault error={error} />}
        <Submit busy="Signing in…">Sign in</Submit>
      </Form>
    </SignInBox>
  );
};
