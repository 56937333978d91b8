import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { Fault, Loading } from '../../components/states.js';
import { Steps } from '../../components/steps.js';
import type { ProxyTrial } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';

const Result = ({ trial }: { trial: ProxyTrial }) => (
  <div class="stack" role="status">
    <p class={`notice ${trial.works ? 'good' : 'bad'}`}>
      <strong>{trial.works ? 'The proxy works' : 'The proxy does not work'}</strong>
      {trial.status !== undefined && <span>The page answered {trial.status}.</span>}
    </p>
    <Steps steps={trial.steps} />
  </div>
);

/** Asks for a page through the stored proxy. */
export const ProxyTest = () => {
  const [url, setUrl] = useState('https://example.com/');
  const [trial, setTrial] = useState<ProxyTrial>();
  const { run, isBusy, error } = useCall();
  const test = async () => {
    setTrial(undefined);
    setTrial(await run('/v1/account/proxy/test', { method: 'POST', body: { url: url.trim() } }));
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void test();
  };
  return (
    <section class="card stack">
      <h2>Test</h2>
      <form class="form narrow" onSubmit={onSubmit}>
        <Field
          label="Page to ask for"
          name="page"
          value={url}
          required
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <div class="row">
          <button type="submit" class="button" disabled={isBusy}>
            Test the proxy
          </button>
        </div>
      </form>
      {isBusy && <Loading what="Asking for the page through the proxy" />}
      {error && <Fault error={error} />}
      {trial && <Result trial={trial} />}
    </section>
  );
};
