import { useState } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-button.js';
import { Field } from '../../components/field.js';
import { ForManagers } from '../../components/for-managers.js';
import { Form, Submit } from '../../components/form.js';
import { formatTime } from '../../components/format.js';
import { faultsBeside } from '../../components/labels.js';
import { Page } from '../../components/page.js';
import { Answered, FormFault, SavedNote, Warnings } from '../../components/states.js';
import { unlessTyped } from '../../components/typed.js';
import type { ProxyAnswer, SavedProxy } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';
import { useAnswer } from '../../service/use-service.js';
import { ProxyTest } from './proxy-test.js';

const Remove = ({ onRemoved }: { onRemoved: () => void }) => (
  <ConfirmButton
    label="Remove"
    icon="trash"
    question="Remove the proxy?"
    yes="Remove it"
    path="/v1/account/proxy"
    onDone={onRemoved}
  >
    Open sessions keep it. New sessions with <code>proxy: true</code> are then refused.
  </ConfirmButton>
);

const labels = { url: 'URL of the proxy' };

const ProxyForm = ({ onSaved }: { onSaved: () => void }) => {
  const [url, setUrl] = useState('');
  const [saved, setSaved] = useState<SavedProxy>();
  const { run, isBusy, error, clear } = useCall();
  const save = async () => {
    setSaved(undefined);
    const answer = await run<SavedProxy>('/v1/account/proxy', { method: 'PUT', body: { url: url.trim() } });
    if (!answer) return;
    setUrl(unlessTyped({ from: url, to: '' }));
    setSaved(answer);
    onSaved();
  };
  const reset = () => {
    clear();
    setSaved(undefined);
  };
  return (
    <Form
      class="form narrow"
      {...{ isBusy, error }}
      isChanged={url !== ''}
      onStale={reset}
      onSubmit={() => void save()}
    >
      <Field
        label={labels.url}
        name="url"
        type="password"
        autocomplete="off"
        required
        value={url}
        fault={faultsBeside(error?.message, labels).url}
        hint="http://, https:// or socks5:// with host, port and login, such as http://user:password@proxy.example:3128. It is stored encrypted."
        onInput={(event) => setUrl(event.currentTarget.value)}
      />
      {error && <FormFault {...{ error, labels }} />}
      {saved && url === '' && <SavedNote />}
      <Warnings warnings={saved?.warnings} labels={labels} />
      <div class="row">
        <Submit busy="Saving…">Save</Submit>
      </div>
    </Form>
  );
};

const Stored = ({ proxy }: Pick<ProxyAnswer, 'proxy'>) =>
  proxy ? (
    <dl class="facts">
      <dt>Proxy</dt>
      <dd>
        <code>{proxy.url}</code>
      </dd>
      <dt>Set</dt>
      <dd>{formatTime(proxy.setAt)}</dd>
    </dl>
  ) : (
    <p class="muted">Your account has no proxy.</p>
  );

export const ProxyPage = () => {
  const answer = useAnswer<ProxyAnswer>('/v1/account/proxy');
  /** Counts removals: another one empties the form. */
  const [removals, setRemovals] = useState(0);
  const onRemoved = () => {
    setRemovals(removals + 1);
    answer.reload();
  };
  return (
    <Page title="Proxy" about="The proxy of browser sessions with proxy: true.">
      <Answered answer={answer} loading="Loading the proxy">
        {({ proxy }) => (
          <>
            <section class="card stack">
              <div class="card-head">
                <h2>Your proxy</h2>
                {proxy && (
                  <ForManagers>
                    <Remove onRemoved={onRemoved} />
                  </ForManagers>
                )}
              </div>
              <Stored proxy={proxy} />
              <ForManagers note="Your secret cannot change the proxy.">
                <ProxyForm key={removals} onSaved={answer.reload} />
              </ForManagers>
            </section>
            {proxy && (
              <ForManagers>
                <ProxyTest key={proxy.setAt} />
              </ForManagers>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
};
