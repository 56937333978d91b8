import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { Form, Submit } from '../../components/form.js';
import { faultsBeside } from '../../components/labels.js';
import { FormFault, Loading } from '../../components/states.js';
import { Steps } from '../../components/steps.js';
import type { ProxyTrial } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';

/** The sentences of a test are about the saved proxy. */
const labels = { url: 'URL of the proxy' };
const testLabels = { url: 'Page to ask for' };

const Result = ({ trial }: { trial: ProxyTrial }) => (
  <div class="stack" role="status">
    <p class={`notice ${trial.works ? 'good' : 'bad'}`}>
      <strong>{trial.works ? 'The proxy works' : 'The proxy does not work'}</strong>
      {trial.status !== undefined && <span>The page answered {trial.status}.</span>}
    </p>
    <Steps steps={trial.steps} labels={labels} />
  </div>
);

/** Asks for a page through the stored proxy. */
export const ProxyTest = () => {
  const [url, setUrl] = useState('https://example.com/');
  const [trial, setTrial] = useState<ProxyTrial>();
  const { run, isBusy, error, clear } = useCall();
  const test = async () => {
    setTrial(undefined);
    setTrial(await run('/v1/account/proxy/test', { method: 'POST', body: { url: url.trim() } }));
  };
  return (
    <section class="card stack">
      <h2>Test</h2>
      <Form class="form narrow" {...{ isBusy, error }} onStale={clear} onSubmit={() => void test()}>
        <Field
          label={testLabels.url}
          name="page"
          value={url}
          required
          fault={faultsBeside(error?.message, testLabels).url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <div class="row">
          <Submit>Test the saved proxy</Submit>
        </div>
      </Form>
      {isBusy && <Loading what="Asking for the page through the proxy" />}
      {error && <FormFault error={error} labels={testLabels} />}
      {trial && <Result trial={trial} />}
    </section>
  );
};
