import { useState } from 'preact/hooks';
import { Icon } from '../../components/icon.js';
import { pictureOf } from './action-log.js';
import type { Actions } from './use-actions.js';

/** The address line and the last picture of the page, as a small browser. */
export const SessionView = ({ actions }: { actions: Actions }) => {
  const [url, setUrl] = useState('');
  const { runs, isBusy, run } = actions;
  const shown = runs.map(pictureOf).find(Boolean);
  const show = (type: string, payload: Record<string, unknown> = {}) =>
    void run(type, { ...payload, screenshot: true });
  return (
    <section class="card stack" aria-label="Browser">
      <form
        class="address-bar"
        onSubmit={(event) => {
          event.preventDefault();
          show('goto', { url: /^[a-z]+:/i.test(url) ? url : `https://${url}` });
        }}
      >
        <button type="button" class="button icon-only" aria-label="Back" disabled={isBusy} onClick={() => show('back')}>
          ←
        </button>
        <input
          class="input"
          type="text"
          inputMode="url"
          aria-label="Address"
          placeholder="https://example.com/"
          spellcheck={false}
          required
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={isBusy}>
          Go
        </button>
        <button
          type="button"
          class="button icon-only"
          aria-label="New picture"
          title="New picture"
          disabled={isBusy}
          onClick={() => void run('screenshot', {})}
        >
          <Icon name="refresh" />
        </button>
      </form>
      <div class="window" aria-busy={isBusy}>
        {shown ? (
          <img src={`data:${shown.contentType};base64,${shown.bodyBase64}`} alt="The page, as of the last action" />
        ) : (
          <p class="muted">Enter an address, or take a picture of the page.</p>
        )}
      </div>
    </section>
  );
};
