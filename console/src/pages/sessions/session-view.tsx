import { useId, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.js';
import { Prose } from '../../components/prose.js';
import { pictureOf } from './action-log.js';
import type { Actions } from './use-actions.js';

const types = ['goto', 'back', 'screenshot'];

/** The latest action, if it failed and is one that the address line runs. */
const failedIn = ([latest]: Actions['runs']) =>
  latest?.error && types.includes(latest.type) ? { type: latest.type, message: latest.error.message } : undefined;

const AddressBar = ({ actions: { runs, isBusy, run } }: { actions: Actions }) => {
  const [url, setUrl] = useState('');
  const id = useId();
  const failed = failedIn(runs);
  const isWrong = failed?.type === 'goto';
  const show = (type: string, payload: Record<string, unknown> = {}) =>
    void run(type, { ...payload, screenshot: true });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    show('goto', { url: /^[a-z]+:/i.test(url) ? url : `https://${url}` });
  };
  const shared = { type: 'button', class: 'button icon-only', disabled: isBusy } as const;
  return (
    <>
      <form class="address-bar" onSubmit={submit}>
        <button {...shared} aria-label="Back" onClick={() => show('back')}>
          ←
        </button>
        <input
          class="input"
          type="text"
          inputMode="url"
          aria-label="Address"
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? id : undefined}
          placeholder="https://example.com/"
          spellcheck={false}
          required
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={isBusy}>
          Go
        </button>
        <button {...shared} aria-label="New picture" title="New picture" onClick={() => void run('screenshot', {})}>
          <Icon name="refresh" />
        </button>
      </form>
      {failed && (
        <p class="fault" id={id} role="status">
          <Prose text={failed.message} />
        </p>
      )}
    </>
  );
};

/** The address line and the last picture of the page, as a small browser. */
export const SessionView = ({ actions }: { actions: Actions }) => {
  const shown = actions.runs.map(pictureOf).find(Boolean);
  return (
    <section class="card stack" aria-label="Browser">
      <AddressBar actions={actions} />
      <div class="window" aria-busy={actions.isBusy}>
        {shown ? (
          <img src={`data:${shown.contentType};base64,${shown.bodyBase64}`} alt="The page, as of the last action" />
        ) : (
          <p class="muted">Enter an address, or take a picture of the page.</p>
        )}
      </div>
    </section>
  );
};
