import { useState } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-button.js';
import { Field } from '../../components/field.js';
import { ForManagers } from '../../components/for-managers.js';
import { formatTime } from '../../components/format.js';
import { Page } from '../../components/page.js';
import { Answered, Fault, SavedNote, Warnings } from '../../components/states.js';
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

interface ProxyFormProps {
  /** An earlier answer is no longer that of the form. */
  onSaving: () => void;
  onSaved: (answer: SavedProxy) => void;
}

const ProxyForm = ({ onSaving, onSaved }: ProxyFormProps) => {
  const [url, setUrl] = useState('');
  const { run, isBusy, error } = useCall();
  const save = async () => {
    onSaving();
    const answer = await run<SavedProxy>('/v1/account/proxy', { method: 'PUT', body: { url: url.trim() } });
    if (!answer) return;
    setUrl('');
    onSaved(answer);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form class="form narrow" onSubmit={onSubmit}>
      <Field
        label="URL of the proxy"
        name="url"
        type="password"
        autocomplete="off"
        required
        value={url}
        hint="http://, https:// or socks5:// with host, port and login, such as http://user:password@proxy.example:3128. It is stored encrypted."
        onInput={(event) => setUrl(event.currentTarget.value)}
      />
      {error && <Fault error={error} />}
      <div class="row">
        <button type="submit" class="button primary" disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
      </div>
    </form>
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
  const [saved, setSaved] = useState<SavedProxy>();
  const onChanged = (next?: SavedProxy) => {
    setSaved(next);
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
                    <Remove onRemoved={onChanged} />
                  </ForManagers>
                )}
              </div>
              <Stored proxy={proxy} />
              {saved && <SavedNote />}
              <Warnings warnings={saved?.warnings} />
              <ForManagers note="Your secret cannot change the proxy.">
                <ProxyForm onSaving={() => setSaved(undefined)} onSaved={onChanged} />
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
